import { html, type TemplateResult } from "lit";

/** The files that can be given, shown before there is a release. */
export const INVITATION: TemplateResult = html`<p class="hint">
  Choose or drop the release, and with it what you have of these: its report (either edition as JSON), its recipe, its
  proof, or the passport that has these three, the original, and the population where a risk is against one. They are told
  apart by what is in them. The release alone can be reviewed, too; so can the report of a sweep or a frontier, with its
  recipe and the original. All stays on this device.
</p>`;
