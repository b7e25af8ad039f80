/** What a recipe asks for beside the sizes of classes. */

/** How values of a class are counted. */
export type DiversityKind = "distinct" | "entropy" | "recursive";

/** How far values are from each other. */
export type Distance = "equal" | "ordered" | "hierarchical";

/** How many values of a sensitive column there must be in every class. */
export interface Diversity {
  readonly column: string;
  readonly kind?: DiversityKind;
  readonly l: number;
  readonly c?: number;
}

/** How near the values of a class must be to those of the table. */
export interface Closeness {
  readonly column: string;
  readonly distance?: Distance;
  readonly t: number;
}

/** By how many times a value may be more frequent in a class than in the table. */
export interface Likeness {
  readonly column: string;
  readonly beta: number;
}

/** A least number of records or people: itself, or the greatest risk that it may leave. */
export type Threshold = number | { readonly risk: number };

/** One thing that a release must hold. */
export type Condition =
  | { readonly "k-anonymity": Threshold }
  | { readonly "k-map": Threshold }
  | { readonly "l-diversity": Diversity }
  | { readonly "t-closeness": Closeness }
  | { readonly "average-risk": number }
  | { readonly "marketer-risk": number }
  | { readonly "beta-likeness": Likeness };
