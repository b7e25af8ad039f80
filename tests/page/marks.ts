/** How much of the page's tests a command runs. A test without a mark runs in `cargo xtask ci`. */

/**
 * Marks what `cargo xtask test` runs already: of each part of the page the quickest test that would fail if the part
 * did not work. It must be over within a minute on two cores.
 */
export const FIRST = { tag: "@first" };

/**
 * Marks a sweep, of many ways, widths or colours of what shorter tests look at once, and what takes seconds beside
 * shorter tests of the same: a group of the long checks, which `cargo xtask test --long` runs.
 */
export const LONG = { tag: "@long" };
