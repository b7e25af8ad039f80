import { html, nothing } from "lit";
import { openDialog } from "../../../ui/dialog";

/** A dialog that asks for a name. */
export interface Question {
  readonly title: string;
  readonly label: string;
  readonly note: string;
  readonly value: string;
  /** The text of the button. */
  readonly act: string;
  /** Names to choose from. */
  readonly known: readonly string[];
  readonly mayBeEmpty: boolean;
}

const MOST_KNOWN = 2000;

/** Asks for a name, and calls back with it. */
export function askForName(from: EventTarget, id: string, question: Question, answer: (name: string) => void): void {
  const { title, label, note, value, act, known, mayBeEmpty } = question;
  openDialog(from, title, (close) => {
    const submit = (event: Event) => {
      event.preventDefault();
      const given = new FormData(event.currentTarget as HTMLFormElement).get("name");
      close();
      if (typeof given === "string") answer(given);
    };
    return html`<form @submit=${submit}>
      <label class="field field-wide">
        <span>${label}</span>
        <input
          type="text"
          name="name"
          autocomplete="off"
          spellcheck="false"
          maxlength="300"
          .value=${value}
          ?required=${!mayBeEmpty}
          list=${known.length === 0 ? nothing : id}
          autofocus
        />
        <small>${note}</small>
      </label>
      ${
        known.length === 0
          ? nothing
          : html`<datalist id=${id}>${known.slice(0, MOST_KNOWN).map((name) => html`<option value=${name}></option>`)}</datalist>`
      }
      <div class="row">
        <button type="submit" class="primary">${act}</button>
        <button type="button" @click=${close}>Cancel</button>
      </div>
    </form>`;
  });
}
