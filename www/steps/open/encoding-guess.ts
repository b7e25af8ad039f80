import { html, nothing, type TemplateResult } from "lit";
import type { Engine } from "../../engine/client";
import { toKanonError } from "../../engine/failure";
import { beginningOf } from "../../engine/pieces";
import { reread } from "../../state/opening";
import type { Source } from "../../state/source";
import { ENCODINGS } from "../../text/en";
import { View } from "../view";

const LOOKED_AT_BYTES = 128 << 10;
const SHOWN_CHARACTERS = 90;
const OFFERED = ["windows-1252", "macintosh", "ibm850", "windows-1250", "windows-1251", "shift_jis"];
const ASCII_END = 0x80;

interface Offer {
  readonly label: string;
  readonly name: string;
  readonly line: string;
}

/** The part of a line around the first letters on which encodings differ. */
function tellingLine(bytes: Uint8Array): Uint8Array {
  const telling = bytes.findIndex((byte) => byte >= ASCII_END);
  const from = Math.max(0, bytes.lastIndexOf(10, Math.max(0, telling)) + 1, telling - SHOWN_CHARACTERS / 2);
  const end = bytes.indexOf(10, Math.max(telling, from));
  return bytes.slice(from, end < 0 ? from + SHOWN_CHARACTERS : Math.min(end, from + SHOWN_CHARACTERS));
}

async function offersFor(engine: Engine, source: Source): Promise<Offer[]> {
  const { head } = await beginningOf(source.file, LOOKED_AT_BYTES);
  const labels = [...new Set([source.sniffed.dialect.encoding, ...OFFERED])];
  const lines = await engine.about(source, (face) => face.decodedAs(labels, tellingLine(head)));
  return labels.map((label, at) => ({
    label,
    name: ENCODINGS.find((encoding) => encoding.label === label)?.name ?? label,
    line: lines[at] ?? "",
  }));
}

/** The sentence about an encoding that the file does not say, and that is not asked about. */
export function encodingTold({ encodingTold: told }: Source["sniffed"]): TemplateResult | typeof nothing {
  return told === null ? nothing : html`<p class="hint">The file is ${told}.</p>`;
}

/** If the bytes are not UTF-8: the same line in several encodings, to choose by eye. */
export class EncodingGuess extends View {
  private looked: Source["file"] | null = null;
  private offers: Offer[] = [];

  protected override willUpdate(): void {
    const { source } = this.workbench.study;
    const file = source?.file ?? null;
    if (source === null || file === null || file === this.looked) return;
    this.looked = file;
    this.offers = [];
    const show = (offers: Offer[]) => {
      if (file !== this.looked) return;
      this.offers = offers;
      this.requestUpdate();
    };
    offersFor(this.workbench.engine, source).then(show, (thrown: unknown) =>
      this.workbench.fail("open", toKanonError(thrown)),
    );
  }

  protected override render(): TemplateResult | typeof nothing {
    const { source } = this.workbench.study;
    if (source === null) return nothing;
    const choose = (encoding: string) => void reread(this.workbench, { ...source.dialect, encoding }, "encoding");
    return html`<fieldset class="attention">
      <legend>The file is ${source.sniffed.encodingTold}. Which line reads right?</legend>
      ${this.offers.map(
        (offer) => html`<label class="check">
          <input
            type="radio"
            name=${this.workbench.names.id("encoding-guess")}
            .checked=${offer.label === source.dialect.encoding}
            @change=${() => choose(offer.label)}
          />
          <span>${offer.name}</span> <code>${offer.line}</code>
        </label>`,
      )}
    </fieldset>`;
  }
}

customElements.define("kanon-encoding-guess", EncodingGuess);
