//! A wide table with the traits of one of credit cards: 30,000 accounts, drawn by a fixed rule.
//!
//! It has 24 quasi-identifiers: the limit, sex, education, marriage, age, six months of status, of bill and of payment,
//! and a yes or no. Months depend on each other, amounts have heavy tails and many zeros, and all are small codes.

use std::fmt::Write as _;

const RECORDS: usize = 30_000;
const MONTHS: usize = 6;

/// A column: its name, the number of its codes, and how many codes are one group at each level between code and `*`.
type Column = (String, u32, &'static [u32]);

/// With levels for all columns, some 5 × 10¹³ policies; or with many for amounts and few for others, 1.5 × 10¹⁴.
pub(crate) fn columns(many_for_amounts: bool) -> Vec<Column> {
    if many_for_amounts {
        return (columns(false).into_iter())
            .map(|(name, codes, _)| match name.trim_end_matches(char::is_numeric) {
                "bill" | "payment" => (name, codes, &[2, 4, 8, 16][..]),
                "status" => (name, codes, &[3][..]),
                "age" => (name, codes, &[4][..]),
                _ => (name, codes, &[][..]),
            })
            .collect();
    }
    let mut columns: Vec<Column> = vec![
        ("limit".into(), 80, &[2, 4, 8, 16]),
        ("sex".into(), 2, &[]),
        ("education".into(), 7, &[2, 4]),
        ("marriage".into(), 4, &[2]),
        ("age".into(), 56, &[2, 4, 8, 16]),
    ];
    let mut push = |name: &str, codes: u32, groups: &dyn Fn(usize) -> &'static [u32]| {
        columns.extend((1..=MONTHS).map(|month| (format!("{name}{month}"), codes, groups(month))));
    };
    push("status", 11, &|_| &[2, 4]);
    push("bill", 40, &|_| &[3, 9]);
    push("payment", 40, &|month| match month <= MONTHS / 2 {
        true => &[3, 9],
        false => &[5],
    });
    columns.push(("default".into(), 2, &[]));
    columns
}

/// The hierarchy of a column as a file.
pub(crate) fn hierarchy((_, codes, groups): &Column) -> String {
    let mut text = String::new();
    for code in 0..*codes {
        write!(text, "{code}").unwrap();
        for (level, size) in groups.iter().enumerate() {
            write!(text, ";{level}-{}", code / size).unwrap();
        }
        text.push_str(";*\n");
    }
    text
}

/// The table.
pub(crate) fn csv() -> String {
    let names: Vec<String> = columns(false).into_iter().map(|(name, ..)| name).collect();
    let mut text = names.join(";") + "\n";
    let mut random = Random(3);
    for _ in 0..RECORDS {
        let codes: Vec<String> = account(&mut random).iter().map(u32::to_string).collect();
        text += &codes.join(";");
        text.push('\n');
    }
    text
}

/// How an account is used in a month.
#[derive(Clone, Copy)]
enum Use {
    Not,
    PaidInFull,
    Revolving,
    Late,
}

fn account(random: &mut Random) -> Vec<u32> {
    let wealth = random.normal();
    let exact = (((wealth * 0.9 + 0.4 * random.normal()).exp() * 12.0) as u32).min(79);
    // Round limits are frequent.
    let limit = match random.part() < 0.6 {
        true if exact < 5 => exact.max(1),
        true => exact / 5 * 5,
        false => exact,
    };
    let sex = u32::from(random.part() < 0.6);
    let education = match random.part() + 0.05 * wealth {
        part if part < 0.46 => 2,
        part if part < 0.82 => 1,
        part if part < 0.984 => 3,
        _ => [0, 4, 5, 5, 6][(random.next() % 5) as usize],
    };
    let age = ((random.part().powf(1.9) * 45.0 + random.part() * 9.0) as u32).min(55);
    let marriage = match random.part() {
        part if part < 0.011 => 3,
        part if part < 0.013 => 0,
        part if part < 0.163 + f64::from(age.min(25)) * 0.028 => 1,
        _ => 2,
    };
    let mut usage = match random.part() + 0.06 * wealth {
        part if part < 0.12 => Use::Late,
        part if part < 0.70 => Use::Revolving,
        part if part < 0.90 => Use::PaidInFull,
        _ => Use::Not,
    };
    let most = (f64::from(limit.max(1)) * 10_000.0).ln();
    let mut bill = most - 0.7 + random.normal().min(0.6);
    if matches!(usage, Use::PaidInFull) {
        bill -= 2.2;
    }
    let mut late = 0;
    let [mut status, mut bills, mut payments] = [[0; MONTHS]; 3];
    for month in (0..MONTHS).rev() {
        if random.part() < 0.09 {
            let uses = [Use::Not, Use::PaidInFull, Use::Revolving, Use::Late];
            usage = uses[(random.next() % 4) as usize];
        }
        status[month] = status_of(usage, &mut late, random);
        bill += 0.12 * random.normal();
        if matches!(usage, Use::PaidInFull) {
            bill += 0.7 * random.normal();
        }
        bill = bill.min(most + 0.1);
        let amount = match usage {
            Use::Not if random.part() < 0.75 => 0.0,
            _ => bill.exp(),
        };
        bills[month] = code(amount, 20_000.0);
        payments[month] = code(payment(usage, amount, random), 10_000.0);
    }
    let late_now = f64::from(status[0].saturating_sub(2));
    let default = u32::from(random.part() < 0.14 + 0.07 * late_now);
    let mut codes = vec![limit, sex, education, marriage, age];
    codes.extend(status.into_iter().chain(bills).chain(payments));
    codes.push(default);
    codes
}

fn status_of(usage: Use, late: &mut u32, random: &mut Random) -> u32 {
    match usage {
        Use::Not => 0,
        Use::PaidInFull => u32::from(random.part() < 0.9),
        Use::Revolving => 1 + u32::from(random.part() < 0.93),
        Use::Late => {
            *late = match random.part() {
                part if part < 0.6 => (*late).max(1),
                _ if random.part() < 0.5 => (*late + 1).min(7),
                _ => 0,
            };
            match *late {
                0 => 2,
                late => (2 + late + u32::from(random.part() < 0.85)).min(10),
            }
        }
    }
}

fn payment(usage: Use, amount: f64, random: &mut Random) -> f64 {
    let part = random.part();
    match usage {
        Use::Not if part < 0.7 => 0.0,
        Use::Not => amount,
        Use::PaidInFull if part < 0.08 => 0.0,
        Use::PaidInFull => amount * (0.9 + 0.1 * random.part()),
        Use::Revolving if part < 0.06 => 0.0,
        Use::Revolving if random.part() < 0.35 => (amount * 0.04 / 1000.0).ceil() * 1000.0,
        Use::Revolving => amount * 0.04 * (0.5 * random.normal()).exp(),
        Use::Late if part < 0.5 => 0.0,
        Use::Late => amount * 0.05 * (0.4 * random.normal()).exp(),
    }
}

fn code(amount: f64, width: f64) -> u32 {
    ((amount / width).ceil() as u32).min(39)
}

/// Numbers drawn from a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// At least 0, and below 1.
    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// About normally distributed.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.part()).sum::<f64>() - 6.0
    }
}
