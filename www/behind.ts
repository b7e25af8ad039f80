/**
 * The elements of all steps but the first, and the bar of what runs. They come behind what is drawn at once: nobody
 * needs them before a file is open or the list of steps is there.
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
