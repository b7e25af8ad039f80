//! What a verdict says.

use super::*;

fn verdict(holds: &str) -> String {
    format!(
        r#"{{"files": [{{"name": "b.json", "kind": "report", "sha256": "11", "agrees": null}},
            {{"name": "<a>.csv", "kind": "release", "sha256": "00ff", "agrees": false}}],
        "release": {{"k": 5, "kBy": "report", "blank": "category", "blankValues": ["", "NA", "*"],
            "columns": [{{"role": "quasi-identifier", "isCount": false, "by": "report", "isUntouched": true,
                "signs": {{"column": "seen", "distinct": 9, "distinctIsExact": true, "alone": 4, "isLookedThrough": true,
                "signs": [{{"kind": "day", "name": "dates to the day", "records": 12, "values": 9, "example": "2021-03-04"}}]}}}}],
            "leftOut": ["name"], "areRemoved": false, "isOfCells": false,
            "reviewed": {{"records": 20, "blank_records": 3, "blank_cells": [3], "classes": 3, "kept_classes": 2,
                "kept_smallest": 8, "kept_below_k": 0, "smallest": 3, "unique_records": 0, "records_below_k": 3,
                "highest_risk": 0.3, "average_risk": 0.15, "worst": []}},
            "combinations": [0, 0, 5], "conditions": [], "hasClasses": true, "identifiers": null, "disclosure": []}},
        "audited": {{"claims": [{{"claim": "classes", "claimed": "3", "found": "2", "holds": {holds}}},
            {{"claim": "seconds", "claimed": "1", "found": "depends on the machine", "holds": null}}],
            "failure": null, "hasOriginal": false, "suppressedRecords": null}},
        "proof": "not-checked", "said": {{"reviewer": "Ada"}}}}"#
    )
}

#[test]
fn a_page_says_what_fails_and_what_holds_but_for_suppressed_records() -> Result<()> {
    let html = Verdict::parse(&verdict("false"))?.html();
    assert!(html.contains("The report does not hold: 1 of 1 claim that was checked fails."));
    assert!(html.contains("&lt;a&gt;.csv") && !html.contains("<a>.csv"));
    assert!(html.contains("ANOTHER") && html.contains("dates to the day in 12 records"));
    assert!(html.contains("the release is 5-anonymous, but for 3 suppressed records"));
    assert!(html.contains("Highest risk of a record, suppressed ones too"));
    assert!(!html.contains("among these combinations"), "there are none");
    let first = html;
    let some = verdict("true").replace("\"combinations\": [0, 0, 5]", "\"combinations\": [1, 3, 5]");
    let html = Verdict::parse(&some)?.html();
    assert!(html.contains("The 3 suppressed records are fewer than 5: the * of each of their columns is among"));
    let html = first;
    assert!(html.contains("<p>Ada</p>") && html.contains("not compared with its original"));
    assert!(html.contains("The proof was not checked: that takes"));
    assert!(html.contains("Blank are cells with * and with nothing at all and “NA”."));
    assert!(html.contains("<td>the release</td>") && html.find("00ff") < html.find(">11<"));
    assert!(!html.contains("2021-03-04"), "a value is on the page");
    assert_eq!(html, Verdict::parse(&verdict("false"))?.html());
    let html = Verdict::parse(&verdict("true"))?.html();
    assert!(html.contains("holds: 1 claim; 1 was not checked."));
    Ok(())
}

#[test]
fn conditions_beside_k_are_told_each_with_what_the_release_has() -> Result<()> {
    let none = Verdict::parse(&verdict("true"))?.html();
    assert!(!none.contains("Conditions beside k"));
    let some = verdict("true").replace(
        r#""conditions": []"#,
        r#""conditions": [{"asked": "in every class: <b>", "holds": false, "found": "the fewest are 1", "classes": 2,
            "failing": [1, 8], "columns": ["seen"], "worst": [[["2021-03-04"], 8, "1"]]},
            {"asked": "k-map", "holds": null, "found": "no original", "classes": 0, "failing": [0, 0], "columns": [],
            "worst": []}]"#,
    );
    let html = Verdict::parse(&some)?.html();
    assert!(
        html.contains("Of 2 conditions beside k, 0 hold, 1 does not, and 1 could not be checked: this is no pass.")
    );
    assert!(html.contains("Conditions beside k") && html.contains("in every class: &lt;b&gt;"));
    assert!(html.contains("the fewest are 1") && html.contains("no original"));
    assert!(!html.contains("2021-03-04"), "a value is on the page");
    Ok(())
}

#[test]
fn blank_records_that_are_not_suppressed_count() -> Result<()> {
    let other = verdict("true").replace("areRemoved\": false", "areRemoved\": true");
    let html = Verdict::parse(&other)?.html();
    assert!(html.contains("the release is not 5-anonymous; k was said by the report"));
    Ok(())
}

#[test]
fn what_nobody_asks_for_is_refused() {
    let other = verdict("true").replace("\"reviewer\"", "\"reviwer\"");
    assert_eq!(Verdict::parse(&other).unwrap_err().code(), "document-unknown-field");
    assert_eq!(Verdict::parse("{}").unwrap_err().code(), "document-syntax");
}

#[test]
fn a_report_of_no_release_has_its_claims_alone() -> Result<()> {
    let mut found = Verdict::parse(&verdict("true"))?;
    found.release = None;
    found.proof = Some(ProofState::Refused);
    let html = found.html();
    assert!(html.contains("Review of a report") && !html.contains("Classes of the release"));
    assert!(html.contains("holds: 1 claim;") && html.contains("The proof does not hold."));
    assert!(!html.contains("not compared with its original"));
    found.audited = Some(AuditedReport { failure: Some("another table".to_owned()), ..AuditedReport::default() });
    assert!(found.html().contains("does not belong to these files"));
    assert!(found.html().contains("another table"));
    Ok(())
}

#[test]
fn what_the_reviewer_says_is_read_by_the_names_of_the_fields() -> Result<()> {
    let said = parse_said(r#"{"reviewer": "Ada", "decision": "yes"}"#)?;
    assert_eq!(said.get("decision").map(String::as_str), Some("yes"));
    let wrong = parse_said(r#"{"reviwer": "Ada"}"#).unwrap_err();
    assert_eq!(wrong.code(), "document-unknown-field");
    Ok(())
}

#[test]
fn who_is_named_comes_first_and_is_no_pass() -> Result<()> {
    let named =
        verdict("true").replace("\"identifiers\": null", "\"identifiers\": \"`<n>` looks like an identifier.\"");
    let html = Verdict::parse(&named)?.html();
    let first = html.find("`&lt;n&gt;` looks like an identifier.");
    assert!(first.is_some() && first < html.find("Every claim of the report that could be checked holds"));
    // The report holds all the same.
    assert!(!html.contains("does not pass"));
    let mut alone = Verdict::parse(&named)?;
    alone.audited = None;
    assert!(alone.html().contains("looks like an identifier. The release does not pass."));
    alone.release.iter_mut().for_each(|release| release.identifiers = None);
    assert!(!alone.html().contains("does not pass"));
    Ok(())
}

#[test]
fn columns_that_were_not_looked_through_are_not_said_to_show_nothing() -> Result<()> {
    let signs = r#""signs": [{"kind": "day", "name": "dates to the day", "records": 12, "values": 9, "example": "2021-03-04"}]"#;
    let none = verdict("true").replace(signs, r#""signs": []"#);
    assert_ne!(none, verdict("true"));
    let html = Verdict::parse(&none)?.html();
    assert!(html.contains("no column that was looked through shows dates") && !html.contains("Not looked through"));
    let unseen = none.replace("\"isLookedThrough\": true", "\"isLookedThrough\": false");
    let html = Verdict::parse(&unseen)?.html();
    assert!(html.contains("Not looked through, as there are too many values: seen."));
    assert!(!html.contains("no column that was looked through"), "there is none");
    Ok(())
}

#[test]
fn free_text_is_no_number_of_persons() -> Result<()> {
    let of = |column: &str, kind: &str| {
        let named = verdict("true").replace("\"role\": \"quasi-identifier\"", "\"role\": \"identifier\"");
        Verdict::parse(&named.replace("\"seen\"", column).replace("\"day\"", kind)).map(|verdict| verdict.html())
    };
    let free = "hold free text, which does not tell them apart";
    assert!(of("\"comments\"", "\"day\"")?.contains(free));
    assert!(of("\"x7\"", "\"free-text\"")?.contains(free));
    for html in [of("\"pid\"", "\"identifier\"")?, of("\"comment_id\"", "\"identifier\"")?] {
        assert!(!html.contains(free) && !html.contains("no column is said to tell persons apart"));
    }
    Ok(())
}
