/**
 * Marks a long test: one that tries many ways, widths or colours of what a shorter test tries once, or that takes
 * seconds. `cargo xtask test` leaves it out, `cargo xtask test --long` runs it.
 */
export const LONG = { tag: "@long" };
