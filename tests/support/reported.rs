//! Reports of small studies, and what a check says of any text in their place.

#![allow(clippy::unwrap_used, reason = "a study that cannot be made is a test that has failed")]
#![allow(unreachable_pub, reason = "test crates and fuzz targets take this file in")]

use kanon::Result;
use kanon::audit::{Audited, UniquesAudit, UniquesEvidence, audit_full_domain, audit_partition, audit_sweep};
use kanon::data::{Dialect, Profiler, Table, TableReader};
use kanon::frontier::Run;
use kanon::monitor::{Monitor, Unlimited};
use kanon::recipe::{Recipe, Swept};
use kanon::report::{FrontierReport, PointReport, SweepReport, UniquesReport};
use kanon::run::Reference;
use kanon::run::{FullDomainRun, ImpactColumns, RunStatus, Suppressing, Sweep, Tradeoffs, UniqueQuestions, impact};
use kanon::table::EncodedStudy;
use serde_json::{Value, json};

/// Twelve people, messy as files are.
pub const CSV: &str = "age,sex,note,weight,income
20,f,x,1.5,10
20,f,y,2,12
21,f,,1,9
21,m,x,1,20
22,m,*,3,21
22,m,y,1,18
30,f,x,1,30
31,f,y,2,33
31,m,x,1,41
NA,m,y,1,12
22,m,x,1,19
20,f,y,1,11
";

const INPUT: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A study, ready for any report.
pub struct Study {
    pub recipe: Recipe,
    pub dialect: Dialect,
    pub prepared: EncodedStudy,
}

/// A recipe for [`CSV`] with further sections.
pub fn recipe_json(more: &Value) -> String {
    let rows: Vec<[&str; 3]> = vec![
        ["20", "20s", "*"],
        ["21", "20s", "*"],
        ["22", "20s", "*"],
        ["30", "30s", "*"],
        ["31", "30s", "*"],
        ["NA", "NA", "*"],
    ];
    let mut recipe = json!({
        "kanon": 1,
        "columns": {
            "age": {"role": "quasi-identifier", "hierarchy": {"rows": rows}},
            "sex": {"role": "quasi-identifier", "weight": 0.5},
        },
        "privacy": {"k": 3, "suppression_limit": 0.2},
        "search": {"seed": 4},
    });
    for (key, value) in more.as_object().unwrap() {
        recipe[key] = value.clone();
    }
    recipe.to_string()
}

/// A study of [`CSV`] with further sections of the recipe.
pub fn study(more: &Value) -> Study {
    let recipe = Recipe::parse(&recipe_json(more)).unwrap();
    let dialect = Dialect { missing: vec!["NA".to_owned()], ..Dialect::default() };
    let table = columns(&EncodedStudy::columns(&recipe).unwrap(), &dialect);
    let prepared = EncodedStudy::new(&recipe, &dialect, table).unwrap();
    Study { recipe, dialect, prepared }
}

fn columns(names: &[String], dialect: &Dialect) -> Table {
    let mut reader = TableReader::new(dialect, names);
    reader.push(CSV.as_bytes()).unwrap();
    reader.finish().unwrap()
}

/// A clock that ticks at every look.
pub fn clock() -> impl FnMut() -> f64 {
    let mut ticks = 0.0;
    move || {
        ticks += 1.0;
        ticks
    }
}

impl Study {
    /// The report of a sweep.
    pub fn sweep(&self, swept: Swept) -> SweepReport {
        let (prepared, recipe) = (&self.prepared, &self.recipe);
        let mut sweep = Sweep::new(prepared, recipe, &swept).unwrap();
        assert_eq!(sweep.advance(f64::INFINITY, &mut clock()), RunStatus::Done);
        let names = prepared.names();
        let points = sweep.points().iter();
        let points = points.map(|point| PointReport::new(point, &names)).collect();
        SweepReport::new(prepared, recipe, swept, points, 0.5, INPUT.to_owned()).unwrap()
    }

    /// What a check says of a sweep's report.
    pub fn check_sweep(&self, json: &str) -> Result<Audited> {
        audit_sweep(json, &self.recipe, &self.prepared, INPUT)
    }

    /// The report of a frontier of full-domain policies.
    pub fn full_domain(&self) -> FrontierReport {
        let mut run = FullDomainRun::new(self.prepared.clone(), &self.recipe).unwrap();
        let status = run.advance(f64::INFINITY, &mut clock()).unwrap();
        assert_eq!(status, RunStatus::Done);
        FrontierReport::full_domain(&self.recipe, &self.prepared, &run, INPUT.to_owned())
    }

    /// What a check says of it.
    pub fn check_full_domain(&self, json: &str) -> Result<Audited> {
        audit_full_domain(json, &self.recipe, &self.prepared, INPUT)
    }

    /// The partition policies.
    pub fn tradeoffs(&self) -> Tradeoffs {
        Tradeoffs::new(&self.recipe, &self.dialect, self.prepared.table(), None).unwrap()
    }

    /// A policy to compare with: every three values of a column together, told with what becomes of Safe Harbor's
    /// identifiers.
    pub fn middle(&self, tradeoffs: &Tradeoffs) -> Reference {
        let mut profiler = Profiler::new(&self.dialect);
        profiler.push(CSV.as_bytes()).unwrap();
        let profile = profiler.finish().unwrap();
        let harbor = tradeoffs.safe_harbor(&self.recipe).ok();
        let table = tradeoffs.safe_harbor_table(harbor.as_ref(), &self.recipe, &profile);
        let policy = tradeoffs.space().policy_of(|_, value| value / 3);
        Reference { safe_harbor: Some(table), ..Reference::of_policy("middle", tradeoffs, policy) }
    }

    /// The report of a frontier of partition policies.
    pub fn partition(&self, tradeoffs: &Tradeoffs, reference: Option<&Reference>) -> FrontierReport {
        let mut run = tradeoffs.run(&self.recipe, reference).unwrap();
        run.advance(&mut Unlimited);
        self.report_of(tradeoffs, &run, reference)
    }

    /// The report of a search of partition policies as far as it has come.
    pub fn report_of(&self, tradeoffs: &Tradeoffs, run: &Run, reference: Option<&Reference>) -> FrontierReport {
        let input = INPUT.to_owned();
        FrontierReport::partition(&self.recipe, &self.prepared, tradeoffs, run, reference, 0.5, input).unwrap()
    }

    /// What a check says of it.
    pub fn check_partition(&self, json: &str, tradeoffs: &Tradeoffs, reference: Option<&Reference>) -> Result<Audited> {
        audit_partition(json, &self.recipe, &self.prepared, tradeoffs, reference, INPUT)
    }

    /// The report of unsafe combinations, and of a suppression where the recipe asks for one.
    pub fn uniques(&self) -> UniquesReport {
        self.uniques_ended(None)
    }

    /// The same, its search for cells ended after so many steps.
    pub fn uniques_ended(&self, steps: Option<u64>) -> UniquesReport {
        let prepared = &self.prepared;
        let questions = UniqueQuestions::new(prepared, &self.recipe).unwrap();
        let mut search = questions.search().unwrap();
        search.advance(&mut Unlimited);
        let suppressing = Suppressing::new(prepared, &questions).unwrap();
        let suppressed = suppressing.map(|suppressing| {
            let mut suppressing = suppressing.ending_after(steps);
            suppressing.advance(&mut Unlimited).unwrap().unwrap()
        });
        let names = prepared.names();
        let (method, findings) = (search.method(), search.findings());
        let mut report = UniquesReport::new(&names, &questions, method, findings, suppressed.as_ref());
        if let Some(suppressed) = &suppressed {
            let numbers = ImpactColumns::new(&self.numbers(), &questions).unwrap();
            report.impact = Some(impact(prepared, &questions, suppressed, &numbers).unwrap());
        }
        report.input_sha256 = Some(INPUT.to_owned());
        report.recipe_sha256 = Some(self.recipe.sha256());
        report
    }

    /// What a check says of it, where there is no release.
    pub fn check_uniques(&self, json: &str) -> Result<Audited> {
        self.check_uniques_within(json, &mut Unlimited)
    }

    /// What a check says of it that is interrupted in its search, or in its suppression.
    pub fn check_uniques_within(&self, json: &str, monitor: &mut dyn Monitor) -> Result<Audited> {
        let numbers = self.numbers();
        let evidence = UniquesEvidence {
            recipe: self.recipe.clone(),
            dialect: self.dialect.clone(),
            prepared: self.prepared.clone(),
            input_sha256: INPUT.to_owned(),
        };
        let mut audit = UniquesAudit::new(json, evidence)?;
        if audit.find(monitor) {
            audit.suppress(monitor)?;
        }
        audit.finish(&numbers, None)
    }

    fn numbers(&self) -> Table {
        columns(&self.recipe.uniques.impact.columns(), &self.dialect)
    }
}

/// The section `uniques` of a recipe with everything in it.
pub fn all_of_uniques(suppress: &str) -> Value {
    json!({"uniques": {
        "k": 3, "suppress": suppress, "weights": {"sex": 2.0},
        "impact": {"weight": "weight", "outcome": "income", "covariates": ["sex"]},
    }})
}

/// A recipe for a frontier of partition policies.
pub fn partitions(method: &str) -> Value {
    json!({
        "frontier": {"method": method, "policies": 40},
        "columns": {
            "age": {"role": "quasi-identifier", "domain": {"values": ["20", "21", "22", "30", "31", "NA"]}},
            "sex": {"role": "quasi-identifier"},
        },
    })
}
