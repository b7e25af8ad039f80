//! Ordinary least squares on categories.

use super::student::two_sided;
use crate::error::{Result, UniquesError};
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// A column of dummies is dropped if it adds less than this share of its own variation to the columns before it.
const COLLINEAR: f64 = 1e-9;

/// A part of the outcome's sum of squares below this share counts as rounding.
const ROUNDING: f64 = 1e-12;

/// More categories would take minutes, and the result would be too long to read.
const MOST_COEFFICIENTS: usize = 1000;

/// The data of a regression.
pub struct Observations<'a> {
    /// Rows.
    pub n_rows: usize,
    /// The outcome of a row; `None` if it is missing.
    pub outcome: &'a dyn Fn(usize) -> Option<f64>,
    /// The number of records that a row represents.
    pub records: &'a dyn Fn(usize) -> u64,
    /// The number of categories of each covariate.
    pub n_categories: &'a [usize],
    /// The reference category of each covariate.
    pub references: &'a [usize],
    /// The category of a row in a covariate. Rows without a category in some covariate are left out.
    pub category: &'a dyn Fn(usize, usize) -> Option<usize>,
}

/// One category's difference from its covariate's reference category.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coefficient {
    /// The covariate.
    pub covariate: usize,
    /// The category.
    pub category: usize,
    /// The estimate; `None` if the category is collinear with others or does not occur.
    pub estimate: Option<Estimate>,
}

/// An estimate with its t test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The coefficient.
    pub value: f64,
    /// The standard error of the coefficient.
    pub standard_error: f64,
    /// The ratio of the two; `None` if the covariates explain the outcome without an error.
    pub t: Option<f64>,
    /// The probability of a ratio at least this far from 0 if the coefficient is 0.
    pub p: f64,
}

/// A fitted model.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The number of records in the fit.
    pub records: u64,
    /// The mean of the outcome if every covariate has its reference category.
    pub intercept: f64,
    /// The share of the outcome's variance that the model explains.
    pub r_squared: f64,
    /// The coefficients, covariate by covariate.
    pub coefficients: Vec<Coefficient>,
}

/// The normal equations.
struct Equations {
    products: DMatrix<f64>,
    moments: DVector<f64>,
    records: u64,
    /// The outcomes are centred at this value, which keeps sums of squares small.
    origin: f64,
    squares: f64,
}

/// Fits the outcome to dummies of the covariates' categories.
///
/// Time: O(n·c² + p³) for c covariates with p categories together.
///
/// # Errors
/// If there are no more records than coefficients, or more than 1,000 coefficients.
pub fn regress(observations: &Observations<'_>) -> Result<Model> {
    let dummies: Vec<(usize, usize)> = (observations.n_categories.iter().enumerate())
        .flat_map(|(covariate, &n)| {
            let reference = observations.references[covariate];
            (0..n).filter(move |&category| category != reference).map(move |category| (covariate, category))
        })
        .collect();
    expect_few_coefficients(dummies.len())?;
    let equations = Equations::of(observations, &dummies);
    let (kept, factor) = factorize(&equations.products);
    let too_few = UniquesError::TooFewRecords { records: equations.records as usize, coefficients: kept.len() };
    let Some(factor) = factor.filter(|_| equations.records > kept.len() as u64) else {
        return Err(too_few.into());
    };
    let moments = DVector::from_iterator(kept.len(), kept.iter().map(|&i| equations.moments[i]));
    let solution = factor.solve(&moments);
    let inverse = factor.inverse();
    let freedom = (equations.records - kept.len() as u64) as f64;
    let residual = equations.squares - solution.dot(&moments);
    let is_exact = residual <= ROUNDING * equations.squares;
    let residual = if is_exact { 0.0 } else { residual };
    // A coefficient whose square is smaller than this, as residuals are squared, is 0.
    let nothing = ROUNDING * equations.squares / equations.records as f64;
    let total = equations.squares - equations.moments[0] * equations.moments[0] / equations.records as f64;
    let coefficients = (dummies.iter().zip(1..))
        .map(|(&(covariate, category), column)| Coefficient {
            covariate,
            category,
            estimate: kept.iter().position(|&own| own == column).map(|place| {
                let value = solution[place];
                if is_exact {
                    let is_nothing = value * value <= nothing;
                    return Estimate {
                        value: if is_nothing { 0.0 } else { value },
                        standard_error: 0.0,
                        t: None,
                        p: if is_nothing { 1.0 } else { 0.0 },
                    };
                }
                let standard_error = libm::sqrt(residual / freedom * inverse[(place, place)]);
                let t = value / standard_error;
                Estimate { value, standard_error, t: Some(t), p: two_sided(t, freedom) }
            }),
        })
        .collect();
    Ok(Model {
        records: equations.records,
        intercept: equations.origin + solution[0],
        r_squared: if total > 0.0 { 1.0 - residual / total } else { 0.0 },
        coefficients,
    })
}

/// Checks that this many coefficients can be estimated.
///
/// # Errors
/// If there are more than 1,000.
pub fn expect_few_coefficients(coefficients: usize) -> Result<()> {
    let most = MOST_COEFFICIENTS;
    match coefficients > most {
        true => Err(UniquesError::TooManyCoefficients { coefficients, most }.into()),
        false => Ok(()),
    }
}

impl Equations {
    fn of(observations: &Observations<'_>, dummies: &[(usize, usize)]) -> Self {
        let n = observations.n_categories.len();
        let place = |covariate: usize, category: usize| {
            dummies.binary_search(&(covariate, category)).ok().map(|place| place + 1)
        };
        let rows = || {
            (0..observations.n_rows).filter_map(|row| {
                let outcome = (observations.outcome)(row)?;
                let mut ones = vec![0];
                for covariate in 0..n {
                    ones.extend(place(covariate, (observations.category)(row, covariate)?));
                }
                Some((outcome, (observations.records)(row), ones))
            })
        };
        let records = rows().map(|(_, records, _)| records).sum();
        let sum: f64 = rows().map(|(outcome, records, _)| outcome * records as f64).sum();
        let origin = if records > 0 { sum / records as f64 } else { 0.0 };
        let mut equations = Self {
            products: DMatrix::zeros(dummies.len() + 1, dummies.len() + 1),
            moments: DVector::zeros(dummies.len() + 1),
            records,
            origin,
            squares: 0.0,
        };
        for (outcome, records, ones) in rows() {
            let (outcome, records) = (outcome - origin, records as f64);
            for &a in &ones {
                for &b in &ones {
                    equations.products[(a, b)] += records;
                }
                equations.moments[a] += outcome * records;
            }
            equations.squares += outcome * outcome * records;
        }
        // Outcomes that are all equal may differ from their mean by rounding.
        let rounded = ROUNDING * origin;
        if equations.squares <= rounded * rounded * records as f64 {
            equations.moments.fill(0.0);
            equations.squares = 0.0;
        }
        equations
    }
}

/// The columns that are not a linear combination of those before them, and the factor of their products, row by row.
fn factorize(products: &DMatrix<f64>) -> (Vec<usize>, Option<Cholesky<f64, Dyn>>) {
    let mut kept = Vec::new();
    let mut lower: Vec<Vec<f64>> = Vec::new();
    for column in 0..products.nrows() {
        let mut row: Vec<f64> = Vec::with_capacity(kept.len() + 1);
        for (before, &other) in lower.iter().zip(&kept) {
            let done: f64 = before.iter().zip(&row).map(|(a, b)| a * b).sum();
            row.push((products[(column, other)] - done) / before[row.len()]);
        }
        let own = products[(column, column)];
        let rest = own - row.iter().map(|part| part * part).sum::<f64>();
        if rest > COLLINEAR * own {
            row.push(libm::sqrt(rest));
            lower.push(row);
            kept.push(column);
        }
    }
    let at = |a: usize, b: usize| lower[a].get(b).copied().unwrap_or(0.0);
    let factor = DMatrix::from_fn(kept.len(), kept.len(), at);
    let factor = (!kept.is_empty()).then(|| Cholesky::pack_dirty(factor));
    (kept, factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(rows: &[(&[usize], f64)], n_categories: &[usize]) -> Result<Model> {
        regress(&Observations {
            n_rows: rows.len(),
            outcome: &|row| Some(rows[row].1),
            records: &|_| 1,
            n_categories,
            references: &vec![0; n_categories.len()],
            category: &|row, covariate| Some(rows[row].0[covariate]),
        })
    }

    #[test]
    fn one_covariate_gives_differences_of_means() {
        let rows: [(&[usize], f64); 5] = [(&[0], 1.0), (&[0], 3.0), (&[1], 6.0), (&[1], 8.0), (&[1], 10.0)];
        let model = fit(&rows, &[3]).unwrap();
        assert!((model.intercept - 2.0).abs() < 1e-12);
        // The difference is 6, the residual variance 10/3, and its error √(10/3 · (1/2 + 1/3)).
        let estimate = model.coefficients[0].estimate.unwrap();
        assert!((estimate.value - 6.0).abs() < 1e-12);
        assert!((estimate.standard_error - (10.0_f64 / 3.0 * (5.0 / 6.0)).sqrt()).abs() < 1e-12);
        assert!((estimate.p - 0.036_9).abs() < 1e-3, "{}", estimate.p);
        assert_eq!(model.coefficients[1].estimate, None, "no record has the third category");
        // Of the sum of squares 53.2, 10 are left.
        assert!((model.r_squared - (1.0 - 10.0 / 53.2)).abs() < 1e-12);
    }

    #[test]
    fn an_outcome_without_an_error_has_no_ratio() {
        let estimates = |rows: &[(&[usize], f64)]| -> Vec<(f64, f64, Option<f64>, f64)> {
            let model = fit(rows, &[2, 2]).unwrap();
            let estimates = model.coefficients.iter().filter_map(|c| c.estimate);
            let figures = estimates.map(|e| (e.value, e.standard_error, e.t, e.p));
            figures.collect()
        };
        let covariates: [&[usize]; 5] = [&[0, 0], &[1, 0], &[0, 1], &[1, 1], &[1, 0]];
        let same = covariates.map(|own| (own, 0.1));
        assert_eq!(estimates(&same), [(0.0, 0.0, None, 1.0); 2]);
        let explained = covariates.map(|own| (own, 0.1 + 0.7 * own[0] as f64));
        let found = estimates(&explained);
        assert!((found[0].0 - 0.7).abs() < 1e-12);
        assert_eq!((found[0].1, found[0].2, found[0].3), (0.0, None, 0.0));
        assert_eq!(found[1], (0.0, 0.0, None, 1.0));
    }

    #[test]
    fn more_categories_than_anybody_reads_are_refused() {
        let row: (&[usize], f64) = (&[0], 1.0);
        let error = fit(&[row; 3], &[1002]).unwrap_err();
        assert_eq!(error.code(), "uniques-too-many-coefficients");
    }

    #[test]
    fn a_covariate_that_repeats_another_is_left_out() {
        let rows: [(&[usize], f64); 6] = [
            (&[0, 0, 0], 1.0),
            (&[1, 1, 0], 2.5),
            (&[0, 0, 1], 3.0),
            (&[1, 1, 1], 4.0),
            (&[1, 1, 0], 2.0),
            (&[0, 0, 1], 3.5),
        ];
        let model = fit(&rows, &[2, 2, 2]).unwrap();
        let has: Vec<bool> = model.coefficients.iter().map(|c| c.estimate.is_some()).collect();
        assert_eq!(has, [true, false, true]);
        let error = fit(&rows[..3], &[2, 2, 2]).unwrap_err();
        assert_eq!(error.code(), "uniques-too-few-records");
    }
}
