/**
 * Marks a sweep, of many ways, widths or colours of what shorter tests look at once, and what takes seconds beside
 * shorter tests of the same: `cargo xtask test` leaves it to `cargo xtask test --long`.
 */
export const LONG = { tag: "@long" };
