/** The section `chosen` of the recipe: what a person chose to release. */

export type { Chosen, ChosenCells, ChosenPoint, ChosenPolicy } from "./core";
