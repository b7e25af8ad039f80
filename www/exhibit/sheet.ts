/** The style sheet of an exhibit, a constructed sheet in the shadow root, which needs no permission. */

/**
 * The static content stays in place invisibly, so that it keeps the height, and the live view lies over it: nothing on
 * the page moves. The element is a plain block, so that margins collapse as they did before.
 */
export const STYLE = `
:host { display: block; position: relative; overflow-x: clip; }
:host([hidden]) { display: none; }
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
.reserving { visibility: hidden; }
.reserve { block-size: var(--kanon-height, 30rem); }
.live, .wrong {
  --ground: var(--kanon-ground, light-dark(#ffffff, #101316));
  --text: var(--kanon-text, light-dark(#1b1f23, #e6e9ec));
  --soft: var(--kanon-text-soft, light-dark(#565e66, #a3adb6));
  --rule: var(--kanon-rule, light-dark(#d9dde1, #2d343b));
  --edge: var(--kanon-rule-strong, light-dark(#767f88, #7c8791));
  --accent: var(--kanon-accent, light-dark(#1d5b9e, #83b8f2));
  --care: var(--kanon-care, light-dark(#b3261e, #ff9a8f));
  color: var(--text);
  background: var(--ground);
  font-size: 0.875em;
  line-height: 1.4;
  text-align: start;
}
.live { position: absolute; inset: 0; container-type: inline-size; }
.wrong { margin: 0 0 0.5rem; padding: 0.5rem 0.75rem; border-inline-start: 3px solid var(--care); }
.parts {
  box-sizing: border-box; block-size: 100%; display: grid; gap: 0.5rem;
  grid-template: auto auto minmax(8rem, 3fr) auto minmax(0, 2fr) / minmax(0, 1fr);
}
p { margin: 0; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.5rem; }
.bar:empty { display: none; }
.caption { grid-row: 1; font-weight: 600; }
.bar { grid-row: 2; }
.drawing { grid-row: 3; min-block-size: 0; overflow: hidden; }
.said { grid-row: 4; block-size: 5.6em; overflow-y: auto; color: var(--soft); overflow-wrap: anywhere; }
.scroller { grid-row: 5; position: relative; overflow: auto; border-block-start: 1px solid var(--rule); }
@container (min-width: 42rem) {
  .parts { grid-template: auto auto minmax(8rem, 1fr) auto / minmax(0, 5fr) minmax(0, 3fr); column-gap: 1rem; }
  .caption, .bar { grid-column: 1 / -1; }
  .scroller { grid-area: 3 / 2 / 5 / 3; }
}
svg { display: block; inline-size: 100%; block-size: 100%; font-size: 12px; touch-action: pan-y; }
text { fill: var(--soft); }
.rule { stroke: var(--rule); fill: none; }
.line { stroke: var(--accent); stroke-width: 1.5; fill: none; }
.edge { stroke: var(--edge); fill: none; }
.area { fill: var(--accent); opacity: 0.08; }
.named { stroke: var(--text); fill: var(--ground); stroke-width: 1.5; }
.label { fill: var(--text); }
.mark { fill: var(--accent); cursor: pointer; outline: none; }
.block { fill: var(--accent); fill-opacity: 0.14; }
.square { fill: var(--accent); }
.valid { stroke: var(--text); }
.boxed { stroke: var(--accent); stroke-width: 2; stroke-dasharray: 3 2; fill: none; }
.best { stroke: var(--accent); stroke-width: 2; fill: none; }
.state { fill: var(--ground); stroke: var(--rule); }
.state.valid { fill: var(--accent); stroke: var(--accent); }
.state.not-valid { fill: var(--care); stroke: var(--care); }
.state.excluded { fill: var(--rule); stroke: var(--edge); }
.state.in-part { stroke: var(--edge); }
.valid + .sign, .not-valid + .sign { fill: var(--ground); font-weight: 700; }
.excluded + .sign, .in-part + .sign { fill: var(--text); }
.place { min-inline-size: 8em; text-align: end; font-variant-numeric: tabular-nums; color: var(--soft); }
input { accent-color: var(--accent); flex: 1 1 8rem; min-inline-size: 4rem; }
.cursor { stroke: var(--text); stroke-dasharray: 2 2; fill: none; }
.ring { stroke: var(--text); stroke-width: 2; fill: none; }
.mark:focus-visible { stroke: var(--text); stroke-width: 3; }
.mark:focus-visible text { stroke: none; }
table { border-collapse: collapse; inline-size: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; color: var(--soft); padding-block: 0.25rem; }
th, td { text-align: end; padding: 0.125rem 0.5rem; border-block-end: 1px solid var(--rule); font-weight: 400; }
th:first-child, .words th, .words td { text-align: start; }
thead th { position: sticky; inset-block-start: 0; background: var(--ground); color: var(--soft); vertical-align: bottom; }
tr[aria-current] > * { background: color-mix(in srgb, var(--accent) 16%, var(--ground)); }
button {
  font: inherit; color: var(--text); background: none; border: 1px solid var(--edge); border-radius: 4px;
  min-block-size: 1.75rem; min-inline-size: 4.5rem; padding: 0 0.625rem; cursor: pointer;
}
button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); font-weight: 600; }
button[aria-disabled="true"] { color: var(--soft); border-color: var(--rule); cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
@media print {
  .live, .reserve { display: none; }
  .reserving { visibility: visible; }
}
`;
