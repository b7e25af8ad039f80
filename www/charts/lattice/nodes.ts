/** The policies of a lattice and their states. Pure. */

/** Columns that share one level, by their places, and the levels that they may take. */
export interface Axis {
  readonly members: readonly number[];
  readonly min: number;
  readonly max: number;
  /** The names of the levels of each of these columns, from level 0. */
  readonly names: readonly (readonly string[])[];
}

/** The names of a column's levels, from level 0. */
export function levelNamesOf(axes: readonly Axis[], column: number): readonly string[] {
  const axis = axes.find(({ members }) => members.includes(column));
  return axis?.names[axis.members.indexOf(column)] ?? [];
}

/** The name of a column's level. */
export function levelNameOf(axes: readonly Axis[], column: number, level: number): string {
  return levelNamesOf(axes, column)[level] ?? `level ${level}`;
}

/** The checked policies, one after the other in flat arrays. */
export interface Checked {
  readonly axes: readonly Axis[];
  readonly levels: Uint8Array;
  readonly loss: Float64Array;
  readonly bound: Float64Array;
  readonly suppressed: Float64Array;
  readonly valid: Uint8Array;
}

export type State = "valid" | "invalid" | "excluded" | "unvisited";

export interface LatticeNode {
  readonly key: string;
  readonly levels: readonly number[];
  readonly rank: number;
  readonly state: State;
  /** Null if the policy was not checked. */
  readonly loss: number | null;
  readonly suppressed: number | null;
}

/** For each column the one level to show, or null for all. */
export type Filter = readonly (number | null)[];

/** The most policies that are drawn at once. */
const MOST_DRAWN = 20_000;

export function keyOf(levels: readonly number[] | Uint8Array): string {
  return levels.join(",");
}

/** A policy one level coarser or finer on one axis; null past the end of the axis. */
export function step(levels: readonly number[], axis: Axis, by: 1 | -1): number[] | null {
  const next = (levels[axis.members[0] ?? 0] ?? 0) + by;
  if (next < axis.min || next > axis.max) return null;
  return levels.map((level, column) => (axis.members.includes(column) ? next : level));
}

function matches(levels: readonly number[], filter: Filter): boolean {
  return filter.every((wanted, column) => wanted === null || wanted === levels[column]);
}

/** The lattice of a search with the results of its checks. */
export class Lattice {
  readonly columns: number;
  /** The number of policies; beyond 2⁵³ it is approximate. */
  readonly size: number;
  private readonly visited = new Map<string, number>();
  private readonly everything: readonly LatticeNode[] | null;

  /**
   * @param best the loss of the best policy.
   * @param proven whether nothing better is left, so that all others are excluded.
   */
  constructor(
    readonly checked: Checked,
    private readonly best: number | null,
    private readonly proven: boolean,
  ) {
    this.columns = checked.axes.reduce((sum, axis) => sum + axis.members.length, 0);
    this.size = checked.axes.reduce((size, axis) => size * (axis.max - axis.min + 1), 1);
    for (let at = 0; at < checked.loss.length; at += 1) this.visited.set(keyOf(this.levelsAt(at)), at);
    this.everything = this.size <= MOST_DRAWN ? this.all() : null;
  }

  /**
   * The policies to draw: all that the filter leaves, or, if they are too many, the checked ones and those around a
   * policy.
   */
  shown(filter: Filter, around: readonly number[]): { nodes: readonly LatticeNode[]; whole: boolean } {
    if (this.everything !== null) {
      return { nodes: this.everything.filter((node) => matches(node.levels, filter)), whole: true };
    }
    const axes = this.checked.axes.map((axis) => {
      const wanted = axis.members.map((column) => filter[column]).find((level) => level != null);
      return wanted == null ? axis : { ...axis, min: wanted, max: wanted };
    });
    const left = axes.reduce((size, axis) => size * (axis.max - axis.min + 1), 1);
    if (left <= MOST_DRAWN) return { nodes: this.walk(axes).map((levels) => this.node(levels)), whole: true };
    const near = [around, ...this.around(around)];
    const nodes = new Map([...near, ...this.checkedLevels()].map((levels) => [keyOf(levels), this.node(levels)]));
    return { nodes: [...nodes.values()].filter((node) => matches(node.levels, filter)), whole: false };
  }

  /** Every policy one step away. */
  around(levels: readonly number[]): number[][] {
    return this.checked.axes
      .flatMap((axis) => [step(levels, axis, -1), step(levels, axis, 1)])
      .filter((neighbour) => neighbour !== null);
  }

  /** The state of a policy, as far as its own check shows. */
  node(levels: readonly number[]): LatticeNode {
    const key = keyOf(levels);
    const at = this.visited.get(key);
    const rank = levels.reduce((sum, level) => sum + level, 0);
    if (at === undefined) {
      return { key, levels, rank, state: this.proven ? "excluded" : "unvisited", loss: null, suppressed: null };
    }
    const { loss, suppressed, valid } = this.checked;
    const state = valid[at] === 1 ? "valid" : "invalid";
    return { key, levels, rank, state, loss: loss[at] ?? null, suppressed: suppressed[at] ?? null };
  }

  /** The checked policies. */
  checkedLevels(): number[][] {
    return Array.from(this.checked.loss, (_, at) => this.levelsAt(at));
  }

  private levelsAt(at: number): number[] {
    return [...this.checked.levels.subarray(at * this.columns, (at + 1) * this.columns)];
  }

  /** Every policy of some axes, the last axis fastest: a policy comes after all that it generalizes. */
  private walk(axes: readonly Axis[]): number[][] {
    let policies: number[][] = [new Array<number>(this.columns).fill(0)];
    for (const axis of axes) {
      policies = policies.flatMap((levels) =>
        Array.from({ length: axis.max - axis.min + 1 }, (_, by) =>
          levels.map((level, column) => (axis.members.includes(column) ? axis.min + by : level)),
        ),
      );
    }
    return policies;
  }

  /**
   * Every policy. An unchecked one is excluded if it generalizes a policy whose bound cannot win, or if a
   * generalization of it suppresses too much. Both facts are passed on from neighbour to neighbour.
   */
  private all(): LatticeNode[] {
    const { axes, bound, valid } = this.checked;
    const nodes = this.walk(axes).map((levels) => this.node(levels));
    const cannotWin = new Uint8Array(nodes.length);
    const tooFine = new Uint8Array(nodes.length);
    nodes.forEach((node, place) => {
      const at = this.visited.get(node.key);
      if (at === undefined) return;
      if (this.best !== null && (bound[at] ?? 0) >= this.best) cannotWin[place] = 1;
      if (valid[at] === 0) tooFine[place] = 1;
    });
    let stride = 1;
    for (const axis of [...axes].reverse()) {
      const first = axis.members[0] ?? 0;
      for (let place = 0; place < nodes.length; place += 1) {
        if ((nodes[place]?.levels[first] ?? 0) > axis.min && cannotWin[place - stride] === 1) cannotWin[place] = 1;
        const back = nodes.length - 1 - place;
        if ((nodes[back]?.levels[first] ?? 0) < axis.max && tooFine[back + stride] === 1) tooFine[back] = 1;
      }
      stride *= axis.max - axis.min + 1;
    }
    return nodes.map((node, place) =>
      node.state === "unvisited" && (cannotWin[place] === 1 || tooFine[place] === 1)
        ? { ...node, state: "excluded" }
        : node,
    );
  }
}
