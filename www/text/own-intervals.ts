/** Texts about the intervals of single columns. */

export const OWN_INTERVALS = {
  title: "One column at a time",
  ask: "Prove its intervals",
  stop: "Stop proving",
  purpose:
    "Decides for each column, with all others as they are, whether other intervals of it have no more risk and no more loss, and less of one.",
  best: "proven. No other intervals of it alone are better.",
  better: "others are better",
  hardly: ", by less than is written here",
  open: "not decided. Too much would have to be looked at.",
  others: "Other intervals of two columns at once may still be better: the frontier stays the best found.",
};
