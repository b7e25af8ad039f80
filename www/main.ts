/**
 * Composition root: what there is one of in a document, and the page's own workbench with what the address asks of it.
 */

import { App, defineApp } from "./app";
import { blocks } from "./engine/blocks";
import { openSample } from "./state/opening";
import { Witness } from "./trust/witness";
import { APP } from "./ui/host";

const witness = new Witness();
witness.watch();
defineApp(witness, blocks());
const own = document.createElement(APP);
own.setAttribute("owns-page", "");
document.body.prepend(own);
void import("./behind");
if (location.hash === "#sample" && own instanceof App) void openSample(own.workbench);
