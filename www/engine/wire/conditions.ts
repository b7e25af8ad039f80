/** The conditions of a recipe other than class sizes. */

/** How the values of a class are counted. */
export type DiversityKind = "distinct" | "entropy" | "recursive";

/** How the distance of values is measured. */
export type Distance = "equal" | "ordered" | "hierarchical";

/** The required diversity of a sensitive column's values in every class. */
export interface Diversity {
  readonly column: string;
  readonly kind?: DiversityKind;
  readonly l: number;
  readonly c?: number;
}

/** The greatest distance between the values of a class and those of the table. */
export interface Closeness {
  readonly column: string;
  readonly distance?: Distance;
  readonly t: number;
}

/** How many times more frequent a value may be in a class than in the table. */
export interface Likeness {
  readonly column: string;
  readonly beta: number;
}

/** A least number of records or people: the number, or the greatest risk that it may leave. */
export type Threshold = number | { readonly risk: number };

/** A condition of a release. */
export type Condition =
  | { readonly "k-anonymity": Threshold }
  | { readonly "k-map": Threshold }
  | { readonly "l-diversity": Diversity }
  | { readonly "t-closeness": Closeness }
  | { readonly "average-risk": number }
  | { readonly "marketer-risk": number }
  | { readonly "beta-likeness": Likeness };
