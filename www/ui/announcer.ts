/** Announces short sentences to screen readers. */

const SAY = "kanon-say";

/** Announces a sentence in the workbench of an element. */
export function announce(from: EventTarget, sentence: string): void {
  from.dispatchEvent(new CustomEvent(SAY, { detail: sentence, bubbles: true }));
}

/**
 * Announces sentences in its parent. It uses two regions alternately, so that a repeated sentence is announced again.
 */
export class Announcer {
  private readonly regions: readonly HTMLElement[];
  private turn = 0;

  constructor(parent: HTMLElement) {
    this.regions = [0, 1].map(() => {
      const region = document.createElement("div");
      region.className = "unseen";
      region.setAttribute("aria-live", "polite");
      region.setAttribute("role", "status");
      parent.append(region);
      return region;
    });
    parent.addEventListener(SAY, (event) => {
      event.stopPropagation();
      this.say(String((event as CustomEvent<unknown>).detail));
    });
  }

  private say(sentence: string): void {
    this.turn = 1 - this.turn;
    this.regions.forEach((region, index) => {
      region.textContent = index === this.turn ? sentence : "";
    });
  }
}
