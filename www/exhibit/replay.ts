/** `<kanon-replay>`: a published search at work, step by step, as recorded. */

import { count } from "../ui/format";
import { Axes, Spots } from "./axes";
import { button, html, svg } from "./build";
import { type Fields, Unreadable } from "./fields";
import { edges, ranks, ring } from "./lattice";
import type { Drawing, Frame, View } from "./view";

/** Milliseconds between two played steps. */
const BEAT = 900;
/** The least side of a square in which a sign is readable. */
const LEAST_SIGN = 12;

interface Step {
  readonly policy: number;
  readonly state: string;
  readonly said: string;
  /** For a step about a box of policies, the levels on each axis. */
  readonly box: readonly (readonly number[])[] | null;
  /** The policies of the box that it closes. */
  readonly closed: readonly number[];
}

function stepOf(fields: Fields): Step {
  return {
    policy: fields.number("policy"),
    state: fields.text("state"),
    said: fields.text("said"),
    box: fields.has("box") ? fields.numberLists("box") : null,
    closed: fields.has("closed") ? fields.numbers("closed") : [],
  };
}

/** The state of a policy: its sign, so that it does not depend on colour, and its words. */
const STATES: Readonly<Record<string, { readonly sign: string; readonly words: string }>> = {
  valid: { sign: "✓", words: "checked, valid" },
  "not-valid": { sign: "×", words: "checked, not valid" },
  excluded: { sign: "–", words: "excluded without a check" },
  "in-part": { sign: "·", words: "looked at with some columns only" },
};

/** A run, and the current position in it. */
class Player {
  /** The number of steps that are shown. */
  at = 0;
  readonly tools: readonly HTMLElement[];
  private readonly steps: readonly Step[];
  private readonly shown: () => void;
  private timer: ReturnType<typeof setInterval> | null = null;
  private readonly back: HTMLButtonElement;
  private readonly play: HTMLButtonElement;
  private readonly next: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly place = html("span", { class: "place" });

  constructor(steps: readonly Step[], shown: () => void) {
    this.steps = steps;
    this.shown = shown;
    this.back = button("Back", {}, () => this.by(-1));
    this.play = button("Play", {}, () => (this.timer === null ? this.start() : this.stop()));
    this.next = button("Step", {}, () => this.by(1));
    this.slider = html("input", { type: "range", min: 0, max: steps.length, value: 0, "aria-label": "Step" });
    this.slider.addEventListener("input", () => {
      this.stop();
      this.go(Number(this.slider.value));
    });
    // Users who asked for reduced motion get no automatic playback.
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.tools = [this.back, ...(still ? [] : [this.play]), this.next, this.slider, this.place];
    this.tell();
  }

  /** The last step that is shown. */
  get last(): Step | undefined {
    return this.steps[this.at - 1];
  }

  get isPlaying(): boolean {
    return this.timer !== null;
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = "Play";
  }

  private start(): void {
    if (this.at === this.steps.length) this.go(0);
    this.play.textContent = "Pause";
    this.timer = setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.steps.length) this.stop();
    }, BEAT);
  }

  private by(steps: number): void {
    this.stop();
    this.go(this.at + steps);
  }

  private go(at: number): void {
    this.at = Math.max(0, Math.min(this.steps.length, at));
    this.tell();
    this.shown();
  }

  private tell(): void {
    const words = `${count(this.at)} of ${count(this.steps.length)}`;
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", `step ${words}`);
    this.place.textContent = words;
    // A focused button stays focusable.
    this.back.setAttribute("aria-disabled", String(this.at === 0));
    this.next.setAttribute("aria-disabled", String(this.at === this.steps.length));
  }
}

/** The recorded run as a view: its marks are the policies. */
export function replayView(fields: Fields, frame: Frame): View {
  const axes = new Axes(fields);
  const steps: readonly Step[] = fields.children("steps").map(stepOf);
  if (steps.length === 0) throw new Unreadable("it has no step");
  if (steps.some(({ policy, closed }) => [policy, ...closed].some((place) => axes.policies[place] === undefined)))
    throw new Unreadable("a step is about a policy that it has not");
  let spots = new Spots(axes, { width: 400, height: 400 });
  const player = new Player(steps, () => frame.show(player.last?.policy ?? 0));
  /** The state of each policy after the steps shown, and the best one. */
  const known = (): Known => {
    const states = new Map<number, string>();
    let best: number | null = null;
    for (const { policy, state, closed } of steps.slice(0, player.at)) {
      if (state === "best") best = policy;
      // These say less than a check, so they only count if nothing else is known.
      const isWeak = state === "best" || state === "in-part";
      if (state !== "same" && !(isWeak && states.has(policy))) states.set(policy, state === "best" ? "valid" : state);
      for (const place of closed) if (!states.has(place)) states.set(place, "excluded");
    }
    return { states, best };
  };
  let now = known();
  return {
    caption: fields.text("caption"),
    label: "Policies",
    advice: `Step through the search, or play it. Squares are policies, coarser ones higher: ✓ valid, × not valid, – excluded.${
      steps.some(({ box }) => box !== null) ? " Dashed edges are around those of the box that a step is about." : ""
    }`,
    tools: player.tools,
    isLive: () => !player.isPlaying,
    table: {
      caption: "Every step",
      head: ["Step", "What it decides"],
      hasWords: true,
      rows: steps.map(({ said }, index) => [String(index + 1), said]),
      rowOf: () => player.at - 1,
    },
    say: (mark) => {
      const { last } = player;
      if (last !== undefined && last.policy === mark) return `Step ${player.at}: ${last.said}`;
      const state = STATES[now.states.get(mark) ?? ""]?.words ?? "not met so far";
      return `${axes.say(mark)}: ${now.best === mark ? "the best so far" : state}.`;
    },
    step: (mark, key) => axes.step(mark, key, spots),
    draw: (size) => {
      spots = new Spots(axes, size);
      now = known();
      return drawn(axes, spots, now, player.last?.box ?? null);
    },
    end: () => player.stop(),
  };
}

interface Known {
  readonly states: ReadonlyMap<number, string>;
  readonly best: number | null;
}

function drawn(axes: Axes, spots: Spots, { states, best }: Known, box: Step["box"]): Drawing {
  const { side } = spots;
  const shaded = box === null ? [] : axes.within(box);
  return {
    behind: [
      ...ranks(spots),
      ...shaded.map((place) => ring(spots, place, "boxed")),
      ...(best === null ? [] : [ring(spots, best, "best")]),
    ],
    marks: axes.policies.map((_, place) => {
      const { x, y } = spots.at(place);
      const state = states.get(place) ?? "unmet";
      const sign = STATES[state]?.sign ?? "";
      const text =
        side < LEAST_SIGN || sign === ""
          ? []
          : [svg("text", { class: "sign", x: x + side / 2, y: y + side / 2 + 4, "text-anchor": "middle" }, sign)];
      return svg("g", {}, svg("rect", { class: `state ${state}`, x, y, width: side, height: side }), ...text);
    }),
    over: (mark) => [edges(axes, spots, mark), ring(spots, mark, "ring")],
  };
}
