//! Proofs that no policy comes before the claimed one, on thousands of random studies and under every measure.
//!
//! - The best policy is proven, and no other. A tie that only the order decides is decided rightly.
//! - Trees that are cut, lengthened, changed or swapped, other claims, other tables and other recipes are refused,
//!   unless a look at every policy shows that the claim is true.
//! - A proof is the same in any slices and by any number of threads.
//! - Passports hold no value of the table, and are checked over a copy of it.
//! - A different table or different hierarchies are distinguished from a wrong proof. Groups with other names, or in a
//!   different order, make no difference.
//! - A claim about more than 20,000 policies, too many to look at each, is proven again by a proof.
//! - The two checkers, `kanon-check` in Rust and `check.py` in Python, agree. Without Python the comparison is skipped,
//!   but never in CI.

use crate::support::adult::adult;
use crate::support::program::{CSV, Folder, RECIPE};
use crate::support::random::{cases, measures, question, study};
use crate::support::small_study::{Question, SmallColumn, SmallStudy, run};
use kanon::audit::{Reproof, Reproving, Verdict};
use kanon::lattice::Policy;
use kanon::loss::{Aggregate, MeasureName};
use kanon::monitor::{Checks, Unlimited};
use kanon::proof::{Certificate, Certify, ProofTask, Proved, Prover};
use kanon::proof_file::{PlainStudy, TreeBytes, proof_header};
use kanon::recipe::Recipe;
use kanon::run::RunStatus;
use kanon::search::{Algorithm, Evaluator, Problem, Status};
use kanon::table::EncodedStudy;
use kanon_check::Failure;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// Whether losses are rounded by no rule, so that a proof leaves some slack.
fn rounds(measure: MeasureName, aggregate: Aggregate) -> bool {
    let is_geometric = aggregate == Aggregate::GeometricMean && measure.is_aggregated();
    is_geometric || measure == MeasureName::Entropy
}

/// A random question under any measure.
fn asked() -> impl Strategy<Value = Question> {
    (question(), prop::sample::select(measures())).prop_map(|(question, (measure, aggregate))| Question {
        measure,
        aggregate,
        ..question
    })
}

/// A problem with all that checkers read of it.
struct Posed {
    problem: Arc<Problem>,
    prepared: EncodedStudy,
    recipe: Recipe,
    plain: PlainStudy,
}

impl Posed {
    fn new(study: &SmallStudy, question: Question) -> Option<Self> {
        let question = Question { k: question.k.min(study.n()), ..question };
        let prepared = study.prepared();
        let problem = study.problem(&prepared, question).ok()?;
        let recipe = study.recipe(question);
        let plain = PlainStudy::of(&prepared, &recipe).unwrap();
        Some(Self { problem, prepared, recipe, plain })
    }

    /// The best policy, by a search that looks at every one.
    fn best(&self) -> Option<Policy> {
        let mut search = (Algorithm::BruteForce.search(Arc::clone(&self.problem), 0)).unwrap();
        run(&mut *search);
        search.progress().best.map(|best| best.policy)
    }

    fn certify(&self, claim: &Policy) -> Result<Certificate, Policy> {
        let mut certify = Certify::new(Arc::clone(&self.problem), claim).unwrap();
        assert_eq!(certify.advance(&mut Unlimited), Status::Done);
        certify.finish().unwrap()
    }

    fn file(&self, certificate: &Certificate) -> Vec<u8> {
        let header = proof_header(&self.prepared, &self.recipe, certificate, TreeBytes::Plain, None);
        [header.as_bytes(), &certificate.tree].concat()
    }

    fn check(&self, certificate: &Certificate) -> Result<kanon_check::Proven, Failure> {
        self.check_file(&self.file(certificate))
    }

    fn check_file(&self, file: &[u8]) -> Result<kanon_check::Proven, Failure> {
        kanon_check::check(file, &self.plain.csv, &self.plain.recipe.to_json(), None, 1, &())
    }

    /// Whether every valid policy but the claimed one comes after it: the definition, policy by policy.
    fn is_first(&self, claim: &Policy) -> bool {
        let mut evaluator = Evaluator::new(Arc::clone(&self.problem));
        let lattice = self.problem.lattice();
        let mut key = |policy: &Policy| {
            let found = evaluator.check(policy);
            (found.valid, found.loss)
        };
        let (valid, loss) = key(claim);
        let mut all = std::iter::successors(Some(lattice.bottom()), |policy| lattice.next(policy));
        let slack = self.slack(loss);
        valid
            && all.all(|policy| {
                let (valid, own) = key(&policy);
                !valid
                    || own > loss
                    || (slack > 0.0 && own + slack >= loss)
                    || (own == loss && (policy.rank(), &policy) >= (claim.rank(), claim))
            })
    }

    /// By how much a better policy may lose less than one that is proven: nothing, where losses are exact.
    fn slack(&self, loss: f64) -> f64 {
        let rounds = rounds(self.recipe.loss.measure, self.recipe.loss.aggregate);
        if rounds { 1e-9 * (1.0 + loss) } else { 0.0 }
    }

    /// A certificate of these bytes for a policy, with what is true of that policy.
    fn claimed(&self, policy: &Policy, tree: Vec<u8>) -> Certificate {
        let found = Evaluator::new(Arc::clone(&self.problem)).check(policy);
        Certificate {
            policy: policy.clone(),
            suppressed: found.suppressed,
            loss: found.loss,
            nodes: tree.len() as u64,
            tree,
        }
    }
}

/// Where the part of a preorder ends that begins here.
fn end(tree: &[u8], start: usize) -> usize {
    let mut open = 1;
    let mut place = start;
    while open > 0 {
        open = if tree[place] == 0 { open - 1 } else { open + 1 };
        place += 1;
    }
    place
}

/// What check.py says of each folder's proof, in one run of Python: 0 proven, 1 refused, 2 wrong file.
const PYTHON: &str = "
import check, sys
for number in range(int(sys.argv[1])):
    read = lambda name: open(f'{number}-{name}', 'rb').read()
    try:
        check.check(read('proof'), read('data').decode(), read('recipe'))
        print(0)
    except check.Refused:
        print(1)
    except (check.Wrong, KeyError, TypeError, ValueError):
        print(2)
";

#[test]
fn both_checkers_read_a_table_as_its_recipe_says() {
    const TABLE: &str = "age;town;n\n20;'a;b';2\n21;c;1\n21;'a;b';1\n30;c;3\n31;c;1\n";
    let recipe = r#"{"kanon": 1, "dialect": {"delimiter": ";", "quote": "'"}, "count_column": "n",
        "columns": {
            "age": {"role": "quasi-identifier",
                "hierarchy": {"rows": [["20", "2", "*"], ["21", "2", "*"], ["30", "3", "*"], ["31", "3", "*"]]}},
            "town": {"role": "quasi-identifier", "hierarchy": {"rows": [["a;b", "*"], ["c", "*"]]}}
        },
        "privacy": {"k": 2, "suppression_limit": 0.2}, "loss": {"measure": "iyengar", "aggregate": "arithmetic-mean"}}"#;
    let folder = Folder::empty();
    folder.write("0-data", TABLE);
    folder.write("0-recipe", recipe);
    let made = "anonymize 0-data --recipe 0-recipe --publish-unnamed --out release --proof 0-proof";
    folder.kanon(made).exits(0).prints(&["nodes"]);
    let proof = std::fs::read(folder.path("0-proof")).unwrap();
    let check = |table: &str| kanon_check::check(&proof, table.as_bytes(), recipe, None, 1, &());
    assert!(check(TABLE).is_ok(), "{:?}", check(TABLE));

    let no_number = TABLE.replace("c;3", "c;some");
    let found = check(&no_number);
    let is_told = matches!(&found, Err(Failure::WrongFile(why)) if why == "a number of records is none");
    assert!(is_told, "{found:?}");
    folder.write("1-data", no_number);
    folder.write("1-recipe", recipe);
    folder.write("1-proof", &proof);
    python_agrees(&folder, &["0", "2"]);
}

/// Holds that check.py says of the folder's proofs what the other checker says.
fn python_agrees(folder: &Folder, in_rust: &[&str]) {
    let mut python = folder.command("python3");
    python.args(["-B", "-c", PYTHON, &in_rust.len().to_string()]);
    python.env("PYTHONPATH", Path::new(env!("CARGO_MANIFEST_DIR")).join("checker"));
    let ended = match python.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            assert!(std::env::var_os("CI").is_none(), "python3 is not there");
            return;
        }
        ended => ended.unwrap(),
    };
    let said = String::from_utf8(ended.stdout).unwrap();
    let in_python: Vec<&str> = said.lines().collect();
    assert_eq!(in_python, in_rust, "{}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn a_sweep_proves_each_answer_once_for_all_settings_that_have_it() {
    let folder = Folder::empty();
    let rows = (0..120).map(|row| format!("{},{},{}\n", row * row % 8, row % 3, row * 7 % 5));
    let table = "a,b,c\n".to_owned() + &rows.collect::<String>();
    let column = |n: u32| {
        let row = |value: u32| json!([value.to_string(), format!("{} of 2", value / 2), "*"]);
        let rows: Vec<Value> = (0..n).map(row).collect();
        json!({"role": "quasi-identifier", "hierarchy": {"rows": rows}})
    };
    let recipe = json!({"kanon": 1, "columns": {"a": column(8), "b": column(3), "c": column(5)},
        "privacy": {"k": 4, "suppression_limit": 0.1}});
    folder.write("data.csv", &table);
    folder.write("recipe.json", recipe.to_string());
    let mut in_rust = Vec::new();
    for (name, settings) in [("k", "--k-from 2 --k-to 20"), ("limit", "--limits 0,0.01,0.03,0.05,0.1,0.3")] {
        let sweep = format!("sweep data.csv --recipe recipe.json --report {name}.json --proofs {name} {settings}");
        folder.kanon(&sweep).exits(0).prints(&["nodes"]);
        let report: Value = serde_json::from_str(&folder.read(&format!("{name}.json"))).unwrap();
        let points = report["points"].as_array().unwrap();
        let mut proofs: Vec<_> = std::fs::read_dir(folder.path(name)).unwrap().collect();
        proofs.sort_by_key(|entry| entry.as_ref().unwrap().file_name());
        assert!(proofs.len() > 1 && proofs.len() < points.len(), "{}", proofs.len());
        let (mut times, mut last) = (vec![0; points.len()], None);
        for proof in proofs {
            let proof = std::fs::read(proof.unwrap().path()).unwrap();
            for (point, times) in points.iter().zip(&mut times) {
                let mut own = recipe.clone();
                own["privacy"] = json!({"k": point["k"], "suppression_limit": point["suppression_limit"]});
                let own = Recipe::parse(&own.to_string()).unwrap().to_json();
                let found = kanon_check::check(&proof, table.as_bytes(), &own, None, 1, &());
                let number = in_rust.len();
                folder.write(&format!("{number}-data"), &table);
                folder.write(&format!("{number}-recipe"), &own);
                folder.write(&format!("{number}-proof"), &proof);
                in_rust.push(if found.is_ok() { "0" } else { "2" });
                let Ok(proven) = found else {
                    last = found.err();
                    continue;
                };
                *times += 1;
                let levels = ["a", "b", "c"].map(|column| point["policy"][column].as_u64().unwrap());
                assert_eq!(proven.levels, levels.map(|level| level as usize));
                assert_eq!(proven.suppressed, point["suppressed_records"].as_u64().unwrap());
                assert!((proven.loss - point["loss"].as_f64().unwrap()).abs() < 1e-12);
            }
        }
        assert!(times.iter().all(|&times| times == 1), "{times:?} {last:?}");
    }
    python_agrees(&folder, &in_rust);
}

proptest! {
    #![proptest_config(cases(2500))]

    #[test]
    fn the_best_policy_is_proven_and_no_other_is(
        study in study(4, 60),
        question in asked(),
        pick in any::<prop::sample::Index>(),
    ) {
        let Some(posed) = Posed::new(&study, question) else { return Ok(()) };
        let Some(best) = posed.best() else { return Ok(()) };
        let certificate = posed.certify(&best);
        let certificate = certificate.map_err(|better| TestCaseError::fail(format!("{better} before {best}")))?;
        let proven = posed.check(&certificate);
        prop_assert!(proven.is_ok(), "{:?}", proven);
        let levels: Vec<usize> = best.levels().iter().map(|&level| level.into()).collect();
        prop_assert_eq!(proven.unwrap().levels, levels);

        // Any other valid policy is beaten, be it by the order of ties alone.
        let lattice = posed.problem.lattice();
        let all: Vec<Policy> = std::iter::successors(Some(lattice.bottom()), |policy| lattice.next(policy)).collect();
        let other = pick.get(&all);
        let found = Evaluator::new(Arc::clone(&posed.problem)).check(other);
        let is_beaten = match posed.slack(found.loss) {
            slack if slack > 0.0 => found.loss - certificate.loss > 1.001 * slack,
            _ => *other != best,
        };
        if found.valid && is_beaten {
            prop_assert!(posed.certify(other).is_err(), "{} is proven, and {} is the best", other, best);
            let claim = posed.claimed(other, certificate.tree.clone());
            prop_assert!(matches!(posed.check(&claim), Err(Failure::Refused(_))));
        }
    }

    #[test]
    fn a_tree_is_accepted_only_where_the_claim_is_true(
        study in study(4, 40),
        question in asked(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 12),
    ) {
        let Some(posed) = Posed::new(&study, question) else { return Ok(()) };
        let Some(best) = posed.best() else { return Ok(()) };
        let Ok(certificate) = posed.certify(&best) else { return Err(TestCaseError::fail("beaten")) };
        let tree = &certificate.tree;
        // Cut off, and more behind the end: no tree at all.
        for changed in [tree[..tree.len() - 1].to_vec(), [tree.as_slice(), &[0]].concat()] {
            prop_assert!(posed.check(&posed.claimed(&best, changed)).is_err());
        }
        let mut wrong = posed.file(&certificate);
        wrong.push(0);
        prop_assert!(matches!(posed.check_file(&wrong), Err(Failure::Refused(_))));
        let lattice = posed.problem.lattice();
        let all: Vec<Policy> = std::iter::successors(Some(lattice.bottom()), |policy| lattice.next(policy)).collect();
        for (pick, byte) in picks {
            let place = pick.index(tree.len());
            let mut changed = tree.clone();
            match (byte % 4, tree[place]) {
                // A leaf too early.
                (0, 1..) => drop(changed.splice(place..end(tree, place), [0])),
                // Another cut, often out of the box.
                (1, _) => changed[place] = byte / 4 % 12,
                // Parts swapped.
                (2, 1..) => {
                    let (above, last) = (end(tree, place + 1), end(tree, end(tree, place + 1)));
                    let swapped = [&tree[above..last], &tree[place + 1..above]].concat();
                    drop(changed.splice(place + 1..last, swapped));
                }
                _ => {}
            }
            let claim = pick.get(&all);
            for claim in [&best, claim] {
                if posed.check(&posed.claimed(claim, changed.clone())).is_ok() {
                    prop_assert!(posed.is_first(claim), "{} was accepted by {:?}", claim, changed);
                }
            }
        }
    }

    #[test]
    fn a_proof_is_the_same_in_any_slices(study in study(4, 60), question in asked(), slice in 0u64..3) {
        let Some(posed) = Posed::new(&study, question) else { return Ok(()) };
        let Some(best) = posed.best() else { return Ok(()) };
        let whole = posed.certify(&best).unwrap();
        let mut certify = Certify::new(Arc::clone(&posed.problem), &best).unwrap();
        let mut share = 0.0;
        while certify.advance(&mut Checks(slice + 1)) == Status::Running {
            prop_assert!(certify.share() >= share && certify.share() <= 1.0);
            share = certify.share();
        }
        prop_assert!((certify.share() - 1.0).abs() < 1e-9);
        prop_assert_eq!(certify.finish().unwrap().unwrap(), whole);
    }

    #[test]
    fn a_proof_is_the_same_however_many_make_it(
        study in study(4, 60), question in asked(), events in prop::collection::vec((0usize..4, 0u8..4, 1u64..9), 0..60),
    ) {
        let Some(posed) = Posed::new(&study, question) else { return Ok(()) };
        let Some(best) = posed.best() else { return Ok(()) };
        let whole = posed.certify(&best).unwrap();
        let mut certify = Certify::new(Arc::clone(&posed.problem), &best).unwrap();
        let mut provers: Vec<(Prover, Option<u64>)> = (0..3)
            .map(|_| (Prover::new(Arc::clone(certify.subject())), None))
            .collect();
        for (who, what, number) in events {
            let share = certify.share();
            let Some((prover, lent)) = provers.get_mut(who) else {
                certify.advance(&mut Checks(number));
                prop_assert!(certify.share() >= share && certify.share() <= 1.0);
                continue;
            };
            match (what, *lent) {
                (0, None) => {
                    if let Some((number_of, task)) = certify.lend() {
                        let text = ProofTask { boxes: number, ..task }.text();
                        prover.begin(&ProofTask::read(&text).unwrap());
                        *lent = Some(number_of);
                    }
                }
                (0, Some(number)) => {
                    certify.absorb(number, Proved::read(&prover.finish().text()).unwrap());
                    *lent = None;
                }
                (_, Some(_)) => drop(prover.advance(&mut Checks(number))),
                (_, None) => {}
            }
            prop_assert!(certify.share() >= share && certify.share() <= 1.0);
        }
        for (mut prover, lent) in provers {
            if let Some(number) = lent {
                certify.advance(&mut Unlimited);
                prop_assert!(!certify.is_done() && certify.share() < 1.0);
                certify.absorb(number, Proved::read(&prover.finish().text()).unwrap());
            }
        }
        prop_assert_eq!(certify.advance(&mut Unlimited), Status::Done);
        prop_assert_eq!(certify.share(), 1.0);
        prop_assert_eq!(certify.nodes(), whole.nodes);
        prop_assert_eq!(certify.finish().unwrap().unwrap(), whole);
    }

    #[test]
    fn whoever_of_several_finds_a_better_policy_ends_the_proof(study in study(4, 60), question in asked(), pick: prop::sample::Index) {
        let Some(posed) = Posed::new(&study, question) else { return Ok(()) };
        let lattice = posed.problem.lattice();
        let all: Vec<Policy> = std::iter::successors(Some(lattice.bottom()), |policy| lattice.next(policy)).collect();
        let claim = pick.get(&all);
        let Ok(mut certify) = Certify::new(Arc::clone(&posed.problem), claim) else { return Ok(()) };
        let mut prover = Prover::new(Arc::clone(certify.subject()));
        while !certify.is_done() {
            match certify.lend() {
                Some((number, task)) => {
                    prover.begin(&ProofTask { boxes: 1, ..task });
                    while prover.advance(&mut Unlimited) == Status::Running {}
                    certify.absorb(number, prover.finish());
                }
                None => drop(certify.advance(&mut Checks(1))),
            }
        }
        prop_assert_eq!(certify.finish().unwrap().is_ok(), posed.is_first(claim));
    }

    #[test]
    fn a_proof_of_another_table_or_recipe_is_refused_or_true(
        study in study(3, 40), other in study(3, 40), question in asked(), second in asked(),
    ) {
        let Some(posed) = Posed::new(&study, question) else { return Ok(()) };
        let Some(best) = posed.best() else { return Ok(()) };
        let file = posed.file(&posed.certify(&best).unwrap());
        for (study, question) in [(&study, second), (&other, question)] {
            let Some(posed) = Posed::new(study, question) else { continue };
            if let Ok(proven) = posed.check_file(&file) {
                let levels: Vec<u8> = proven.levels.iter().map(|&level| level as u8).collect();
                prop_assert!(posed.is_first(&Policy::new(levels)));
            }
        }
    }
}

#[test]
fn the_order_of_ties_alone_refuses_a_box_of_two_policies() {
    // Level 1 has the groups of level 0 under other names, and one record is suppressed on both: they lose equally,
    // and what a box of both is known to lose is just that.
    let rows: [&[&str]; 3] = [&["a", "A"], &["b", "B"], &["c", "C"]];
    let table: [&[&str]; 5] = [&["a"], &["a"], &["b"], &["b"], &["c"]];
    for (measure, aggregate) in measures() {
        let study = SmallStudy::new(vec![SmallColumn::new(&rows)], &table);
        let question = Question { k: 2, suppression_limit: 0.2, measure, aggregate };
        let posed = Posed::new(&study, question).unwrap();
        let [lower, upper] = [0, 1].map(|level| posed.check(&posed.claimed(&Policy::new([level]), vec![0])));
        let sizes = [MeasureName::Discernibility, MeasureName::DmStar].contains(&measure);
        if sizes {
            assert!(lower.is_ok(), "{measure:?}: {lower:?}");
        }
        if !rounds(measure, aggregate) {
            assert!(matches!(upper, Err(Failure::Refused(_))), "{measure:?}: {upper:?}");
        }
    }
}

/// The census, and its best policy by this measure.
fn census(measure: MeasureName, aggregate: Aggregate) -> (Posed, Policy) {
    let (mut recipe, prepared) = adult();
    (recipe.loss.measure, recipe.loss.aggregate) = (measure, aggregate);
    let problem = Arc::new(prepared.problem(&recipe).unwrap());
    let mut search = (Algorithm::Exact.search(Arc::clone(&problem), 0)).unwrap();
    run(&mut *search);
    let best = search.progress().best.unwrap().policy;
    let plain = PlainStudy::of(&prepared, &recipe).unwrap();
    let posed = Posed { problem, prepared, recipe, plain };
    (posed, best)
}

/// One of several who check a proof.
struct Part {
    part: usize,
    of: usize,
}

impl kanon_check::Watch for Part {
    fn is_own(&self, node: usize) -> bool {
        node % self.of == self.part
    }
}

#[test]
fn what_is_claimed_of_many_policies_is_proven_again_by_a_proof() {
    // 2¹⁵ policies, too many to look at each.
    let columns = vec![SmallColumn::new(&[&["a", "*"], &["b", "*"]]); 15];
    let record = |row: usize| -> Vec<&str> {
        let is_a = |column: usize| (row * (column + 3) / 8).is_multiple_of(2);
        (0..15).map(|column| if is_a(column) { "a" } else { "b" }).collect()
    };
    let records: Vec<Vec<&str>> = (0..40).map(record).collect();
    let records: Vec<&[&str]> = records.iter().map(Vec::as_slice).collect();
    let question =
        Question { k: 3, suppression_limit: 0.1, measure: MeasureName::Iyengar, aggregate: Aggregate::ArithmeticMean };
    let posed = Posed::new(&SmallStudy::new(columns, &records), question).unwrap();
    let best = posed.best().unwrap();
    let mut evaluator = Evaluator::new(Arc::clone(&posed.problem));
    let mut prove = |claim: &Policy, milliseconds: f64| {
        let loss = evaluator.check(claim).loss;
        let problem = Arc::clone(&posed.problem);
        let mut reproof = Reproof::of_best(problem, Some(claim.levels()), loss).unwrap();
        let mut time = 0.0;
        let mut now = || {
            time += 1.0;
            time
        };
        let status = reproof.advance(milliseconds, &mut now);
        let is_proof = matches!(reproof.progress(), Reproving::Proof { nodes, .. } if nodes > 0);
        assert!(is_proof, "another search was made");
        (status, reproof.verdict())
    };
    assert_eq!(prove(&best, f64::MAX), (RunStatus::Done, Verdict::Proven));
    let open = Verdict::Open { bound: 0.0 };
    assert_eq!(prove(&best, 3.0), (RunStatus::Running, open));
    let top = posed.problem.lattice().top();
    let (_, verdict) = prove(&top, f64::MAX);
    let Verdict::Refuted { levels, loss } = verdict else {
        panic!("{verdict:?}: the most general policy is not the best");
    };
    let better = posed.claimed(&Policy::new(levels), Vec::new());
    assert!(loss == better.loss && loss < posed.claimed(&top, Vec::new()).loss);
    assert!(better.suppressed <= posed.problem.limit());
}

#[test]
fn a_checker_believes_neither_levels_nor_links_nor_releases() {
    let column = || SmallColumn::new(&[&["a", "ab", "*"], &["b", "ab", "*"], &["c", "c", "*"]]);
    let records: [&[&str]; 6] = [&["a", "a"], &["a", "a"], &["b", "b"], &["b", "b"], &["c", "c"], &["a", "b"]];
    let mut study = SmallStudy::new(vec![column(), column()], &records);
    study.linked = vec![vec![0, 1]];
    let question =
        Question { k: 2, suppression_limit: 0.5, measure: MeasureName::Iyengar, aggregate: Aggregate::ArithmeticMean };
    let posed = Posed::new(&study, question).unwrap();
    let best = posed.best().unwrap();
    assert_eq!(best.levels(), [0, 0]);
    let file = posed.file(&posed.certify(&best).unwrap());
    let recipe = posed.plain.recipe.to_json();
    let check = |file: &[u8], recipe: &str, release: Option<&str>| {
        let release = release.map(str::as_bytes);
        kanon_check::check(file, &posed.plain.csv, recipe, release, 1, &())
    };
    assert!(check(&file, &recipe, None).is_ok());

    // The columns are linked, and the claim has them on two levels.
    let end = file.iter().position(|&byte| byte == b'\n').unwrap();
    let header = String::from_utf8(file[..end].to_vec()).unwrap();
    assert!(header.contains("\"policy\":[0,0]"), "{header}");
    let apart = header.replace("\"policy\":[0,0]", "\"policy\":[0,1]");
    let apart = [apart.as_bytes(), &file[end..]].concat();
    let found = check(&apart, &recipe, None);
    assert!(matches!(&found, Err(Failure::Refused(why)) if why.contains("none that the recipe allows")), "{found:?}");

    // Values that one level puts together are apart on the next.
    let mut torn: Value = serde_json::from_str(&recipe).unwrap();
    let names: Vec<String> = torn["columns"].as_object().unwrap().keys().cloned().collect();
    torn["columns"][&names[0]]["hierarchy"] = json!({"rows": [["a", "ab", "x"], ["b", "ab", "*"], ["c", "c", "*"]]});
    let found = check(&file, &torn.to_string(), None);
    assert!(matches!(&found, Err(Failure::WrongFile(why)) if why.contains("coarsen")), "{found:?}");

    // Two records are suppressed: they are all there as stars, or none is.
    let head = format!("{},{},n\n", names[0], names[1]);
    let count = posed.plain.recipe.count_column.clone();
    let head = count.map_or(head.clone(), |count| head.replace(",n\n", &format!(",{count}\n")));
    for (stars, is_so) in [(0, true), (1, false), (2, true), (3, false)] {
        let release = format!("{head}a,a,2\nb,b,2\n*,*,{stars}\n");
        let found = check(&file, &recipe, Some(&release));
        assert_eq!(found.is_ok(), is_so, "{stars}: {found:?}");
    }
}

#[test]
fn another_file_is_told_from_a_wrong_proof() {
    let study = |rows: [[&str; 3]; 4], last: &str| {
        let rows: Vec<&[&str]> = rows.iter().map(|row| row.as_slice()).collect();
        let records: [&[&str]; 6] = [&["a"], &["a"], &["b"], &["c"], &["c"], &[last]];
        SmallStudy::new(vec![SmallColumn::new(&rows)], &records)
    };
    let question =
        Question { k: 3, suppression_limit: 0.0, measure: MeasureName::Iyengar, aggregate: Aggregate::ArithmeticMean };
    let rows = [["a", "ab", "*"], ["b", "ab", "*"], ["c", "cd", "*"], ["d", "cd", "*"]];
    let posed = Posed::new(&study(rows, "d"), question).unwrap();
    let best = posed.best().unwrap();
    let file = posed.file(&posed.certify(&best).unwrap());
    let check = |study: &SmallStudy| Posed::new(study, question).unwrap().check_file(&file);
    assert!(check(&study(rows, "d")).is_ok());
    // The same values in the same groups, which have other names and are in another order.
    let mut named = rows.map(|[value, group, _]| [value, if group == "ab" { "cd" } else { "0" }, "all"]);
    named.reverse();
    assert!(check(&study(named, "d")).is_ok());
    // Both pose other problems, of which the tree happens to be a proof, or not: neither is what it was made of.
    let mut other = rows;
    other[3][1] = "ab";
    for (study, which) in [(study(rows, "c"), "table"), (study(other, "d"), "hierarchies")] {
        let found = check(&study);
        let is_told = matches!(&found, Err(Failure::WrongFile(why)) if why.contains(which));
        assert!(is_told, "{found:?} instead of another {which}");
    }
}

/// A study of two columns, a proof of its best policy, and what both checkers say of them when one is changed.
struct Changed {
    posed: Posed,
    file: Vec<u8>,
    folder: Folder,
    in_rust: Vec<&'static str>,
}

impl Changed {
    fn new() -> Self {
        let column = || SmallColumn::new(&[&["a", "ab", "*"], &["b", "ab", "*"], &["c", "c", "*"]]);
        let records: [&[&str]; 6] = [&["a", "a"], &["a", "a"], &["b", "b"], &["b", "c"], &["c", "c"], &["c", "c"]];
        let study = SmallStudy::new(vec![column(), column()], &records);
        let (measure, aggregate) = (MeasureName::Iyengar, Aggregate::ArithmeticMean);
        let question = Question { k: 2, suppression_limit: 0.2, measure, aggregate };
        let posed = Posed::new(&study, question).unwrap();
        let file = posed.file(&posed.certify(&posed.best().unwrap()).unwrap());
        Self { posed, file, folder: Folder::empty(), in_rust: Vec::new() }
    }

    /// Holds that `kanon-check` finds the files wrong or refuses them, and names what it must.
    fn check(&mut self, file: &[u8], recipe: &str, code: &'static str, names: &str) {
        let csv = &self.posed.plain.csv;
        let found = kanon_check::check(file, csv, recipe, None, 1, &());
        let (own, why) = match found {
            Ok(_) => ("0", String::new()),
            Err(Failure::Refused(why)) => ("1", why),
            Err(Failure::WrongFile(why)) => ("2", why),
        };
        assert!(own == code && why.contains(names), "{own} instead of {code}, {names}: {why}\n{recipe}");
        let number = self.in_rust.len();
        self.folder.write(&format!("{number}-data"), csv);
        self.folder.write(&format!("{number}-recipe"), recipe);
        self.folder.write(&format!("{number}-proof"), file);
        self.in_rust.push(code);
    }
}

#[test]
fn a_recipe_that_asks_for_what_a_checker_does_not_check_is_refused_by_name() {
    let mut changed = Changed::new();
    let recipe = changed.posed.plain.recipe.to_json();
    let file = changed.file.clone();
    changed.check(&file, &recipe, "0", "");
    let name = changed.posed.prepared.names()[0].clone();
    type Change<'a> = (&'a str, &'a dyn Fn(&mut Value));
    let changes: [Change; 21] = [
        ("`protect`", &|own| own["protect"] = json!([{"l-diversity": {"column": "s", "l": 2}}])),
        ("`protect`", &|own| own["protect"] = json!([{"k-anonymity": 3}])),
        ("`protect`", &|own| own["protect"] = json!([{"average-risk": 0.1}])),
        ("`chosen`", &|own| own["chosen"] = json!({"cells": {}})),
        ("`chosen`", &|own| own["chosen"] = json!({"policy": {"levels": {}}})),
        ("`demand`", &|own| own["demand"] = json!(3)),
        ("`privacy.least`", &|own| own["privacy"]["least"] = json!(3)),
        ("k", &|own| own["privacy"]["k"] = json!(3)),
        ("limit", &|own| own["privacy"]["suppression_limit"] = json!(0.5)),
        ("`privacy.suppression_limit`", &|own| own["privacy"]["suppression_limit"] = json!(2)),
        ("`loss.weights`", &|own| own["loss"]["weights"] = json!({})),
        ("`dialect.first_row`", &|own| own["dialect"]["first_row"] = json!(3)),
        ("`kanon`", &|own| own["kanon"] = json!(2)),
        ("`linked`", &|own| own["linked"] = json!([["other", "more"]])),
        ("columns", &|own| own["columns"]["more"] = json!({"role": "quasi-identifier"})),
        ("`columns.more.role`", &|own| own["columns"]["more"] = json!({"role": "quasi"})),
        ("`columns.more.cap`", &|own| own["columns"]["more"] = json!({"role": "insensitive", "cap": 1})),
        (".cap`", &|own| own["columns"][&name]["cap"] = json!(1)),
        (".hierarchy.mask`", &|own| own["columns"][&name]["hierarchy"]["mask"] = json!({})),
        ("rows", &|own| own["columns"][&name]["hierarchy"]["tree"] = json!({"rows": [["a"], ["b"], ["c"]]})),
        ("levels", &|own| own["columns"][&name]["max_level"] = json!(7)),
    ];
    for (named, change) in changes {
        let mut own: Value = serde_json::from_str(&recipe).unwrap();
        change(&mut own);
        let code = "2";
        // More quasi-identifiers than the table has are told by another sentence.
        let named = if named == "columns" { "quasi-identifier" } else { named };
        changed.check(&file, &own.to_string(), code, named);
    }
    // The second of two keys is not the one that another program may read.
    for (key, twice) in [("\"k\"", r#""k": 9, "k""#), ("\"privacy\"", r#""privacy": {"k": 9}, "privacy""#)] {
        let doubled = recipe.replacen(key, twice, 1);
        assert_ne!(doubled, recipe);
        changed.check(&file, &doubled, "2", "twice");
    }
    changed.check(&file, &format!("\u{feff}{recipe}"), "2", "");
    // What does not bear on validity or loss is as it likes to be.
    let mut own: Value = serde_json::from_str(&recipe).unwrap();
    own["search"] = json!({"algorithm": "flash"});
    own["release"] = json!({"shuffle": 3});
    (own["chosen"], own["protect"], own["columns"]["note: \\\"x"]) =
        (json!(null), json!([]), json!({"role": "sensitive"}));
    changed.check(&file, &own.to_string(), "0", "");
    python_agrees(&changed.folder, &changed.in_rust);
}

#[test]
fn the_first_line_of_a_proof_has_its_keys_once_and_no_others() {
    let mut changed = Changed::new();
    let recipe = changed.posed.plain.recipe.to_json();
    let end = changed.file.iter().position(|&byte| byte == b'\n').unwrap();
    let tree = changed.file[end..].to_vec();
    let line = String::from_utf8(changed.file[..end].to_vec()).unwrap();
    let header: Value = serde_json::from_str(&line).unwrap();
    let of = |line: &str| [line.as_bytes(), &tree].concat();
    let keys: Vec<String> = header.as_object().unwrap().keys().cloned().collect();
    for key in &keys {
        let mut lacking = header.clone();
        lacking.as_object_mut().unwrap().remove(key);
        changed.check(&of(&lacking.to_string()), &recipe, "2", if key == "kanon_proof" { "no proof" } else { key });
        let twice = line.replacen(&format!("\"{key}\":"), &format!("\"{key}\":0,\"{key}\":"), 1);
        changed.check(&of(&twice), &recipe, "2", "twice");
        let escaped =
            twice.replacen(&format!("\"{key}\":"), &format!("\"\\u{:04x}{}\":", key.as_bytes()[0], &key[1..]), 1);
        changed.check(&of(&escaped), &recipe, "2", "twice");
    }
    for (key, value, code) in [
        ("more", json!(1), "2"),
        ("kanon_proof", json!(1.0), "2"),
        ("kanon_proof", json!(true), "2"),
        ("records", json!(6.0), "2"),
        ("k", json!(2.0), "2"),
        ("k", json!("2"), "2"),
        ("k_to", json!(1), "2"),
        ("k_to", json!("9"), "2"),
        ("k_to", json!(9), "0"),
        ("limit_from", json!(null), "2"),
        ("limit_from", json!(2), "2"),
        ("limit_from", json!(0), "0"),
        ("limit", json!(1.0), "2"),
        ("suppressed", json!(0.5), "1"),
        ("loss", json!("0"), "1"),
        ("loss", json!(true), "1"),
        ("nodes", json!(true), "1"),
        ("nodes", json!(1.5), "1"),
        ("policy", json!("00"), "1"),
        ("policy", json!(0), "1"),
        ("policy", json!([0.0, 0.0]), "1"),
        ("body", json!("gzip"), "1"),
    ] {
        let mut own = header.clone();
        own[key] = value;
        changed.check(&of(&own.to_string()), &recipe, code, if key == "more" { "`more`" } else { "" });
    }
    for line in [format!("\u{feff}{line}"), line.replace("\"loss\":", "\"loss\":NaN,\"x\":"), "[]".to_owned()] {
        changed.check(&of(&line), &recipe, "2", "");
    }
    python_agrees(&changed.folder, &changed.in_rust);
}

#[test]
fn no_program_says_proven_of_a_recipe_with_conditions() {
    let folder = Folder::empty();
    folder.write("data.csv", "a,s\nx,p\nx,p\ny,q\ny,q\n");
    let recipe = |more: &str| {
        let own = r#"{"kanon": 1, "columns": {"a": {"role": "quasi-identifier", "hierarchy": {"rows": [["x", "*"], ["y", "*"]]}},
            "s": {"role": "sensitive"}}, "loss": {"measure": "iyengar", "aggregate": "arithmetic-mean"},
            "privacy": {"k": 2, "suppression_limit": 0}MORE}"#;
        own.replace("MORE", more)
    };
    folder.write("sizes.json", recipe(""));
    folder.kanon("anonymize data.csv --recipe sizes.json --out o.csv --proof p").exits(0);
    folder.kanon("check p --data data.csv --recipe sizes.json").exits(0).prints(&["proven"]);
    let proof = std::fs::read(folder.path("p")).unwrap();
    let mut in_rust = Vec::new();
    for (more, key) in [
        // No policy is valid under the first: both values of `s` are needed three times.
        (r#", "protect": [{"k-anonymity": 2}, {"l-diversity": {"column": "s", "l": 3}}]"#, "protect"),
        (r#", "protect": [{"k-anonymity": 2}, {"average-risk": 0.3}]"#, "protect"),
        (
            r#", "protect": [{"k-anonymity": 2}, {"t-closeness": {"column": "s", "distance": "equal", "t": 0.1}}]"#,
            "protect",
        ),
        (r#", "chosen": {"policy": {"levels": {"a": 1}}}"#, "chosen"),
    ] {
        folder.write("other.json", recipe(more));
        folder.kanon("check p --data data.csv --recipe other.json").exits(2).complains(&[key]);
        let own = recipe(more);
        let found = kanon_check::check(&proof, &std::fs::read(folder.path("data.csv")).unwrap(), &own, None, 1, &());
        assert!(matches!(&found, Err(Failure::WrongFile(why)) if why.contains(key)), "{found:?}");
        let number = in_rust.len();
        folder.write(&format!("{number}-data"), folder.read("data.csv"));
        folder.write(&format!("{number}-recipe"), own);
        folder.write(&format!("{number}-proof"), &proof);
        in_rust.push("2");
    }
    python_agrees(&folder, &in_rust);
}

#[test]
fn the_program_makes_a_proof_and_checks_it() {
    let folder = Folder::of_ages();
    let check = "check p --data data.csv --recipe recipe.json";
    folder.write("recipe.json", RECIPE.replace("REST", r#", "privacy": {"k": 2, "suppression_limit": 0.2}"#));
    let made = "anonymize data.csv --recipe recipe.json --publish-unnamed --out release.csv --proof p";
    folder.kanon(made).exits(0).prints(&["nodes"]);
    folder.kanon(&format!("{check} --release release.csv --plain plain")).exits(0).prints(&["proven"]);
    let plain = "check p --data plain/data.csv --recipe plain/recipe.kanon.json --release plain/release.csv";
    folder.kanon(plain).exits(0).prints(&["proven"]);

    // Another release, another table and another claim.
    folder.write("other.csv", folder.read("release.csv").replacen("20", "30", 1));
    folder.kanon(&format!("{check} --release other.csv")).exits(2);
    folder.write("more.csv", format!("{CSV}30,f,x\n"));
    folder.kanon("check p --data more.csv --recipe recipe.json").exits(2).complains(&["records"]);
    let proof = std::fs::read(folder.path("p")).unwrap();
    let end = proof.iter().position(|&byte| byte == b'\n').unwrap();
    let header = String::from_utf8(proof[..end].to_vec()).unwrap();
    for (from, to) in [("\"policy\":[0]", "\"policy\":[1]"), ("\"suppressed\":1", "\"suppressed\":0")] {
        assert!(header.contains(from), "{header}");
        let changed = header.replace(from, to);
        folder.write("p", [changed.as_bytes(), &proof[end..]].concat());
        folder.kanon(check).exits(1).complains(&["refused"]);
    }
    folder.write("p", [proof.as_slice(), b"x"].concat());
    folder.kanon(check).exits(1).complains(&["refused"]);
    folder.kanon("check recipe.json --data data.csv --recipe recipe.json").exits(2);

    // Where powers are rounded, a proof says by how much another policy may lose less.
    let geometric = r#", "loss": {"aggregate": "geometric-mean"}"#;
    folder.write("recipe.json", RECIPE.replace("REST", geometric));
    folder.kanon(made).exits(0).prints(&["proof: "]);
    folder.kanon(check).exits(0).prints(&["by more than"]);

    // What cannot be proven is said before the search.
    let conditions = r#", "protect": [{"k-anonymity": 2}, {"average-risk": 0.9}]"#;
    folder.write("recipe.json", RECIPE.replace("REST", conditions));
    folder.kanon(made).exits(2).complains(&["has other conditions"]);
}

/// The files of an archive, by their names, with the day that it has for each.
fn unpacked(path: &Path) -> Vec<(String, String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    (0..archive.len())
        .map(|place| {
            let mut file = archive.by_index(place).unwrap();
            let mut bytes = Vec::new();
            std::io::copy(&mut file, &mut bytes).unwrap();
            let day = file.last_modified().unwrap().to_string();
            (file.name().unwrap().into_owned(), day, bytes)
        })
        .collect()
}

#[test]
fn a_passport_is_checked_over_a_copy_of_the_table_and_has_no_value_of_it() {
    // With values that are missing, a quoted one, and a column that goes out as it is.
    const TABLE: &str = "age;town;note\n20;\"a;b\";secret-1\n21;c;secret-2\n;c;secret-3\n?;\"a;b\";secret-4\n20;c;secret-5\n21;\"a;b\";secret-6\n";
    let folder = Folder::of_ages();
    folder.write("data.csv", TABLE);
    let recipe = r#"{"kanon": 1,
        "dialect": {"delimiter": ";", "quote": "\"", "header": true, "encoding": "utf-8", "missing": ["", "?"]},
        "columns": {
            "age": {"role": "quasi-identifier", "hierarchy": {"intervals": {"widths": [10]}}},
            "town": {"role": "quasi-identifier", "hierarchy": {"rows": [["a;b", "*"], ["c", "*"]]}},
            "note": {"role": "sensitive"}
        },
        "privacy": {"k": 2, "suppression_limit": 0.4}}"#;
    folder.write("recipe.json", recipe);
    let made = |name: &str| {
        let made = format!(
            "anonymize data.csv --recipe recipe.json --out release.csv --report r.json --proof p --passport {name}"
        );
        folder.kanon(&made).exits(0).prints(&["nodes"]);
        unpacked(&folder.path(name))
    };
    let files = made("one.zip");
    let names: Vec<&str> = files.iter().map(|file| file.0.as_str()).collect();
    assert_eq!(names, ["README.txt", "release.kanon.proof", "recipe.kanon.json", "report.json", "SHA256SUMS"]);
    for (name, day, bytes) in &files {
        assert!(day.starts_with("1980-01-01"), "{day}");
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("secret"), "{name}");
    }
    assert_eq!(files[1].2, std::fs::read(folder.path("p")).unwrap());
    let read = |place: usize| String::from_utf8(files[place].2.clone()).unwrap();
    assert_eq!(read(3), folder.read("r.json"));

    for (name, _, bytes) in &files {
        folder.write(name, bytes);
    }
    let check = "check release.kanon.proof --data data.csv --recipe recipe.kanon.json";
    folder.kanon(&format!("{check} --release release.csv")).exits(0);
    folder.kanon(&format!("{check} --plain plain")).exits(0);
    let plain = |name: &str| std::fs::read(folder.path(&format!("plain/{name}"))).unwrap();
    let rows = String::from_utf8(plain("recipe.kanon.json")).unwrap();
    let checked = |recipe: &str| kanon_check::check(&files[1].2, &plain("data.csv"), recipe, None, 1, &());
    assert!(checked(&rows).is_ok());
    assert!(matches!(checked(&read(2)), Err(Failure::WrongFile(_))));
    folder.write("data.csv", format!("{TABLE}21;c;more\n"));
    folder.kanon(check).exits(2);
}

/// What takes a second and more: `cargo xtask ci` runs it, `cargo xtask test` does not.
mod slow {
    use super::*;

    #[test]
    fn both_checkers_say_the_same_of_hundreds_of_proofs() {
        let folder = Folder::empty();
        let mut in_rust = Vec::new();
        let mut runner = TestRunner::deterministic();
        let (studies, questions) = (study(3, 40), asked());
        while in_rust.len() < 900 {
            let study = studies.new_tree(&mut runner).unwrap().current();
            let question = questions.new_tree(&mut runner).unwrap().current();
            let Some(posed) = Posed::new(&study, question) else {
                continue;
            };
            let Some(best) = posed.best() else { continue };
            let certificate = posed.certify(&best).unwrap();
            let tree = &certificate.tree;
            let place = in_rust.len() * 7 % tree.len();
            let mut changed = tree.clone();
            changed[place] = (in_rust.len() / 3 % 9) as u8;
            let cut: Vec<u8> = [&tree[..place], &[0], &tree[end(tree, place)..]].concat();
            let files = [tree.clone(), changed, cut].map(|tree| posed.file(&posed.claimed(&best, tree)));
            for file in files {
                let number = in_rust.len();
                folder.write(&format!("{number}-data"), &posed.plain.csv);
                folder.write(&format!("{number}-recipe"), posed.plain.recipe.to_json());
                folder.write(&format!("{number}-proof"), &file);
                in_rust.push(match posed.check_file(&file) {
                    Ok(_) => "0",
                    Err(Failure::Refused(_)) => "1",
                    Err(Failure::WrongFile(_)) => "2",
                });
            }
        }
        assert!(in_rust.iter().filter(|&&code| code == "0").count() >= 300);
        assert!(in_rust.iter().filter(|&&code| code == "1").count() >= 100);
        python_agrees(&folder, &in_rust);
    }

    /// Whatever costs too little by mistake leaves more nodes, and proves no less.
    #[test]
    fn proofs_of_the_census_have_no_more_nodes_than_their_prices_leave() {
        use Aggregate::{ArithmeticMean, GeometricMean, Maximum};
        for (measure, aggregate, nodes) in [
            (MeasureName::Iyengar, Maximum, 2479),
            (MeasureName::Iyengar, GeometricMean, 649),
            (MeasureName::Precision, ArithmeticMean, 1179),
            (MeasureName::PrecisionCells, ArithmeticMean, 1321),
            (MeasureName::Entropy, ArithmeticMean, 1613),
            (MeasureName::Discernibility, ArithmeticMean, 421),
            (MeasureName::DmStar, ArithmeticMean, 419),
            (MeasureName::Aecs, ArithmeticMean, 2957),
        ] {
            let (posed, best) = census(measure, aggregate);
            let certificate = posed.certify(&best).unwrap();
            assert!(posed.check(&certificate).is_ok());
            assert_eq!(certificate.nodes, nodes, "{measure:?} {aggregate:?}");
        }
    }

    #[test]
    fn the_census_is_proven_by_the_same_bytes_with_any_number_of_threads() {
        let (posed, best) = census(MeasureName::Iyengar, Aggregate::ArithmeticMean);
        let certificate = posed.certify(&best).unwrap();
        assert_eq!(certificate.nodes, 507);
        let is_pair = |&place: &usize| certificate.tree[place] > 0 && certificate.tree[place + 1..place + 3] == [0, 0];
        let mut pairs = (0..certificate.tree.len() - 2).filter(is_pair);
        // A leaf too early, in the first part of the tree and in the last.
        let places = [pairs.next().unwrap(), pairs.next_back().unwrap()];
        let early = places.map(|place| {
            let mut tree = certificate.tree.clone();
            tree.splice(place..place + 3, [0]);
            posed.claimed(&best, tree)
        });
        let said = [1, 2, 5].map(|threads| {
            [&certificate, &early[0], &early[1]].map(|certificate| {
                let recipe = posed.plain.recipe.to_json();
                let file = posed.file(certificate);
                kanon_check::check(&file, &posed.plain.csv, &recipe, None, threads, &())
            })
        });
        assert!(said[0][0].is_ok());
        // Room for so many nodes is not even asked for.
        let mut promised = posed.claimed(&best, vec![0]);
        promised.nodes = 20_000;
        let told = posed.check(&promised);
        assert!(matches!(&told, Err(Failure::Refused(why)) if why.contains("or 1 bytes have")), "{told:?}");
        for early in &said[0][1..] {
            assert!(matches!(early, Err(Failure::Refused(why)) if why.contains("open is the box")));
        }
        assert!(said[1] == said[0] && said[2] == said[0]);
        // Several check a part each: those that see nothing wrong accept, but never all parts of a wrong tree.
        for of in [2, 3, 7] {
            let parts = |certificate: &Certificate| -> Vec<bool> {
                let file = posed.file(certificate);
                let recipe = posed.plain.recipe.to_json();
                let checked = |part| kanon_check::check(&file, &posed.plain.csv, &recipe, None, 1, &Part { part, of });
                (0..of).map(|part| checked(part).is_ok()).collect()
            };
            assert!(parts(&certificate).into_iter().all(|accepts| accepts));
            for early in &early {
                let accepting = parts(early).into_iter().filter(|accepts| *accepts).count();
                assert!(accepting == of - 1, "{accepting} of {of} accept");
            }
        }
    }
}
