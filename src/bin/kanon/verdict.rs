//! The results that `kanon verify` prints.

use crate::console::{plural, say};
use crate::failure::Failure;
use kanon::release::review::Reviewed;
use kanon::release::verify::{Claim, Verification};

/// Prints the result, and fails if anything does not hold.
pub(crate) fn conclude(verification: &Verification) -> Result<(), Failure> {
    print(verification);
    if verification.holds {
        return Ok(());
    }
    Err(failed(&verification.claims))
}

fn print(verification: &Verification) {
    let Verification {
        records,
        suppressed_records,
        removed_records,
        classes,
        smallest_class,
        k,
        violating_records,
        ..
    } = verification;
    let of_records = |number: u64| plural(number, "record", "records");
    match removed_records {
        None => say!("{}, {suppressed_records} of them suppressed", of_records(*records)),
        Some(removed) => say!("{}; {removed} more suppressed and removed", of_records(*records)),
    }
    match *classes {
        0 => say!("no class: every record is suppressed"),
        classes => {
            let kept = match suppressed_records {
                0 => String::new(),
                _ => format!(", of the {} that are not suppressed", records - suppressed_records),
            };
            let smallest = of_records(*smallest_class);
            say!("{}, the smallest of {smallest}{kept}", plural(classes as u64, "class", "classes"))
        }
    }
    if *violating_records > 0 {
        let are = if *violating_records == 1 { "is" } else { "are" };
        say!("{} {are} in classes smaller than {k}, for example:", of_records(*violating_records));
        for (values, count) in &verification.worst {
            say!("  {count} × {}", values.join(" · "));
        }
    } else {
        match suppressed_records {
            0 => say!("{k}-anonymous"),
            _ => say!("{k}-anonymous but for the suppressed"),
        }
    }
    print_claims(&verification.claims);
}

/// Prints the claims of a report that is not about a single policy, and fails if one does not hold.
pub(crate) fn conclude_claims(claims: &[Claim]) -> Result<(), Failure> {
    print_claims(claims);
    if claims.iter().any(|claim| claim.holds == Some(false)) {
        return Err(failed(claims));
    }
    Ok(())
}

/// The failure of claims, with the file that differs if digests do not match.
fn failed(claims: &[Claim]) -> Failure {
    let fails = |name: &str| {
        let mut claims = claims.iter();
        claims.any(|claim| claim.field.as_deref() == Some(name) && claim.holds == Some(false))
    };
    let mut message = "verification failed".to_owned();
    for (name, word) in [
        ("output_sha256", "a different release, or the release was changed since"),
        ("input_sha256", "a different original"),
        ("recipe_sha256", "a different recipe"),
    ] {
        if fails(name) {
            message += &format!("; the report belongs to {word}");
        }
    }
    Failure::no(message)
}

fn print_claims(claims: &[Claim]) {
    for claim in claims {
        let verdict = match claim.holds {
            Some(true) => "holds",
            Some(false) => "FAILS",
            None => {
                say!("not checked: {}: {}", claim.claim, claim.found);
                continue;
            }
        };
        say!("{verdict}: {}: claimed {}, found {}", claim.claim, claim.claimed, claim.found);
    }
}

/// Prints the risk of all records. Those that are all blank are a class there, whatever else they are taken for.
pub(crate) fn print_risk(reviewed: &Reviewed, are_suppressed: bool) {
    let all = match (are_suppressed, reviewed.blank_records) {
        (false, _) | (_, 0) => String::new(),
        (true, _) => format!("of all {}, with the suppressed ones as one class: ", reviewed.records),
    };
    say!(
        "{all}{} {} alone; the highest risk of a record is {:.4}, the mean {:.4}",
        plural(reviewed.unique_records, "record", "records"),
        if reviewed.unique_records == 1 { "is" } else { "are" },
        reviewed.highest_risk,
        reviewed.average_risk
    );
}

pub(crate) fn print_review(reviewed: &Reviewed, k: u64) {
    say!(
        "{}, {}, {}",
        plural(reviewed.records, "record", "records"),
        plural(reviewed.classes as u64, "different row", "different rows"),
        plural(reviewed.blank_cells.iter().sum(), "blank cell", "blank cells")
    );
    say!("every record may be taken for at least {}", reviewed.smallest);
    print_risk(reviewed, false);
    if reviewed.records_below_k > 0 {
        say!("{} may be taken for fewer than {k}, for example:", plural(reviewed.records_below_k, "record", "records"));
        for (cells, records, found) in reviewed.worst.iter().filter(|(_, _, found)| *found < k) {
            say!("  {records} × {}, taken for {found}", cells.join(" · "));
        }
    } else {
        say!("{k}-anonymous");
    }
}
