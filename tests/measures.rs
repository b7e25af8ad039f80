//! Every measure of information loss on cases worked out by hand, and the figures that the papers print.

use crate::support::small_study::{Question, SmallColumn, SmallStudy};
use crate::support::tuples::close;
use kanon::lattice::Policy;
use kanon::loss::{Aggregate, MeasureName};
use kanon::search::Evaluator;

use Aggregate::{ArithmeticMean, GeometricMean, Maximum};
use MeasureName::{Aecs, Discernibility, Distortion, DmStar, Entropy, Height, Iyengar, Precision, PrecisionCells};

/// The loss of a policy, by way of a recipe.
fn loss(study: &SmallStudy, levels: &[u8], k: u64, measure: MeasureName, aggregate: Aggregate) -> f64 {
    let question = Question { k, suppression_limit: 1.0, measure, aggregate };
    let problem = study.problem(&study.prepared(), question).unwrap();
    let evaluation = Evaluator::new(problem).check(&Policy::new(levels));
    assert!(evaluation.valid);
    evaluation.loss
}

fn mean(study: &SmallStudy, levels: &[u8], k: u64, measure: MeasureName) -> f64 {
    loss(study, levels, k, measure, ArithmeticMean)
}

#[track_caller]
fn assert_close(found: f64, expected: f64) {
    assert!(close(found, expected), "{found} is not {expected}");
}

/// The table of figure 3 of El Emam et al. 2009, under the hierarchies of its figure 1: admission date (day, month,
/// year), gender (value, person) and age (years, 5 years, 10 years, 20 years, all).
fn admissions() -> SmallStudy {
    let date = SmallColumn::new(&[&["01/01/2008", "01/2008", "2008"], &["02/01/2008", "01/2008", "2008"]]);
    let gender = SmallColumn::new(&[&["M", "Person"], &["F", "Person"]]);
    let age = SmallColumn::new(&[
        &["13", "10-14", "10-19", "0-19", "*"],
        &["18", "15-19", "10-19", "0-19", "*"],
        &["19", "15-19", "10-19", "0-19", "*"],
        &["21", "20-24", "20-29", "20-39", "*"],
        &["22", "20-24", "20-29", "20-39", "*"],
        &["23", "20-24", "20-29", "20-39", "*"],
    ]);
    SmallStudy::new(
        vec![date, gender, age],
        &[
            &["01/01/2008", "M", "18"],
            &["01/01/2008", "M", "18"],
            &["01/01/2008", "M", "18"],
            &["01/01/2008", "M", "13"],
            &["01/01/2008", "M", "19"],
            &["02/01/2008", "F", "18"],
            &["02/01/2008", "F", "22"],
            &["02/01/2008", "F", "23"],
            &["02/01/2008", "F", "21"],
            &["01/01/2008", "M", "22"],
        ],
    )
}

#[test]
fn the_precision_of_paper_004_figures_2_and_3() {
    let study = admissions();
    // <d1,g0,a3>: (1/2 + 0 + 3/4) / 3, printed as 0.417.
    let figure_2 = mean(&study, &[1, 0, 3], 3, Precision);
    assert_close(figure_2, 1.25 / 3.0);
    assert_eq!(format!("{figure_2:.3}"), "0.417");
    let (b, c) = (mean(&study, &[0, 0, 1], 3, Precision), mean(&study, &[0, 1, 0], 3, Precision));
    assert_eq!((format!("{b:.4}"), format!("{c:.2}")), ("0.0833".into(), "0.33".into()));
    // Figure 2's lattice is 7 levels high.
    assert_eq!(mean(&study, &[2, 1, 4], 3, Height), 7.0);
    assert_eq!(mean(&study, &[2, 1, 4], 3, Precision), 1.0);
}

#[test]
fn distortion_counts_the_cells_that_are_changed() {
    let study = admissions();
    // Nothing is generalized: at k = 1 nothing is changed, at k = 3 the seven records outside the class of three.
    assert_eq!(mean(&study, &[0, 0, 0], 1, Distortion), 0.0);
    assert_close(mean(&study, &[0, 0, 0], 3, Distortion), 0.7);
    // Ages in fives, of which 10-14 holds 13 alone; of the classes of 4, 3, 1, 1, 1 three records lose all cells.
    assert_close(mean(&study, &[0, 0, 1], 1, Distortion), 0.9 / 3.0);
    assert_close(mean(&study, &[0, 0, 1], 3, Distortion), (0.3 + 0.3 + 1.0) / 3.0);
    let maximum = loss(&study, &[0, 0, 1], 3, Distortion, Maximum);
    assert_eq!(maximum, 1.0);
    // How far a cell is generalized does not count, only that it is.
    assert_eq!(mean(&study, &[2, 1, 4], 3, Distortion), mean(&study, &[1, 1, 4], 3, Distortion));
}

#[test]
fn the_discernibility_of_paper_004_figure_3() {
    let study = admissions();
    let (a, b, c) = ([0, 0, 0], [0, 0, 1], [0, 1, 0]);
    // (a): one class of 3 and seven single records; (b): classes of 4, 3, 1, 1, 1.
    assert_eq!(mean(&study, &a, 3, Discernibility), 79.0);
    assert_eq!(mean(&study, &b, 3, Discernibility), 55.0);
    assert_eq!(mean(&study, &a, 3, DmStar), 16.0);
    assert_eq!(mean(&study, &b, 3, DmStar), 28.0);
    assert_eq!(mean(&study, &c, 3, DmStar), 16.0);
    // At k = 1 nothing is suppressed, and the two are one.
    assert_eq!(mean(&study, &a, 1, Discernibility), 16.0);
    // (a) has one class left, (b) two; each with the suppressed records as one more.
    assert_eq!(mean(&study, &a, 3, Aecs), 10.0 / 2.0);
    assert_eq!(mean(&study, &b, 3, Aecs), 10.0 / 3.0);
    assert_eq!(mean(&study, &b, 1, Aecs), 10.0 / 5.0);
    assert_eq!(mean(&study, &[2, 1, 4], 3, Aecs), 10.0);
}

/// 1,000 people of El Emam et al. 2009's example, so many of them male.
fn genders(male: u64) -> SmallStudy {
    let gender = SmallColumn::new(&[&["male", "Person"], &["female", "Person"]]);
    SmallStudy { counts: Some(vec![male, 1000 - male]), ..SmallStudy::new(vec![gender], &[&["male"], &["female"]]) }
}

#[test]
fn the_entropy_and_discernibility_of_paper_004s_genders() {
    assert_eq!(mean(&genders(50), &[0], 2, DmStar), 905_000.0);
    assert_eq!(mean(&genders(500), &[0], 2, DmStar), 500_000.0);
    assert_close(mean(&genders(500), &[1], 2, Entropy), 1000.0);
    assert_eq!(mean(&genders(50), &[1], 2, Entropy).round(), 286.0);
    let bits = -50.0 * 0.05f64.log2() - 950.0 * 0.95f64.log2();
    assert_close(mean(&genders(50), &[1], 2, Entropy), bits);
    assert_eq!(mean(&genders(50), &[0], 2, Entropy), 0.0);
}

/// Age in three levels and sex in two: ten years in two groups of 4 and 6 leaves, of which only some occur.
fn people() -> SmallStudy {
    let rows: Vec<Vec<String>> = (30..40)
        .map(|age| {
            let group = if age < 34 { "<34" } else { "≥34" };
            vec![age.to_string(), group.to_owned(), "*".to_owned()]
        })
        .collect();
    let age = SmallColumn { rows, ..SmallColumn::new(&[&["", "", ""]]) };
    let sex = SmallColumn::new(&[&["male", "*"], &["female", "*"]]);
    SmallStudy::new(
        vec![age, sex],
        &[&["30", "male"], &["31", "male"], &["35", "female"], &["36", "female"], &["36", "female"], &["39", "male"]],
    )
}

#[test]
fn iyengar_counts_the_leaves_of_the_hierarchy_whether_or_not_they_occur() {
    let study = people();
    // Ages: 2 cells of 3/9 and 4 of 5/9; sexes unchanged; nobody suppressed at k = 1.
    let age = (2.0 * 3.0 / 9.0 + 4.0 * 5.0 / 9.0) / 6.0;
    assert_close(mean(&study, &[1, 0], 1, Iyengar), age / 2.0);
    // At k = 2, the man of 39 is suppressed: his two cells count 1.
    let age = (2.0 * 3.0 / 9.0 + 3.0 * 5.0 / 9.0 + 1.0) / 6.0;
    assert_close(mean(&study, &[1, 0], 2, Iyengar), (age + 1.0 / 6.0) / 2.0);
    // At k = 3, the two men below 34 are too.
    let age = (3.0 * 5.0 / 9.0 + 3.0) / 6.0;
    assert_close(mean(&study, &[1, 0], 3, Iyengar), (age + 0.5) / 2.0);
}

#[test]
fn iyengar_ranges_from_the_original_to_everything_removed() {
    let study = people();
    assert_eq!(mean(&study, &[0, 0], 1, Iyengar), 0.0);
    assert_eq!(mean(&study, &[2, 1], 6, Iyengar), 1.0);
    // Everything suppressed; Prasser et al. 2016, "Quality models": as generalizing all cells fully.
    assert_eq!(mean(&study, &[0, 0], 3, Iyengar), 1.0);
    // Prasser et al. 2016, figure 2, policy (0,1): one of two attributes kept, the other removed, is a quality of 50 %.
    assert_eq!(mean(&study, &[0, 1], 1, Iyengar), 0.5);
}

#[test]
fn a_domain_of_one_value_loses_nothing_but_by_suppression() {
    let constant = SmallColumn::new(&[&["x", "*"]]);
    let value = SmallColumn::new(&[&["a"], &["b"]]);
    let study = SmallStudy::new(vec![constant, value], &[&["x", "a"], &["x", "a"], &["x", "b"]]);
    assert_eq!(mean(&study, &[1, 0], 1, Iyengar), 0.0);
    assert_close(mean(&study, &[1, 0], 2, Iyengar), 1.0 / 3.0);
    // The second hierarchy has one level, so it has no step to take.
    assert_eq!(mean(&study, &[1, 0], 1, Precision), 0.5);
    assert_close(mean(&study, &[1, 0], 2, PrecisionCells), (1.0 + 1.0 / 3.0) / 2.0);
}

#[test]
fn precision_over_cells_counts_a_suppressed_cell_as_one() {
    let study = people();
    for (k, suppressed) in [(1, 0.0), (2, 1.0), (3, 3.0), (4, 6.0)] {
        let age = ((6.0 - suppressed) * 0.5 + suppressed) / 6.0;
        let sex = suppressed / 6.0;
        assert_close(mean(&study, &[1, 0], k, PrecisionCells), (age + sex) / 2.0);
        assert_close(mean(&study, &[1, 0], k, Precision), 0.25);
    }
}

#[test]
fn aggregates_combine_the_losses_of_the_columns() {
    let study = people();
    // 0.5 and 1 by precision.
    let combine = |aggregate| loss(&study, &[1, 1], 1, Precision, aggregate);
    assert_close(combine(ArithmeticMean), 0.75);
    assert_close(combine(GeometricMean), (1.5f64 * 2.0).sqrt() - 1.0);
    assert_close(combine(Maximum), 1.0);
}

#[test]
fn weights_say_how_much_a_column_matters() {
    let mut study = people();
    study.columns[0].weight = 3.0;
    study.columns[1].weight = 1.0;
    let combine = |measure, aggregate| loss(&study, &[1, 1], 1, measure, aggregate);
    assert_close(combine(Precision, ArithmeticMean), (3.0 * 0.5 + 1.0) / 4.0);
    assert_close(combine(Precision, GeometricMean), 1.5f64.powf(0.75) * 2f64.powf(0.25) - 1.0);
    assert_close(combine(Precision, Maximum), 0.5);
    assert_close(combine(PrecisionCells, ArithmeticMean), (3.0 * 0.5 + 1.0) / 4.0);
    let age = (2.0 * 3.0 / 9.0 + 4.0 * 5.0 / 9.0) / 6.0;
    assert_close(combine(Iyengar, ArithmeticMean), (3.0 * age + 1.0) / 4.0);
    assert_close(combine(Iyengar, Maximum), age.max(1.0 / 3.0));
    // Ages: 30, 31 | 35, 36, 36, 39; sexes: 3 and 3 of 6.
    let age = 2.0 + (2.0 * 4f64.log2() + 2.0 * 2f64.log2());
    assert_close(combine(Entropy, ArithmeticMean), 3.0 * age + 6.0);
    // The others do not know of weights.
    for measure in [Discernibility, DmStar, Aecs, Height] {
        let unweighted = mean(&people(), &[1, 1], 1, measure);
        assert_eq!(combine(measure, ArithmeticMean), unweighted, "{measure:?}");
    }
}

#[test]
fn a_weight_of_zero_makes_a_column_free() {
    let mut study = people();
    study.columns[1].weight = 0.0;
    for aggregate in [ArithmeticMean, GeometricMean, Maximum] {
        assert_close(loss(&study, &[1, 1], 1, Precision, aggregate), 0.5);
    }
}

#[test]
fn a_count_column_stands_for_as_many_records() {
    let mut counted = people();
    counted.records.dedup();
    counted.counts = Some(vec![1, 1, 1, 2, 1]);
    for measure in MeasureName::ALL {
        for k in 1..=6 {
            for levels in [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]] {
                assert_eq!(
                    mean(&counted, &levels, k, measure),
                    mean(&people(), &levels, k, measure),
                    "{measure:?} {k} {levels:?}"
                );
            }
        }
    }
}
