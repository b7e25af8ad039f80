/** Says short sentences to screen readers. Two regions in turn, so that the same sentence is heard twice. */

let regions: HTMLElement[] = [];
let turn = 0;

export function mountAnnouncer(parent: HTMLElement): void {
  regions = [0, 1].map(() => {
    const region = document.createElement("div");
    region.className = "unseen";
    region.setAttribute("aria-live", "polite");
    region.setAttribute("role", "status");
    parent.append(region);
    return region;
  });
}

export function announce(sentence: string): void {
  turn = 1 - turn;
  regions.forEach((region, index) => {
    region.textContent = index === turn ? sentence : "";
  });
}
