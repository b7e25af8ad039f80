/** Composition root of the heavy part of `<kanon-workbench>`: everything in one script, with all it needs inside. */

import { defineApp } from "./app";
import "./behind";
import { leave } from "./embed/once";
import { wholeOf } from "./embedded";
import { inlined } from "./engine/inlined";
import { Witness } from "./trust/witness";

leave(() => {
  const witness = new Witness(true);
  witness.watch();
  defineApp(witness, inlined());
  return wholeOf(() => STYLES);
});
