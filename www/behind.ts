/**
 * The elements of all steps except the first, and the run bar. They load after the first drawing: they are not needed
 * before a file is open or the list of steps is shown.
 */

import "./frame/printed";
import "./frame/run-bar";
import "./steps/compare/compare";
import "./steps/frontier/frontier";
import "./steps/hierarchies/hierarchies";
import "./steps/notes/notes";
import "./steps/policy/policy";
import "./steps/release/release";
import "./steps/review/review";
import "./steps/roles/roles";
import "./steps/uniques/uniques";
