/** Composition root: what a document has only one of, and the page's own workbench with the requests of the address. */

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
