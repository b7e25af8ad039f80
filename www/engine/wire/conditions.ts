/** The conditions of a recipe other than class sizes. */

export type { Closeness, Condition, Distance, Diversity, DiversityKind, Likeness, Threshold } from "./core";
