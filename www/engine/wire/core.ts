/** The types of the core that cross to the page, written from the core: see `src/jobs/tests.rs`. */

/** See `Edit::AddLevel`. */
export type AddLevel = {
  /** The level below the new one. */
  readonly above: number;
  /** The name of the new level; may be empty. */
  readonly name: string;
};

/** How the ages of a column have units. They are read as years. */
export type AgeUnits = "all" | "bare-years";

/** Ages in whole years on a given day, and intervals of them. */
export type Ages = {
  /** The day on which the persons have these ages. */
  readonly on: Day;
  /** The widths of the intervals in years on levels 1, 2, …; rising, each a multiple of the previous one. */
  readonly widths: ReadonlyArray<number>;
  /** People of this age or older are one group. */
  readonly top?: number;
};

/** How the losses of the quasi-identifiers, each from 0 to 1, are combined. */
export type Aggregate = "arithmetic-mean" | "geometric-mean" | "maximum";

/** Records whose risk, 1 / class size, exceeds a threshold. */
export type AtRisk = {
  /** The threshold. */
  readonly threshold: number;
  /** Records of the original. */
  readonly before: number;
  /** Records that are kept. */
  readonly after: number;
};

/** A policy that others were compared with. */
export type BestKnown = {
  /** The loss of that policy. */
  readonly loss: number;
  /** Whether it was proven that none loses less. */
  readonly proven: boolean;
};

/** The reading of a blank cell: one with `*`, or without a value. */
export type Blank = "category" | "wildcard" | "nothing";

/** The levels of a hierarchy over a column, from the values to the top. */
export type Blocks = {
  /** The levels. */
  readonly levels: ReadonlyArray<LevelBlocks>;
};

/** When a search stops with the best policy so far. */
export type Budget = {
  /** After this many seconds. */
  readonly seconds: number | null;
  /** After this many policies checked. */
  readonly checks: number | null;
};

/** The effect of a policy on a table. *Before* means the original values, *after* the kept records. */
export type CandidateReport = {
  /** The kind of the report. */
  readonly kind: ReportKind;
  /** The number of its format. */
  readonly format: number;
  /** How the original was read. */
  readonly read: ReadReport;
  /** The least size of a kept class. */
  readonly k: number;
  /** The level of each quasi-identifier. */
  readonly policy: { readonly [key: string]: number };
  /** The policy in words. */
  readonly words: { readonly [key: string]: string };
  /** The measure of the loss. */
  readonly measure: MeasureName;
  /** The loss. */
  readonly loss: number;
  /** Records of the table. */
  readonly records: number;
  /** Records in classes of fewer than k. */
  readonly suppressed_records: number;
  /** Classes of the original values. */
  readonly classes_before: number;
  /** Classes that are kept. */
  readonly classes: number;
  /** The quasi-identifiers. */
  readonly columns: ReadonlyArray<ColumnReport>;
  /** How large the classes are. */
  readonly sizes: ReadonlyArray<SizesReport>;
  /** Records whose risk exceeds each threshold. */
  readonly at_risk: ReadonlyArray<AtRisk>;
  /** The sensitive columns that the release contains. */
  readonly sensitive: ReadonlyArray<Sensitive>;
  /** Two quasi-identifiers crossed. */
  readonly cross: CrossReport | null;
};

/** The census whose figures say which areas are small. */
export type Census = 2000 | 2020;

/** The result for one condition of a finished table. */
export type CheckedCondition = {
  /** The condition in words. */
  readonly asked: string;
  /** Whether it holds; `None` if it could not be checked. */
  readonly holds: boolean | null;
  /** The figure found, in words, or why it could not be checked. */
  readonly found: string;
  /** Classes that were checked. */
  readonly classes: number;
  /** Failing classes, and their records; 0 for a condition on the whole release. */
  readonly failing: readonly [number, number];
  /** The quasi-identifiers, in the order of the cells in `worst`. */
  readonly columns: ReadonlyArray<string>;
  /** The worst failing classes: their cells, their records, and their figure. */
  readonly worst: ReadonlyArray<[ReadonlyArray<string>, number, string]>;
};

/**
 * The policy that a person chose instead of the best one. No search is run, and nothing is proven about other
 * policies.
 */
export type Chosen =
  | { readonly policy: ChosenPolicy }
  | { readonly frontier: ChosenPoint }
  | { readonly cells: ChosenCells };

/** A suppression of single cells. */
export type ChosenCells = {
  /** The reason for the choice, in the person's words. */
  readonly why?: string;
};

/** A policy of a frontier. */
export type ChosenPoint = {
  /** Which policies the frontier is of. */
  readonly space: FrontierSpace;
  /**
   * The risk of the policy. For intervals, the share of the original's risk; for levels, as the section `frontier`
   * defines it.
   */
  readonly risk: number;
  /** The loss of the policy. For intervals, in nats; for levels, by the recipe's measure. */
  readonly loss: number;
  /** The number of records that are expected to be matched with their person by chance, under a policy of intervals. */
  readonly expected?: number;
  /** The population of the risk. Without it, the records of the table count alone. */
  readonly population?: ChosenPopulation;
  /**
   * Whether the frontier was searched to its end: no policy of its kind has less risk and no more loss, or no more
   * risk and less loss.
   */
  readonly exact?: boolean;
  /** The policy that it was compared with. */
  readonly reference?: ChosenReference;
  /** The reason for the choice, in the person's words. */
  readonly why?: string;
};

/** A policy of the lattice. */
export type ChosenPolicy = {
  /** The level of each quasi-identifier. */
  readonly levels: { readonly [key: string]: number };
  /** The best policy that was known when this one was chosen. */
  readonly best?: BestKnown;
  /** The reason for the choice, in the person's words. */
  readonly why?: string;
};

/** The population of a risk. */
export type ChosenPopulation = {
  /** The name of its file. */
  readonly file: string;
  /** The people. */
  readonly people: number;
  /** The highest risk of a record in it. */
  readonly journalist: number;
};

/** A policy that a chosen one was compared with. */
export type ChosenReference = {
  /** `safe-harbor`, or the file of its recipe. */
  readonly name: string;
  /** The risk of that policy. */
  readonly risk: number;
  /** The loss of that policy. */
  readonly loss: number;
  /** For Safe Harbor, the columns in which the chosen policy tells apart what the rule puts together. */
  readonly against_rule: ReadonlyArray<string>;
};

/** One claim of a report. */
export type Claim = {
  /** The field of the report with the claim, as keys joined by dots; `None` if no single field makes it. */
  readonly field: string | null;
  /** The subject, in words. */
  readonly claim: string;
  /** The claimed value. */
  readonly claimed: string;
  /** The value found, or why none was. */
  readonly found: string;
  /** Whether they agree; `None` if the claim cannot be checked without the original. */
  readonly holds: boolean | null;
};

/** How many records each record may match after a suppression. */
export type ClassesAfter = {
  /** Classes of records that are equal in every cell, with a suppressed cell as a value of its own. */
  readonly classes: number;
  /** The records of the smallest of them. */
  readonly smallest_class: number;
  /** A record is over the threshold if its risk, 1 / the records it may match, exceeds this. */
  readonly threshold: number;
  /** If a suppressed cell may be any value. */
  readonly wildcard: ReadAs;
  /** If it matches nothing. */
  readonly matches_nothing: ReadAs;
  /** If it is a value of its own. */
  readonly category: ReadAs;
  /** Against an attacker who knows all original values. */
  readonly attacker: ReadAs;
};

/** How close the values of a class must be to those of the table. */
export type Closeness = {
  /** The sensitive column. */
  readonly column: string;
  /** The distance between values. */
  readonly distance?: Distance;
  /** t: the greatest distance, 0 to 1. */
  readonly t: number;
};

/** A published system of codes. */
export type Codes =
  | "icd-10"
  | "icd-9"
  | "zip"
  | "zip-plus-4"
  | "postcode-gb"
  | "postcode-ca"
  | "postcode-nl"
  | "five-digits";

/** One coefficient. */
export type CoefficientReport = {
  /** The covariate. */
  readonly column: string;
  /** The value of the covariate; `*` for suppressed and missing cells. */
  readonly value: string;
  /** The estimate. */
  readonly estimate: number;
  /** The standard error of the estimate. */
  readonly standard_error: number;
  /** The ratio of the two; absent if the covariates explain the outcome without an error. */
  readonly t?: number;
  /** The probability of such a ratio if the coefficient is 0. */
  readonly p: number;
};

/** The effect on one column. */
export type ColumnImpact = {
  /** The column. */
  readonly column: string;
  /** Suppressed cells. */
  readonly cells: number;
  /** The share of the records whose cell is suppressed. */
  readonly share: number;
  /** The value that was suppressed most often, with its cells. */
  readonly most_suppressed: readonly [string, number] | null;
  /** Values that the release no longer contains. */
  readonly vanished: ReadonlyArray<string>;
  /** The values. */
  readonly values: ReadonlyArray<ValueImpact>;
};

/** The profile of a column. */
export type ColumnProfile = {
  /** The name in the header. */
  readonly name: string;
  /** The kind of its values. */
  readonly kind: Kind;
  /**
   * The possible readings of the values as numbers, dates and times, the more likely ones first. If there are
   * several, the user must choose.
   */
  readonly readings: ReadonlyArray<Reading>;
  /** Whether the values are numbers or dates with several readings, so that the user must choose. */
  readonly isDoubtful: boolean;
  /** The values that do not match these readings, at most a fifth of all, in a sentence without its end. */
  readonly exceptions: string | null;
  /** The number of distinct values, without missing ones. */
  readonly distinct: number;
  /** False if there are more than `distinct` values and not all of them were kept. */
  readonly distinctIsExact: boolean;
  /** The number of records whose value no other record has; `None` if there are too many values to count this. */
  readonly alone: number | null;
  /**
   * The number of records whose value fewer than five records have; `None` if there are too many values to count
   * this.
   */
  readonly rare: number | null;
  /** The number of records with a missing value. */
  readonly missing: number;
  /**
   * Up to 10 most frequent values, without missing ones; equally frequent ones are ordered by value. In a column
   * with too many values, they are the most frequent of the first values.
   */
  readonly top: ReadonlyArray<ValueCount>;
  /** The histogram of a column of numbers. */
  readonly histogram: Histogram | null;
  /** A pattern of the most frequent values that points at one person. */
  readonly pattern: Pattern | null;
  /** Values that probably denote a missing one, but do not count as missing. */
  readonly missingProposals: ReadonlyArray<MissingProposal>;
  /**
   * Tells that the cells are lists, each of which is one value; `None` if they are not, or if there are too many
   * values.
   */
  readonly lists: string | null;
  /** The suggested role. */
  readonly suggestion: Suggestion;
};

/** One quasi-identifier. */
export type ColumnReport = {
  /** The column. */
  readonly column: string;
  /** The level. */
  readonly level: number;
  /** The level in words. */
  readonly words: string;
  /** The loss, if the measure has one for each column. */
  readonly loss: number | null;
  /** Different values, missing ones included. */
  readonly values: number;
  /** Groups of them on the level. */
  readonly groups: number;
  /** Records whose value is missing. */
  readonly missing_before: number;
  /** Kept records that are released with a missing value. */
  readonly missing_after: number;
  /** Suppressed records, which have no value. */
  readonly suppressed: number;
  /** What the values are. */
  readonly kind: ValueKind;
  /** Statistics of the original values, if they are numbers, dates or times. */
  readonly before: FiguresReport | null;
  /**
   * Statistics of the kept records, each represented by the midpoint of its group's least and greatest value. None
   * if the level has one group only.
   */
  readonly after: FiguresReport | null;
  /** The greatest distance of a kept record's value from that midpoint: a number, or days. */
  readonly off_at_most: number | null;
  /** An upper bound on the mean distance. */
  readonly off_on_average: number | null;
  /** The groups in their order, or the most frequent ones first. */
  readonly distribution: ReadonlyArray<GroupReport>;
};

/** One column's settings. */
export type ColumnSettings = {
  /** The role of the column. */
  readonly role: Role;
  /**
   * The treatment of the column. By default an identifier is left out, a quasi-identifier generalized, and any other
   * column kept. A quasi-identifier that is left out takes no part in the search.
   */
  readonly release?: Treatment;
  /** The kind of its values, and how they are written. Without it, the kind is inferred from all values. */
  readonly kind?: Reading;
  /** A quasi-identifier's hierarchy. Without one, each value is either itself or `*`. */
  readonly hierarchy?: HierarchySpec;
  /** A quasi-identifier's ordered domain for the frontier. Without one, the values in their natural order. */
  readonly domain?: DomainSpec;
  /**
   * A quasi-identifier's weight in the loss: 0, or from `Recipe::LEAST_WEIGHT` to
   * `Recipe::MOST_WEIGHT`.
   */
  readonly weight?: number;
  /** The lowest level that the policy may take. */
  readonly min_level?: number;
  /** The highest level that the policy may take; the hierarchy's highest if absent. */
  readonly max_level?: number;
  /** Values that mean a missing one in this column, beside those of the dialect. */
  readonly missing?: ReadonlyArray<string>;
};

/** The signs of a column. */
export type ColumnSigns = {
  /** The column. */
  readonly column: string;
  /** The number of distinct values, without missing ones. */
  readonly distinct: number;
  /** False if there are more, because not all were kept. */
  readonly distinctIsExact: boolean;
  /** The number of records whose value no other record has; `None` if there are too many values to count this. */
  readonly alone: number | null;
  /** Whether all values were examined. */
  readonly isLookedThrough: boolean;
  /** The signs found, the most frequent first. */
  readonly signs: ReadonlyArray<Sign>;
};

/** A condition on a release. In JSON it is an object with its name as key. */
export type Condition =
  | { readonly "k-anonymity": Threshold }
  | { readonly "k-map": Threshold }
  | { readonly "l-diversity": Diversity }
  | { readonly "t-closeness": Closeness }
  | { readonly "average-risk": number }
  | { readonly "marketer-risk": number }
  | { readonly "beta-likeness": Likeness };

/** A column of which a file has values. */
export type CoveredColumn = {
  /** The column. */
  readonly column: string;
  /** The number of its values that have a row in the file. */
  readonly covered: number;
  /** The number of its values. */
  readonly values: number;
};

/** Two columns crossed. */
export type CrossReport = {
  /** The column of the rows. */
  readonly row: string;
  /** The column of the columns. */
  readonly column: string;
  /** The groups of the rows. */
  readonly rows: ReadonlyArray<GroupReport>;
  /** The groups of the columns. */
  readonly columns: ReadonlyArray<GroupReport>;
  /** Records before, row by row. */
  readonly before: ReadonlyArray<ReadonlyArray<number>>;
  /** Records that are kept, row by row. */
  readonly after: ReadonlyArray<ReadonlyArray<number>>;
};

/** The position at which a code is cut. */
export type Cut = { readonly length: number } | { readonly before: string } | "letters";

/**
 * Date patterns in the letters of Unicode's locale data (`dd/MM/yyyy HH:mm`), as used by spreadsheets and Java: one,
 * or a list of them, of which each value has one.
 *
 * Numbers may have a leading 0 or not, unless two of them are adjacent without a separator. Names of months are
 * English, in lower or upper case.
 */
export type DateFormat = {
  /** The only one. Empty for a list. */
  readonly format?: string;
  /** All of them. */
  readonly formats?: ReadonlyArray<string>;
  /** The first of the hundred years that two digits may denote. */
  readonly from_year?: number;
};

/** A span of the calendar. */
export type DateUnit = "day" | "week" | "month" | "quarter" | "half-year" | "year" | { readonly years: number };

/** Days, months, years and spans of years, as successive levels. */
export type Dates = {
  /** The units of levels 1, 2, …; each consists of whole units of the previous level. */
  readonly units: ReadonlyArray<DateUnit>;
};

/** A day of the proleptic Gregorian calendar, of the years 0 to 9999. */
export type Day = string;

/** The sign before a fraction. */
export type DecimalPoint = "." | ",";

/** What report and recipe say of a column of the release. */
export type DeclaredColumn = {
  /** The column. */
  readonly name: string;
  /** The role. A report names quasi-identifiers only. */
  readonly role: Role | null;
  /** The source of the role. */
  readonly by: SaidBy;
  /** Whether it is published unchanged. */
  readonly isUntouched: boolean;
};

/** A column that may be an identifier, and what happens to it. */
export type Described = {
  /** The column. */
  readonly column: string;
  /** What happens to it. */
  readonly handling: Handling;
};

/** The format of a delimited text file. In JSON it is the recipe's `dialect`. */
export type Dialect = {
  /** The character between two cells; ASCII. */
  readonly delimiter: string;
  /** The character around a cell that contains delimiters or line breaks, if the file has one; ASCII. */
  readonly quote: string | null;
  /** Whether there are names of the columns, above the records. */
  readonly header: boolean;
  /**
   * The row with which the table begins, from 1: that of the names, if there are any. Rows above it are left out.
   * Blank lines do not count.
   */
  readonly header_row?: number;
  /** The number of rows that together have the names. */
  readonly header_rows?: number;
  /** The records that are left out of the table, by their numbers below the names, from 1, in ascending order. */
  readonly skip?: ReadonlyArray<number>;
  /** The encoding of the file, by its WHATWG label. The core only reads UTF-8: its caller decodes. */
  readonly encoding: string;
  /** The cells that denote a missing value. */
  readonly missing: ReadonlyArray<string>;
  /** The treatment of records with more or fewer cells than columns. */
  readonly ragged?: RaggedRule;
};

/** The distance between values. */
export type Distance = "equal" | "ordered" | "hierarchical";

/** The required number of values of a sensitive column in every class. */
export type Diversity = {
  /** The sensitive column. */
  readonly column: string;
  /** How they are counted. */
  readonly kind?: DiversityKind;
  /** ℓ: an integer, except for entropy. */
  readonly l: number;
  /** The c of recursive diversity. */
  readonly c?: number;
};

/** How the values of a class are counted. */
export type DiversityKind = "distinct" | "entropy" | "recursive";

/** A quasi-identifier's ordered domain, as given by the recipe. */
export type DomainSpec = { readonly range: readonly [number, number] } | { readonly values: ReadonlyArray<string> };

/** An edit of a hierarchy. Groups are named by their labels; those of level 0 are the values. */
export type Edit =
  | { readonly join: Join }
  | { readonly rename: Rename }
  | { readonly split: Split }
  | { readonly move: Move }
  | { readonly "add-level": AddLevel }
  | { readonly "remove-level": number }
  | { readonly "name-level": NameLevel };

/** The evidence for an encoding. */
export type EncodingEvidence = "byte-order-mark" | "valid" | "most" | "zeros" | "guess";

/** Statistics of numbers, dates or times. */
export type FiguresReport = {
  /** Records with a value. */
  readonly records: number;
  /** The mean. */
  readonly mean: Measured;
  /** The standard deviation: of dates, in days. */
  readonly standard_deviation: number | null;
  /** The least value. */
  readonly lowest: Measured;
  /** The least value that a quarter of the records do not exceed. */
  readonly lower_quartile: Measured;
  /** The least value that half of the records do not exceed. */
  readonly median: Measured;
  /** The least value that three quarters of the records do not exceed. */
  readonly upper_quartile: Measured;
  /** The greatest value. */
  readonly highest: Measured;
};

/** The part of a file in a review. */
export type FileKind =
  | "release"
  | "report"
  | "recipe"
  | "original"
  | "hierarchy"
  | "population"
  | "reference"
  | "proof"
  | "table"
  | "other";

/** Findings in more detail than in a report. */
export type FindingsView = {
  /** For each quasi-identifier, the combinations of 1, 2, … quasi-identifiers that contain it. */
  readonly by_qi_and_size: ReadonlyArray<ReadonlyArray<number>>;
  /** For each quasi-identifier the values that occur in most combinations, with their number. */
  readonly values: ReadonlyArray<ReadonlyArray<[string, number]>>;
  /** Levels of each quasi-identifier's hierarchy. */
  readonly heights: ReadonlyArray<number>;
  /** The level to which each was generalized. */
  readonly levels: ReadonlyArray<number>;
  /** The records of highest risk. */
  readonly riskiest: ReadonlyArray<RiskyRecord>;
};

/** Keeps the most frequent values, and makes all others one group: for values without an order. */
export type Frequent = {
  /** The number of values kept on levels 1, 2, …; falling. */
  readonly keep: ReadonlyArray<number>;
  /** The name of the group of the others. */
  readonly rest: string;
};

/** The searches by the names that a recipe uses. */
export type FrontierMethod = "best" | "sublattice" | "random-chain" | "bisecting" | "exhaustive";

/** How a frontier is searched. */
export type FrontierSettings = {
  /** Which policies. */
  readonly space: FrontierSpace;
  /** How partition policies are searched. */
  readonly method: FrontierMethod;
  /**
   * The most policies that are evaluated; without a number, it depends on the table. For full-domain policies with
   * the average risk, it limits the policies examined from the most general one down. If these are not all, a sweep
   * over k may check as many again.
   */
  readonly policies: number | null;
  /** For the method `sublattice`: the share H above which a sublattice is searched. */
  readonly threshold: number;
  /** The file of the population, with a column for each quasi-identifier. */
  readonly population: string | null;
  /** The column of the population with the number of people of a row. Without it, a row is one person. */
  readonly population_count: string;
  /** The policy to compare with: `safe-harbor`, or the file of a recipe. */
  readonly reference: string | null;
  /** The census that says which ZIP areas Safe Harbor makes `000`. */
  readonly census?: Census;
  /** Policies with a group of fewer records are not formed. For full-domain policies it is the least k. */
  readonly least_group?: number;
  /** The risk of full-domain policies. */
  readonly risk: FullDomainRisk;
  /** Columns that are declared not to be Safe Harbor identifiers although they look like one. */
  readonly not_identifying?: ReadonlyArray<string>;
};

/** The policies that a frontier consists of. */
export type FrontierSpace = "partition" | "full-domain";

/**
 * The risk of a full-domain policy, under the conditions of its recipe. The risk of a partition policy is always the
 * population's.
 */
export type FullDomainRisk = "highest" | "average" | { readonly condition: number };

/** A given file. */
export type GivenFile = {
  /** The name, by which a recipe refers to a hierarchy. */
  readonly name: string;
  /** SHA-256 of its bytes. */
  readonly sha256: string;
  /** The whole text of a JSON file or a hierarchy, the beginning of a table. */
  readonly text: string;
  /** The kind that the reviewer declares. */
  readonly said: FileKind | null;
};

/** The greatest risk of a record, as a probability. */
export type GreatestRisk = {
  /** The probability, above 0 and up to 1. */
  readonly risk: number;
};

/** One group, or several that are shown as one. */
export type GroupReport = {
  /** The label, or the label of the first of several. */
  readonly label: string;
  /** For several neighbours, the label of the last. */
  readonly last: string | null;
  /** The number of groups. */
  readonly groups: number;
  /** Whether this entry collects the groups that are not among the most frequent ones. */
  readonly is_rest: boolean;
  /** Records whose original value is in it. */
  readonly before: number;
  /** Those of them that are kept. */
  readonly after: number;
  /**
   * The first and the last of the column's values in it, in an order that keeps every group of every level together.
   * Groups of two levels share a value if these spans overlap. `None` for the collected rest.
   */
  readonly span: readonly [number, number] | null;
};

/** Groups of neighbours in an order. */
export type Groups = {
  /** The order. */
  readonly order: Order;
  /** The number of groups of the level below that are joined on levels 1, 2, …; at least 2. */
  readonly fan_out: ReadonlyArray<number>;
};

/** What happens to a column. */
export type Handling =
  | "left-out"
  | "replaced"
  | "derived"
  | "ages"
  | "zip-codes"
  | "dates"
  | "birth-dates"
  | "birth-years"
  | "allowed"
  | "said-to-be-none"
  | "kept";

/** A quasi-identifier's hierarchy in a recipe: an object with one key. */
export type HierarchySpec =
  | { readonly rows: ReadonlyArray<ReadonlyArray<string>> }
  | { readonly mask: Mask }
  | { readonly intervals: Intervals }
  | { readonly groups: Groups }
  | { readonly dates: Dates }
  | { readonly times: Times }
  | { readonly ages: Ages }
  | { readonly prefixes: Prefixes }
  | { readonly codes: Codes }
  | { readonly frequent: Frequent }
  | { readonly tree: Tree }
  | { readonly file: string };

/** The number of records in 20 intervals of equal width. */
export type Histogram = {
  /** The smallest number, where the first interval begins. */
  readonly min: number;
  /** The largest number, which is in the last interval. */
  readonly max: number;
  /**
   * The number of records in each interval. In a column with too many values to keep, borders are exact to a
   * two-thousandth of the range.
   */
  readonly counts: ReadonlyArray<number>;
};

/** The effect of suppression on the columns' distributions, and on a regression. */
export type ImpactReport = {
  /** Column by column. */
  readonly columns: ReadonlyArray<ColumnImpact>;
  /** Values whose intervals before and after overlap. */
  readonly overlapping: number;
  /** Values that the release still contains. */
  readonly compared: number;
  /**
   * A regression on the original, on the records of the release without a suppressed cell, and on all records with
   * suppressed and missing cells as a level of their own.
   */
  readonly regressions?: ReadonlyArray<ModelReport>;
};

/** The columns that the impact of suppression is measured with. */
export type ImpactSettings = {
  /** A column of analysis weights. */
  readonly weight: string | null;
  /** A column of numbers that a regression explains. */
  readonly outcome: string | null;
  /** The quasi-identifiers that explain it; all if none is named. */
  readonly covariates: ReadonlyArray<string>;
};

/** Intervals of equal width on each level; each width is a multiple of those below. */
export type Intervals = {
  /** The widths on levels 1, 2, …; rising, each a multiple of the previous one. */
  readonly widths: ReadonlyArray<number>;
  /** The start of an interval. */
  readonly origin: number;
  /** Numbers below this form one group. */
  readonly bottom?: number;
  /** Numbers from here on form one group. */
  readonly top?: number;
};

/** See `Edit::Join`. */
export type Join = {
  /** The level of the groups. */
  readonly level: number;
  /** The groups. */
  readonly groups: ReadonlyArray<string>;
  /** The name of the joined group; by default it is made of theirs. */
  readonly name: string | null;
};

/** HMAC-SHA-256 of a value's UTF-8, its first digits in hexadecimal. */
export type KeyedHash = {
  /** Hexadecimal digits. */
  readonly digits: number;
};

/** The kind of all values of a column, except missing ones. */
export type Kind = "integer" | "decimal" | "date" | "time" | "text" | "empty";

/** The groups of one level in drawing order, without gaps. */
export type LevelBlocks = {
  /** A description of the level. */
  readonly name: string;
  /** The label of each group. */
  readonly labels: ReadonlyArray<string>;
  /** The number of values of the hierarchy in each group. */
  readonly leaves: ReadonlyArray<number>;
  /** The number of records of the column in each group. */
  readonly records: ReadonlyArray<number>;
};

/** One level. */
export type LevelSummary = {
  /** Groups that occur in the data. */
  readonly groups: number;
  /** All groups of the level. */
  readonly allGroups: number;
  /** Records of the smallest group that occurs. */
  readonly smallest: number;
  /** Records of the largest group. */
  readonly largest: number;
  /** The column's Iyengar loss on this level, without suppression: the mean of (leaves − 1) / (|D| − 1). */
  readonly loss: number;
};

/** The limit on how much more frequent a value may be in a class than in the whole table. */
export type Likeness = {
  /** The sensitive column. */
  readonly column: string;
  /** β: 1 is twice as frequent. */
  readonly beta: number;
};

/** Columns that determine each other, with the reason. */
export type LinkSuggestion = {
  /** The columns, in the order of the file. */
  readonly columns: ReadonlyArray<string>;
  /** A sentence that describes the relation. */
  readonly reason: string;
  /** Whether they are one thing in several codings, which the loss should count once. */
  readonly isOneThing: boolean;
};

/** What makes one safe release better than another. */
export type Loss = {
  /** The measure of information loss. */
  readonly measure: MeasureName;
  /** How the losses of the quasi-identifiers are combined. */
  readonly aggregate: Aggregate;
};

/** Replaces more and more characters by a mask, as for postal codes: `37126`, `3712*`, `371**`, …, `*`. */
export type Mask = {
  /** The side on which masking begins. */
  readonly from: Side;
  /** The mask, one Unicode character. */
  readonly character: string;
  /**
   * The number of characters masked on levels 1, 2, …; rising. By default 1, 2, 3, … up to one less than the
   * longest value has.
   */
  readonly steps?: ReadonlyArray<number>;
};

/** The measures by the names that a recipe uses. */
export type MeasureName =
  | "iyengar"
  | "precision"
  | "precision-cells"
  | "discernibility"
  | "dm-star"
  | "entropy"
  | "aecs"
  | "height"
  | "distortion";

/** A number, a date, or a time of day. */
export type Measured = number | string;

/** The meaning of a missing value. */
export type Missing = "ignore" | "value";

/** A value that probably denotes a missing one. */
export type MissingProposal = {
  /** The value, as in the file. */
  readonly code: string;
  /** The number of records with this value. */
  readonly records: number;
  /** The reason, with the column's own numbers. */
  readonly reason: string;
  /** Whether it is a usual sign for a missing value. The others are numbers that stand apart. */
  readonly isSign: boolean;
};

/** A regression, by names and values. */
export type ModelReport = {
  /** `original`, `excluding` or `as-level`. */
  readonly data: string;
  /** Records that it was fitted to. */
  readonly records: number;
  /** The share of the outcome's variance that it explains. */
  readonly r_squared: number;
  /** Covariates with a coefficient that differs from 0 at the 0.05 level. */
  readonly significant: ReadonlyArray<string>;
  /** The coefficients against each covariate's most frequent value. */
  readonly coefficients: ReadonlyArray<CoefficientReport>;
};

/** See `Edit::Move`. */
export type Move = {
  /** The level of the groups that move. */
  readonly level: number;
  /** The groups. */
  readonly groups: ReadonlyArray<string>;
  /** The group of the level above. */
  readonly to: string;
};

/** See `Edit::NameLevel`. */
export type NameLevel = {
  /** The level, at least 1. */
  readonly level: number;
  /** The new name; an empty one removes the old name. */
  readonly name: string;
};

/** How much of a column is no code of its system. */
export type NoCode = {
  /** The column. */
  readonly column: string;
  /** The number of different values. */
  readonly values: number;
  /** The number of records. */
  readonly records: number;
};

/** The signs between the digits of a number, and its unit. */
export type NumberFormat = {
  /** The sign before the fraction. */
  readonly point?: DecimalPoint;
  /** The sign between thousands. Numbers may omit it. */
  readonly thousands?: Thousands;
  /** The unit before or after each number: `$`, `kg`. Empty without one. */
  readonly unit?: string;
  /** Whether the numbers are ages with units of their own, which are read as years. */
  readonly ages?: AgeUnits;
};

/** How many rows may be no records. */
export type OddCount = {
  /** Why. */
  readonly reason: OddReason;
  /** The number of rows; of blank ones, those that are listed. */
  readonly rows: number;
};

/** Why a record may be none. */
export type OddReason = "blank" | "total" | "note" | "names";

/** A record that may be none, and why. */
export type OddRecord = {
  /** The number of the record, from 1. */
  readonly row: number;
  /** Its beginning, with a comma between cells. */
  readonly text: string;
  /** Why it may be no record. */
  readonly why: OddReason;
};

/** The order of a column's values. */
export type Order = "numeric" | "text" | ReadonlyArray<string>;

/**
 * The first and the last characters of a value, and `*` for each one between. A value with no more characters than
 * would be shown is hidden completely.
 */
export type PartialMask = {
  /** Characters that are shown at the beginning. */
  readonly first: number;
  /** Characters that are shown at the end. */
  readonly last: number;
};

/** Patterns of values that point at one person, apart from postal codes. */
export type Pattern =
  | "iban"
  | "nhs-number"
  | "provider-identifier"
  | "social-security-number"
  | "mail"
  | "web-address"
  | "internet-address"
  | "uuid"
  | "telephone"
  | "postcode"
  | "sentences";

/** Codes whose prefixes are coarser places or classes: postcodes, codes of diagnoses and occupations. */
export type Prefixes = {
  /** The cuts of the labels of the level below, for levels 1, 2, …. */
  readonly cuts: ReadonlyArray<Cut>;
};

/** How safe the release must be. */
export type Privacy = {
  /** Every kept record shares its quasi-identifiers with at least `k` − 1 others. */
  readonly k: number;
  /** The share of the records that may be suppressed, 0 to 1. */
  readonly suppression_limit: number;
};

/** The state of a proof. */
export type ProofState = "not-checked" | "failed" | "proven" | "refused" | "other-release" | "wrong-file";

/** The work of a store of a predictive property so far (Prasser et al. 2016, tables 2 and 4). */
export type PropertyCounters = {
  /** Policies inserted. */
  readonly inserts: number;
  /** Questions asked. */
  readonly queries: number;
  /** Questions answered with yes. */
  readonly hits: number;
  /** Policies in the store now. */
  readonly antichain: number;
};

/** A suggested hierarchy, with the reason. A user must check it: it only follows from what the values look like. */
export type Proposal = {
  /** The hierarchy; without one, each value is generalized to `*` at once. */
  readonly spec: HierarchySpec | null;
  /** A sentence with the column's own numbers. */
  readonly reason: string;
};

/**
 * A number for each value, counted from 1 in the order in which the values first appear in the release.
 *
 * Every recipient could number the values in the same way. The numbers show which cells are equal, and nothing about
 * the order of the original or about records that are not released.
 */
export type Pseudonym = {
  /** The text before the number. */
  readonly prefix: string;
  /** Digits of the number, padded with zeros; a larger number has more. */
  readonly width: number;
};

/** A record whose number of cells differs from the header's. */
export type RaggedRecord = {
  /** The number of the record, from 1. */
  readonly row: number;
  /** The number of its cells. */
  readonly cells: number;
};

/** The treatment of ragged records: those with more or fewer cells than columns. */
export type RaggedRule = "refuse" | "leave-out" | "pad";

/** The result under one reading. */
export type ReadAs = {
  /** Numbers below k, each with the records that may match that many. All other records may match k or more. */
  readonly taken_for: ReadonlyArray<[number, number]>;
  /** Records over the threshold; `None` if the threshold is below 1 / k, for which they are not counted. */
  readonly records_over: number | null;
};

/** How a table was read. */
export type ReadReport = {
  /** How the file is written, if the recipe does not say it. */
  readonly dialect?: Dialect;
  /** The missing values of the columns in use. */
  readonly missing_values: ReadonlyArray<ReadValue>;
  /** The usual signs for a missing value that count as values there. */
  readonly signs_as_values: ReadonlyArray<ReadValue>;
  /** What is no code of the published system by which its column is generalized. */
  readonly values_without_code: ReadonlyArray<NoCode>;
  /** The records that count and may be none. */
  readonly odd_records: ReadonlyArray<OddCount>;
};

/** What stands in a column, and in how many records. */
export type ReadValue = {
  /** The column. */
  readonly column: string;
  /** The text of the cells. */
  readonly value: string;
  /** The number of records. */
  readonly records: number;
};

/** The kind and format of a column's values: as specified by the user, or inferred from all values. */
export type Reading =
  | { readonly "whole-number": NumberFormat }
  | { readonly decimal: NumberFormat }
  | { readonly date: DateFormat }
  | "time"
  | "category"
  | "place"
  | "text";

/**
 * All settings of a study, and no data. As JSON it is the file `*.kanon.json` that the page saves and the command line
 * runs. Everything except `kanon` and `columns` has a default.
 */
export type Recipe = {
  /** The version of the format: `Recipe::FORMAT`. */
  readonly kanon: number;
  /** How the file is written; detected from the file if absent. */
  readonly dialect?: Dialect;
  /** The columns by name. Columns that are not named are insensitive. */
  readonly columns: { readonly [key: string]: ColumnSettings };
  /** Groups of quasi-identifiers that share one level. */
  readonly linked: ReadonlyArray<ReadonlyArray<string>>;
  /** The column with the number of records that a row represents, in a pre-aggregated table. */
  readonly count_column: string | null;
  /** How safe the release must be. */
  readonly privacy: Privacy;
  /**
   * The conditions that the release must meet, all of them, together with the k of `privacy`. A list without
   * k-anonymity, in a recipe that does not give that k, asks for none: it is then 1.
   */
  readonly protect?: ReadonlyArray<Condition>;
  /** How the risk of the release is reported. */
  readonly risk?: RiskSettings;
  /** What makes one safe release better than another. */
  readonly loss: Loss;
  /** How the best one is found. */
  readonly search: SearchSettings;
  /** Which combinations are unsafe, and which cells are suppressed. */
  readonly uniques?: UniquesSettings;
  /** How the frontier of risk and loss is searched. */
  readonly frontier?: FrontierSettings;
  /** The policy of the release, if a person chose it. */
  readonly chosen?: Chosen;
  /** How the release is written. */
  readonly release?: ReleaseSettings;
};

/** A recognized file. */
export type Recognized = {
  /** The kind that was recognized. */
  readonly kind: FileKind;
  /** Why, in a sentence. */
  readonly why: string;
  /** Whether the report's digest is that of the file; `None` where no report names one. */
  readonly agrees: boolean | null;
  /** Why it cannot be used as this kind, and what to do. */
  readonly problem: string | null;
};

/** One record: why it is unsafe, and what would help. */
export type RecordView = {
  /** The position of the record in the file, from 1. */
  readonly row: number;
  /** The values of the record. */
  readonly values: ReadonlyArray<string>;
  /** The number of all its unsafe combinations. */
  readonly total: number;
  /** The smallest of them, as places of quasi-identifiers. */
  readonly combinations: ReadonlyArray<ReadonlyArray<number>>;
  /** The quasi-identifiers whose cells are cheapest to suppress. */
  readonly fix: ReadonlyArray<number>;
  /** The cost of that. */
  readonly cost: number;
};

/** How the release is written. */
export type ReleaseSettings = {
  /** The order of the rows. Without it, they keep the order of the file. */
  readonly shuffle?: Shuffle;
  /** What happens to suppressed records. */
  readonly suppressed?: SuppressedRecords;
};

/** See `Edit::Rename`. */
export type Rename = {
  /** The level of the group, at least 1. */
  readonly level: number;
  /** The current name of the group. */
  readonly group: string;
  /** The new name. */
  readonly name: string;
};

/** A column renamed because its name in the header was empty or equal to that of an earlier column. */
export type RenamedColumn = {
  /** The position of the column, from 1. */
  readonly position: number;
  /** The name in the header. */
  readonly given: string;
  /** The new name of the column. */
  readonly name: string;
};

/** The kind of a report. */
export type ReportKind = "release" | "uniques" | "sweep" | "frontier" | "compare" | "study";

/** The records of a table, counted by how many others each one matches. */
export type Reviewed = {
  /** Records. */
  readonly records: number;
  /** Records whose cells are all blank. */
  readonly blank_records: number;
  /** Blank cells of each quasi-identifier. */
  readonly blank_cells: ReadonlyArray<number>;
  /** Distinct rows. */
  readonly classes: number;
  /** Distinct rows that are not all blank: the classes, if a row of blanks is a suppressed record. */
  readonly kept_classes: number;
  /** The fewest records that a record that is not all blank may match; 0 if there is none. */
  readonly kept_smallest: number;
  /** Records that are not all blank and may match fewer than k. */
  readonly kept_below_k: number;
  /** The fewest records that any record may match: the k that holds. */
  readonly smallest: number;
  /** Records that may match no other. */
  readonly unique_records: number;
  /** Records that may match fewer than k. */
  readonly records_below_k: number;
  /** The highest risk of a record, 1 / smallest. */
  readonly highest_risk: number;
  /** The mean risk of the records. */
  readonly average_risk: number;
  /** The rows that match fewest: their cells, their records, and the records that they may match. */
  readonly worst: ReadonlyArray<[ReadonlyArray<string>, number, number]>;
};

/** How the risk of a release is reported. */
export type RiskSettings = {
  /** A record is over the threshold if its risk exceeds this: above 0 and up to 1; 1 / k if absent. */
  readonly threshold?: number;
  /** The column with the number of people of the population that a row represents, in a table that is a sample. */
  readonly weight_column?: string;
  /**
   * The file of a population table, relative to the recipe. Each row is one person, or as many as
   * `frontier.population_count` says.
   */
  readonly population?: string;
  /** The share of the population that is in the table, a random sample of it: above 0 and below 1. */
  readonly sampling_fraction?: number;
};

/** A record of high risk. */
export type RiskyRecord = {
  /** The position of the record in the file, from 1; of several equal ones, the first. */
  readonly row: number;
  /** The number of equal records. */
  readonly records: number;
  /** The number of its unsafe combinations. */
  readonly combinations: number;
  /** The number of quasi-identifiers in the smallest of them. */
  readonly smallest: number;
  /** SUDA score. */
  readonly score: number;
  /** DIS score. */
  readonly dis: number;
  /** The values of the record. */
  readonly values: ReadonlyArray<string>;
};

/** A column's role in the release. */
export type Role = "identifier" | "quasi-identifier" | "sensitive" | "insensitive";

/** One of the identifiers, with the columns that may be one. */
export type SafeHarborRow = {
  /** The identifier, as in `IDENTIFIERS`. */
  readonly identifier: string;
  /** The columns, in the order of the file. */
  readonly columns: ReadonlyArray<Described>;
};

/** All identifiers, in the rule's order, and what happens to the columns that may be one. */
export type SafeHarborTable = {
  /**
   * The columns that are kept, fully or in part, although they may be identifiers, in the order of the file. If
   * there is one, the policy does not satisfy Safe Harbor.
   */
  readonly incomplete: ReadonlyArray<string>;
  /** The identifiers. */
  readonly identifiers: ReadonlyArray<SafeHarborRow>;
};

/** The source of a statement. */
export type SaidBy = "report" | "recipe" | "both";

/** SUDA and DIS scores of the unsafe records. */
export type ScoreSummary = {
  /** The formula of the SUDA score: ∏ (m − i) over i from a combination's size to the largest. */
  readonly formula: string;
  /** The least SUDA score of an unsafe record. */
  readonly least: number;
  /** The mean SUDA score of the unsafe records. */
  readonly mean: number;
  /** The median SUDA score. */
  readonly median: number;
  /** The ninth decile of the SUDA scores. */
  readonly ninth_decile: number;
  /** The greatest SUDA score. */
  readonly greatest: number;
  /** The sampling fraction that DIS assumes. */
  readonly dis_fraction: number;
  /** The greatest DIS score. */
  readonly greatest_dis: number;
  /** The sum of the DIS scores. */
  readonly sum_of_dis: number;
};

/** How the best policy is found. */
export type SearchSettings = {
  /** The algorithm. */
  readonly algorithm: string;
  /** The seed of everything drawn at random; `USUAL_SEED` if absent. */
  readonly seed: number | null;
  /** When to stop with the best policy so far. */
  readonly budget: Budget;
};

/** How much the classes reveal of a sensitive column. */
export type Sensitive = {
  /** The column. */
  readonly column: string;
  /** The classes of the original values. */
  readonly before: Told;
  /** The classes that are kept. */
  readonly after: Told;
  /** The suppressed records. They form one class if they are released as `*`. */
  readonly suppressed: Told;
};

/** A drawn order of the rows. In JSON it is the seed, or `true` where each run draws one. */
export type Shuffle = number | true;

/** The side on which masking begins. */
export type Side = "right" | "left";

/** The values of a column that may point at one person. */
export type Sign = {
  /** Their kind. */
  readonly kind: SignKind;
  /** Their name. */
  readonly name: string;
  /** The number of records with such a value. */
  readonly records: number;
  /** The number of distinct ones. */
  readonly values: number;
  /** The first of them in text order. */
  readonly example: string;
};

/** The kind of values that may point at one person. */
export type SignKind = "day" | "postcode" | "identifier" | "free-text";

/** Classes of about one size. */
export type SizesReport = {
  /** The smallest size. */
  readonly from: number;
  /** The largest. */
  readonly to: number;
  /** Classes of the original values. */
  readonly classes_before: number;
  /** Classes that are kept. */
  readonly classes_after: number;
  /** Records in the former. */
  readonly records_before: number;
  /** Records in the latter. */
  readonly records_after: number;
};

/** See `Edit::Split`. */
export type Split = {
  /** The level of the groups, at least 1. */
  readonly level: number;
  /** The groups. */
  readonly groups: ReadonlyArray<string>;
};

/** A source of a statement in a review. */
export type StatementSource = "report" | "recipe" | "both" | "reviewer";

/** A role, with the reason. */
export type Suggestion = {
  /** The role; `None` if the user must decide. */
  readonly role: Role | null;
  /** A sentence with the column's own numbers. */
  readonly reason: string;
};

/** Which cells are suppressed. */
export type Suppress = "none" | "per-record" | "wildcard" | "strict";

/** What a release does with the records that its policy suppresses. */
export type SuppressedRecords = "star" | "remove";

/** The settings of a sweep. */
export type Swept =
  | { readonly k: readonly [number, number] }
  | { readonly suppression_limits: ReadonlyArray<number> }
  | { readonly thresholds: SweptThresholds }
  | { readonly without: ReadonlyArray<ReadonlyArray<number>> };

/** A condition with its thresholds. */
export type SweptThresholds = {
  /** The number of the condition in the recipe's `protect`, counted from 1. */
  readonly condition: number;
  /** The thresholds. */
  readonly thresholds: ReadonlyArray<number>;
};

/** The sign between thousands. */
export type Thousands = "," | "." | " " | "'";

/** A minimum number of records or people: the number itself, or the risk that may remain. */
export type Threshold = number | GreatestRisk;

/** Spans of the day, as successive levels; the first of each begins at midnight. */
export type Times = {
  /** The hours of the spans on levels 1, 2, …; each divides 24, and is a multiple of the previous one. */
  readonly hours: ReadonlyArray<number>;
};

/** How much classes reveal of a column. */
export type Told = {
  /** Classes. */
  readonly classes: number;
  /** Records in them. */
  readonly records: number;
  /** Classes whose records all share one value that is not missing. */
  readonly classes_alike: number;
  /** Records in these. */
  readonly records_alike: number;
  /** Distinct values in the class that has the fewest. A missing value counts as one. */
  readonly fewest_values: number;
};

/** The treatment of a column, as a recipe states it. */
export type Treatment =
  | "keep"
  | "drop"
  | { readonly constant: string }
  | { readonly pseudonym: Pseudonym }
  | { readonly "keyed-hash": KeyedHash }
  | { readonly mask: PartialMask };

/** Rows with names for their levels: the form of a hierarchy after an edit. */
export type Tree = {
  /** The names of levels 1, 2, …; empty or absent if there is none. */
  readonly levels: ReadonlyArray<string>;
  /** Value, group on level 1, …, group on the top. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
};

/** How combinations are found. All methods give the same result. */
export type UniquesMethod = "bitmap" | "partition" | "hitting-set";

/**
 * The result of a search for unsafe combinations, and of a suppression. The names of counts say whether they count
 * records, combinations or cells. A combination that several records share counts once for each of them.
 */
export type UniquesReport = {
  /** The kind of the report. */
  readonly kind: ReportKind;
  /** The number of its format. */
  readonly format: number;
  /** The version of the program. */
  readonly version: string;
  /** A combination is unsafe when fewer than k records have it. */
  readonly k: number;
  /** Larger combinations were not looked for. */
  readonly max_size: number | null;
  /** How a missing value was treated. */
  readonly missing: Missing;
  /** How the table was read; not in a report for recipients. */
  readonly read: ReadReport;
  /** How the combinations were found. */
  readonly method: UniquesMethod;
  /**
   * Whether everything that the recipe asks for was done. If not, numbers of combinations and of unsafe records are
   * lower bounds, all other figures about combinations cover those found, and no cells are suppressed.
   */
  readonly complete: boolean;
  /** The level of each quasi-identifier that was generalized first, if above 0. */
  readonly policy: { readonly [key: string]: number };
  /** These levels in words. */
  readonly policy_in_words: { readonly [key: string]: string };
  /** Records of the table. */
  readonly records: number;
  /** Records with an unsafe combination. */
  readonly unsafe_records: number;
  /**
   * Minimum unsafe combinations (minimal sample uniques, MSUs, in SUDA), each counted once for every record that has
   * it.
   */
  readonly combinations: number;
  /** Combinations of 1, 2, … quasi-identifiers. */
  readonly combinations_by_size: ReadonlyArray<number>;
  /** Combinations that contain a quasi-identifier. */
  readonly combinations_by_qi: { readonly [key: string]: number };
  /** Records whose smallest combination has 1, 2, … quasi-identifiers. */
  readonly records_by_smallest_size: ReadonlyArray<number>;
  /** Unsafe records that are safe without a quasi-identifier. */
  readonly records_resolved_without: { readonly [key: string]: number };
  /** The scores of the unsafe records. */
  readonly scores: ScoreSummary;
  /** Which cells were suppressed; none if the requested suppression did not finish in time. */
  readonly suppress: Suppress;
  /** Suppressed cells. */
  readonly suppressed_cells: number;
  /** Suppressed cells of each quasi-identifier. */
  readonly suppressed_cells_by_qi: { readonly [key: string]: number };
  /** Their cost by the weights. */
  readonly suppression_cost: number;
  /** No suppression of this kind has fewer cells. */
  readonly lower_bound_cells: number;
  /** No suppression of this kind costs less. */
  readonly lower_bound_cost: number;
  /** Whether it is proven that none costs less. */
  readonly proven_minimal: boolean;
  /**
   * The number of steps after which the search for cells was ended with its best so far; absent if it came to its
   * own end. The same number of steps finds the same cells again.
   */
  readonly ended_after_steps?: number;
  /** Records that are still unsafe, by the reading of suppressed cells. Without a suppression, all unsafe records. */
  readonly unsafe_after: UnsafeAfter;
  /** For a release: its classes, and how many records each record may match, by the reading of suppressed cells. */
  readonly classes_after?: ClassesAfter;
  /** The effect of the suppression on analyses. */
  readonly impact?: ImpactReport;
  /** The treatments of the columns that are not quasi-identifiers, in the released file if there is one. */
  readonly treatments?: { readonly [key: string]: Treatment };
  /** The seed of the order of the rows, if it was drawn for this run. */
  readonly order_seed?: number;
  /** The statement that a person chose the suppression of cells for the release, if the recipe says so. */
  readonly chosen?: Chosen;
  /** Disclosure warnings for the released file, if there is one. */
  readonly disclosure?: ReadonlyArray<Warning>;
  /** The total time, in seconds. */
  readonly seconds: number;
  /** SHA-256 of the original file's bytes; `None` in a report for recipients. */
  readonly input_sha256?: string;
  /** SHA-256 of the recipe, as `Recipe::sha256` gives it; `None` in a report for recipients. */
  readonly recipe_sha256?: string;
  /** SHA-256 of the released file's bytes, if there is one. */
  readonly output_sha256?: string;
};

/** Which combinations are unsafe, and what is done about them. */
export type UniquesSettings = {
  /**
   * A combination is unsafe when fewer than k records have it. That of the release if absent; see
   * `Recipe::uniques_k`.
   */
  readonly k?: number;
  /**
   * Larger combinations are not looked for; `None` looks for all. Cells are suppressed for combinations of every
   * size.
   */
  readonly max_size: number | null;
  /** How a missing value is treated. */
  readonly missing: Missing;
  /** Which cells are suppressed. */
  readonly suppress: Suppress;
  /**
   * The number of steps after which the search for cells ends with its best so far. Without it, or if there is no
   * suppression by then, the search runs to its own end. A search that was ended early reports its number of steps.
   */
  readonly end_after_steps?: number;
  /** The cost of suppressing a cell of each quasi-identifier; 1 if absent. */
  readonly weights: { readonly [key: string]: number };
  /** How combinations are found; chosen by the program if absent. */
  readonly method?: UniquesMethod;
  /**
   * The level to which each quasi-identifier is generalized first, so that only records that this policy flags lose
   * cells. Level 0 if absent.
   */
  readonly policy?: { readonly [key: string]: number };
  /** What the impact is measured with. */
  readonly impact: ImpactSettings;
};

/** The number of records that are still unsafe, by the reading of a suppressed cell. */
export type UnsafeAfter = {
  /** It matches every value: two records match if they agree wherever both kept a cell. */
  readonly wildcard: number;
  /** It matches nothing: the other record must have kept every cell that this one kept. */
  readonly matches_nothing: number;
  /** It is a category of its own: the other record must have kept and lost the same cells. */
  readonly category: number;
  /** An attacker knows all original values of the record, and compares them with the cells that the other one kept. */
  readonly attacker: number;
};

/** A value and its number of records. */
export type ValueCount = {
  /** The value, as in the file. */
  readonly value: string;
  /** Records that have it. */
  readonly count: number;
};

/** The effect on one value. Shares are weighted. */
export type ValueImpact = {
  /** The value. */
  readonly value: string;
  /** Records that have it. */
  readonly records: number;
  /** Records that no longer have it. */
  readonly suppressed: number;
  /** The share of the value before, and the ends of its 95 % interval. */
  readonly before: readonly [number, number, number];
  /** The share of the value after, and the ends of its 95 % interval. */
  readonly after: readonly [number, number, number] | null;
  /** Whether the intervals have a point in common. */
  readonly overlaps: boolean;
};

/** What the values of a column are. */
export type ValueKind = "number" | "date" | "time" | "text";

/**
 * A disclosure risk of a release. As JSON it is an object with its `code` and its numbers. It never contains a value
 * of the original.
 */
export type Warning =
  | {
      readonly code: "all-suppressed";
      /** Records. */
      readonly records: number;
    }
  | {
      readonly code: "all-removed";
      /** Records of the original. */
      readonly records: number;
    }
  | {
      readonly code: "suppressed-class";
      /** Suppressed records. */
      readonly records: number;
      /** The required k. */
      readonly k: number;
    }
  | {
      readonly code: "suppressed-alike";
      /** The sensitive column. */
      readonly column: string;
      /** Suppressed records. */
      readonly records: number;
    }
  | {
      readonly code: "classes-alike";
      /** The sensitive column. */
      readonly column: string;
      /** Such classes. */
      readonly classes: number;
      /** The records of these classes. */
      readonly records: number;
    }
  | {
      readonly code: "few-persons";
      /** The identifier that distinguishes persons. */
      readonly column: string;
      /** Such classes. */
      readonly classes: number;
      /** The records of these classes. */
      readonly records: number;
      /** The fewest persons of such a class. */
      readonly persons: number;
      /** The required k. */
      readonly k: number;
    }
  | {
      readonly code: "singling-out";
      /** The column, which is not a quasi-identifier. */
      readonly column: string;
      /** Records whose value fewer than `k` records have. */
      readonly records: number;
      /** Those of them whose value no other record has. */
      readonly alone: number;
      /** The required k, but at least 2. */
      readonly k: number;
    }
  | {
      readonly code: "singling-out-together";
      /** Such columns. */
      readonly columns: number;
      /** Records whose values fewer than `k` records have. */
      readonly records: number;
      /** Those of them whose values no other record has. */
      readonly alone: number;
      /** The required k, but at least 2. */
      readonly k: number;
    }
  | {
      readonly code: "mask-shows";
      /** The identifier. */
      readonly column: string;
      /** Characters that are shown, in all cells. */
      readonly shown: number;
      /** Characters of all cells. */
      readonly characters: number;
    }
  | {
      readonly code: "rare-frequencies";
      /** The identifier. */
      readonly column: string;
      /** Such values. */
      readonly values: number;
      /** The required k. */
      readonly k: number;
    }
  | {
      readonly code: "given-back";
      /** The quasi-identifier. */
      readonly column: string;
      /** The column that gives it back. */
      readonly by: string;
      /** The level; 0 are the values of the original. */
      readonly level: number;
      /** Records of which it is given back. */
      readonly records: number;
    }
  | {
      readonly code: "naming-labels";
      /** The quasi-identifier. */
      readonly column: string;
      /** The identifier. */
      readonly identifier: string;
      /** Such labels. */
      readonly labels: number;
    }
  | {
      readonly code: "rare-labels";
      /** The quasi-identifier. */
      readonly column: string;
      /** Such labels. */
      readonly labels: number;
      /** The fewest records that have such a value. */
      readonly records: number;
      /** The required k. */
      readonly k: number;
    }
  | {
      readonly code: "sorted";
      /** The column: a quasi-identifier, or one that is left out or replaced. */
      readonly column: string;
    }
  | { readonly code: "guessable-order" }
  | {
      readonly code: "unnamed-identifier";
      /** The column. */
      readonly column: string;
    }
  | {
      readonly code: "unnamed";
      /** The columns. */
      readonly columns: ReadonlyArray<string>;
    }
  | {
      readonly code: "formulas";
      /** Such cells. */
      readonly cells: number;
    };
