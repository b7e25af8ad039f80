import { define } from "./embed/kanon-workbench.mjs";

define();
