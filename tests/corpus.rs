//! Files as institutions export them are read as they are meant: where the table is, what its columns are, and what a
//! stranger can know of it. `data/corpus.txt` describes them, by public documentation.

use kanon::data::{ColumnProfile, Dialect, Kind, Profiler, Role, sniff};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Records of a file.
const RECORDS: usize = 300;

/// A file of the corpus, and how it is to be read.
#[derive(Debug, Default)]
struct Described<'a> {
    title: &'a str,
    delimiter: char,
    above: Vec<&'a str>,
    headers: Vec<&'a str>,
    below_names: Vec<&'a str>,
    names: Vec<String>,
    columns: Vec<&'a str>,
    footers: Vec<&'a str>,
}

impl<'a> Described<'a> {
    fn all(corpus: &'a str) -> Vec<Self> {
        let mut files: Vec<Self> = Vec::new();
        for line in corpus.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == "==" {
                files.push(Self { title: rest, delimiter: ',', ..Self::default() });
                continue;
            }
            let file = files.last_mut().unwrap();
            match word {
                "delimiter" => {
                    file.delimiter = match rest {
                        "TAB" => '\t',
                        "PIPE" => '|',
                        other => other.chars().next().unwrap(),
                    }
                }
                "|" => file.above.push(rest),
                "h" => file.headers.push(rest),
                "o" => file.below_names.push(rest),
                ">" => file.names = rest.split('|').map(str::to_owned).collect(),
                "f" => file.footers.push(rest),
                _ => file.columns.push(line),
            }
        }
        for file in &mut files {
            if file.names.is_empty() {
                file.names = file.headers[0].split(file.delimiter).map(str::to_owned).collect();
            }
            assert_eq!(file.names.len(), file.columns.len(), "{}", file.title);
        }
        files
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut lines = |lines: &[&str]| lines.iter().for_each(|line| writeln!(text, "{line}").unwrap());
        lines(&self.above);
        lines(&self.headers);
        lines(&self.below_names);
        for record in 0..RECORDS {
            let cells: Vec<String> = (0..self.columns.len()).map(|at| self.cell(at, record)).collect();
            lines(&[&cells.join(&self.delimiter.to_string())]);
        }
        lines(&self.footers);
        text
    }

    fn cell(&self, column: usize, record: usize) -> String {
        let mut words = self.columns[column].split(' ').skip(2);
        let rule = words.next().unwrap();
        let given: Vec<&str> = words.collect();
        let number = |at: usize| -> i64 { given.get(at).and_then(|word| word.parse().ok()).unwrap_or(1) };
        let draw = |most: i64| drawn(record * 64 + column, most);
        let fraction = |digits: i64| {
            let ten = 10_i64.pow(u32::try_from(digits).unwrap());
            let least = number(0) * ten;
            let all = least + draw((number(1) - number(0)) * ten);
            let sign = if all < 0 { "-" } else { "" };
            let places = usize::try_from(digits).unwrap();
            format!("{sign}{}.{:0places$}", all.abs() / ten, all.abs() % ten)
        };
        let person = |start: i64, several: i64| start + 37 * (i64::try_from(record).unwrap() / several);
        match rule {
            "choice" => given[usize::try_from(draw(i64::try_from(given.len()).unwrap())).unwrap()].replace('_', " "),
            "int" => (number(0) + draw(number(1) - number(0) + 1)).to_string(),
            "step" => {
                let places = given[0].len();
                let all = number(0) + number(2) * draw((number(1) - number(0)) / number(2) + 1);
                if given[0].starts_with('0') && places > 1 { format!("{all:0places$}") } else { all.to_string() }
            }
            "row" => (number(0) + i64::try_from(record).unwrap()).to_string(),
            "person" if given[1] == "1" => (number(0) + i64::try_from(record).unwrap()).to_string(),
            "person" => person(number(0), number(1)).to_string(),
            "code" => format!("{}{}", given[0], number(1) + 13 * draw(900)),
            "long" => format!("{}{}", given[0], person(number(1), number(2))),
            "dec" => fraction(number(2)),
            "comma" => fraction(number(2)).replace('.', ","),
            "date" => {
                let (year, month, day) =
                    (number(1) + draw(number(2) - number(1) + 1), 1 + draw(12), 1 + draw(336) / 12);
                let (hour, minute) = (draw(24), draw(3600) / 60);
                match given[0] {
                    "iso" => format!("{year}-{month:02}-{day:02}"),
                    "isotime" => format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}:00"),
                    "mdytime" => format!("{month:02}/{day:02}/{year} {hour:02}:{minute:02}:00"),
                    "dmy." => format!("{day:02}.{month:02}.{year}"),
                    "dmy/" => format!("{day:02}/{month:02}/{year}"),
                    "mdy/" => format!("{month:02}/{day:02}/{year}"),
                    "ymd8" => format!("{year}{month:02}{day:02}"),
                    "dmy8" => format!("{day:02}{month:02}{year}"),
                    "mdy8" => format!("{month:02}{day:02}{year}"),
                    other => unreachable!("{other}"),
                }
            }
            "time" => format!("{:02}:{:02}", draw(24), draw(3600) / 60),
            "given" => GIVEN[usize::try_from(draw(12)).unwrap()].to_owned(),
            "surname" => surname(draw(180)),
            "name" => format!("{} {}", GIVEN[usize::try_from(draw(12)).unwrap()], surname(draw(180))),
            "names" => {
                let one = draw(number(0));
                format!("{} {}", GIVEN[usize::try_from(one % 12).unwrap()], surname(one * 7))
            }
            "address" => format!("{} {} Street", 1 + draw(900), surname(draw(40))),
            "mail" => format!("{}{}@mail.example", surname(draw(180)).to_lowercase(), record),
            "phone" => format!("+43 660 {:07}", 1_000_000 + draw(8_000_000)),
            "ip" => format!("10.{}.{}.{}", draw(250), draw(9_000) / 40, 1 + draw(500) / 2),
            "ssn" => format!("{:03}-{:02}-{:04}", 100 + draw(600), 10 + draw(88), 1_000 + draw(9_000)),
            "hash" => format!("{:012x}", drawn(record * 64 + column, i64::MAX >> 16)),
            "hashes" => format!("{:012x}", drawn(usize::try_from(draw(number(0))).unwrap() + 1, i64::MAX >> 16)),
            "icd10" => {
                let letter = ["C", "E", "I", "J", "K", "M"][usize::try_from(draw(6)).unwrap()];
                format!("{letter}{}.{}", 10 + draw(60), draw(9))
            }
            "note" => {
                let day = ["Monday", "last week", "June"][usize::try_from(draw(3)).unwrap()];
                format!("Called {} on day {record}; asked to come back since {day}.", surname(draw(180)))
            }
            other => unreachable!("{other}"),
        }
    }

    /// The kind that the values have, and the roles that are right.
    fn expected(&self, column: usize) -> (Option<Kind>, Vec<Role>) {
        let mut words = self.columns[column].split(' ');
        let roles = words.next().unwrap().chars().map(|letter| match letter {
            'i' => Role::Identifier,
            'q' => Role::QuasiIdentifier,
            's' => Role::Sensitive,
            'n' => Role::Insensitive,
            other => unreachable!("{other}"),
        });
        let kind = match words.next().unwrap() {
            "number" => Some(Kind::Integer),
            "decimal" => Some(Kind::Decimal),
            "date" => Some(Kind::Date),
            "time" => Some(Kind::Time),
            _ => Some(Kind::Text),
        };
        (kind, roles.collect())
    }
}

const GIVEN: [&str; 12] =
    ["Anna", "Berta", "Carl", "Dora", "Emil", "Fritz", "Grace", "Hugo", "Ida", "Jonas", "Karin", "Lena"];

fn surname(number: i64) -> String {
    const FIRST: [&str; 15] = [
        "Ash", "Brad", "Carl", "Dale", "Ever", "Frank", "Green", "Hart", "Lang", "Mill", "Nor", "Old", "Pres", "Thorn",
        "Whit",
    ];
    const LAST: [&str; 12] =
        ["ley", "ford", "ton", "wood", "son", "man", "field", "worth", "well", "ham", "croft", "by"];
    let number = usize::try_from(number).unwrap();
    format!("{}{}", FIRST[number % 15], LAST[number / 15 % 12])
}

/// A number below `most` that looks drawn.
fn drawn(number: usize, most: i64) -> i64 {
    let mut state = (number as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    i64::try_from((state ^ (state >> 31)) >> 1).unwrap() % most.max(1)
}

/// What is right of what was looked at.
#[derive(Debug, Default)]
struct Score {
    right: usize,
    all: usize,
    wrong: Vec<String>,
}

impl Score {
    fn see(&mut self, is_right: bool, told: impl FnOnce() -> String) {
        self.all += 1;
        if is_right {
            self.right += 1;
        } else {
            self.wrong.push(told());
        }
    }
}

fn looked_at(column: &ColumnProfile, file: &Described<'_>, at: usize, scores: &mut BTreeMap<&str, Score>) {
    let (kind, roles) = file.expected(at);
    let place = || format!("{}: {}", file.title, column.name);
    let found = Some(column.kind);
    scores.entry("kind").or_default().see(found == kind, || format!("{} is {found:?}, not {kind:?}", place()));
    let role = column.suggestion.role;
    let told = || format!("{} is {role:?}, not {roles:?}: {}", place(), column.suggestion.reason);
    scores.entry("role").or_default().see(role.is_some_and(|role| roles.contains(&role)), told);
    scores.entry("right or to decide").or_default().see(role.is_none_or(|role| roles.contains(&role)), told);
    if roles == [Role::Identifier] {
        let is_safe = matches!(role, None | Some(Role::Identifier));
        scores.entry("no identifier is published").or_default().see(is_safe, told);
    }
}

fn scores() -> BTreeMap<&'static str, Score> {
    let mut scores = BTreeMap::new();
    for file in Described::all(include_str!("data/corpus.txt")) {
        let text = file.text();
        let sniffed = sniff(text.as_bytes(), true);
        let mut profiler = Profiler::new(&sniffed.dialect);
        let read = profiler.push(text.as_bytes()).and_then(|()| profiler.finish());
        let shape = scores.entry("shape").or_insert_with(Score::default);
        let Ok(profile) = read else {
            shape.see(false, || format!("{}: {read:?}", file.title));
            continue;
        };
        // The user leaves out what is told.
        let rows = profile.odd.iter().map(|odd| odd.row).collect();
        let without = Dialect { skip: rows, ..sniffed.dialect.clone() };
        let odd = profile.odd.len();
        let read_as = profile.records as usize;
        let mut profiler = Profiler::new(&without);
        let read = profiler.push(text.as_bytes()).and_then(|()| profiler.finish());
        let profile = read.unwrap();
        let names: Vec<&str> = profile.columns.iter().map(|column| column.name.as_str()).collect();
        let notes: Vec<&&str> = file.footers.iter().filter(|line| !line.is_empty()).collect();
        let expected = file.below_names.len() + notes.len();
        let is_right = names == file.names && odd == expected && read_as == RECORDS + expected;
        shape.see(is_right, || format!("{}: {odd} of {expected} odd, {read_as} records, {names:?}", file.title));
        if names == file.names {
            for (at, column) in profile.columns.iter().enumerate() {
                looked_at(column, &file, at, &mut scores);
            }
        }
    }
    scores
}

#[test]
fn files_of_institutions_are_read_as_they_are_meant() {
    let scores = scores();
    let of = |name: &str| &scores[name];
    for name in ["shape", "kind", "no identifier is published"] {
        assert_eq!(of(name).right, of(name).all, "{name}: {:#?}", of(name).wrong);
    }
    let (role, open) = (of("role"), of("right or to decide"));
    assert!(of("shape").all >= 40 && role.all >= 400, "{}, {}", of("shape").all, role.all);
    assert!(100 * open.right >= 99 * open.all, "{} of {}: {:#?}", open.right, open.all, open.wrong);
    assert!(100 * role.right >= 90 * role.all, "{} of {}: {:#?}", role.right, role.all, role.wrong);
}
