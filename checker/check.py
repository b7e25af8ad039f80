#!/usr/bin/env python3
"""Checks a proof that no valid policy comes before a claimed one, with Python's standard library alone.

check.py PROOF --data data.csv --recipe recipe.kanon.json

It reads the plain study that `kanon check --plain` writes. Exit codes: 0 proven, 1 refused with the box that is open,
2 wrong file. It is the same check as kanon-check's, written a second time and slow: each leaf groups the table anew.
"""
import argparse, csv, hashlib, io, json, math, sys, zlib


class Refused(Exception):
    pass


class Wrong(Exception):
    pass


def need(holds, kind, why):
    if not holds:
        raise kind(why)


def line(values, end):
    return b"".join(b"%d:%b" % (len(value.encode()), value.encode()) for value in values) + b"%b\n" % end


class Column:
    """A hierarchy: the group of each row on each level, and the costs."""

    def __init__(self, name, settings, cost):
        hierarchy = settings.get("hierarchy") or {}
        rows = hierarchy.get("rows") or hierarchy.get("tree", {}).get("rows")
        need(rows and "release" not in settings, Wrong, f"the hierarchy of {name} is not written as rows")
        height = len(rows[0])
        need(height and all(len(row) == height for row in rows), Wrong, f"the rows of {name} have not the same levels")
        need(len({row[0] for row in rows}) == len(rows), Wrong, f"{name} has a value twice")
        for below, above in zip(range(height), range(1, height)):
            up = {}
            need(all(up.setdefault(row[below], row[above]) == row[above] for row in rows), Wrong,
                 f"level {above} of {name} does not coarsen the one below")
        self.rows = {row[0]: row for row in rows}
        self.sizes = [{} for _ in range(height)]
        for row in rows:
            for level, label in enumerate(row):
                self.sizes[level][label] = self.sizes[level].get(label, 0) + 1
        least = [{} for _ in range(height)]
        for row in rows:
            for own, label in zip(least, row):
                own[label] = min(own.get(label, row[0]), row[0])
        self.lines = sorted(line((own[label] for own, label in zip(least, row)), b"") for row in rows)
        self.costs = [{label: cost(size, level) for label, size in sizes.items()} for level, sizes in enumerate(self.sizes)]
        self.most = max(cost(len(rows), height - 1), 1)
        self.weight = settings.get("weight", 1.0)
        self.min, self.max = settings.get("min_level", 0), settings.get("max_level")
        self.max = height - 1 if self.max is None else self.max
        need(0 <= self.min <= self.max < height, Wrong, f"the levels of {name} are none")


class Study:
    """The table, its hierarchies and what is asked of them."""

    def __init__(self, data, recipe):
        dialect = recipe.get("dialect") or {}
        need(dialect.get("header", True) and dialect.get("encoding", "utf-8") == "utf-8"
             and dialect.get("ragged", "refuse") == "refuse", Wrong, "only tables in UTF-8 with a header are read")
        self.measure, self.aggregate = recipe["loss"]["measure"], recipe["loss"]["aggregate"]
        costs = {"iyengar": lambda leaves, _: leaves - 1, "distortion": lambda leaves, _: int(leaves > 1)}
        costs.update(dict.fromkeys(("precision-cells", "precision", "height"), lambda _, level: level))
        costs.update(dict.fromkeys(("entropy", "discernibility", "dm-star", "aecs"), lambda *_: 0))
        need(self.measure in costs and self.aggregate in ("arithmetic-mean", "geometric-mean", "maximum"), Wrong,
             f"no rule is known for {self.measure} with {self.aggregate}")
        quote = dialect.get("quote", '"')
        reader = csv.reader(io.StringIO(data, newline=""), delimiter=dialect.get("delimiter", ","), strict=True,
                            quotechar=quote, quoting=csv.QUOTE_NONE if quote is None else csv.QUOTE_MINIMAL)
        header = next(reader)
        asked = {name: own for name, own in recipe["columns"].items() if own["role"] == "quasi-identifier"}
        self.names = [name for name in header if name in asked]
        need(self.names and sorted(self.names) == sorted(asked), Wrong, "the table has not each quasi-identifier once")
        self.columns = [Column(name, asked[name], costs[self.measure]) for name in self.names]
        places, count = [header.index(name) for name in self.names], recipe.get("count_column")
        counts = {}
        for row in filter(None, reader):
            need(len(row) == len(header), Wrong, "a row has another number of cells")
            cells = tuple(row[place] for place in places)
            need(all(cell in column.rows for cell, column in zip(cells, self.columns)), Wrong,
                 f"a hierarchy lacks a value of {cells}")
            counts[cells] = counts.get(cells, 0) + (int(row[header.index(count)]) if count else 1)
        self.tuples = [([column.rows[cell] for cell, column in zip(cells, self.columns)], n)
                       for cells, n in counts.items() if n > 0]
        self.table = sorted(line(cells, b"%d" % n) for cells, n in counts.items() if n > 0)
        self.records = sum(n for _, n in self.tuples)
        self.k, exact = recipe["privacy"]["k"], recipe["privacy"]["suppression_limit"] * self.records
        nearest = math.floor(exact + 0.5)
        self.limit = nearest if abs(exact - nearest) <= nearest * 1e-12 else math.floor(exact)
        self.link(recipe.get("linked") or [])
        self.of_sizes = self.measure in ("discernibility", "dm-star", "aecs")
        self.of_levels = self.of_sizes or self.measure in ("precision", "height", "entropy")
        self.parts = [column.most * (1 if self.of_levels else max(self.records, 1)) for column in self.columns]
        self.weights = [column.weight for column in self.columns]
        self.totals = [[self.total(qi, level) for level in range(len(column.costs))]
                       for qi, column in enumerate(self.columns)]
        rounds = self.measure == "entropy" or self.aggregate == "geometric-mean" and (
            self.measure in ("iyengar", "distortion", "precision", "precision-cells"))
        self.slack = lambda loss: 1e-9 * (1 + loss) if rounds else 0.0
        self.sizes = {}

    def total(self, qi, level):
        costs = self.columns[qi].costs[level]
        if self.measure == "entropy":
            values, groups = {}, {}
            for row, n in self.tuples:
                values[row[qi][0]] = values.get(row[qi][0], 0) + n
                groups[row[qi][level]] = groups.get(row[qi][level], 0) + n
            rows = self.columns[qi].rows
            return self.weights[qi] * sum(n * math.log2(groups[rows[value][level]] / n) for value, n in values.items())
        return level if self.of_levels else sum(n * costs[row[qi][level]] for row, n in self.tuples)

    def link(self, links):
        axis_of = list(range(len(self.names)))
        for link in links:
            joined = {axis_of[qi] for qi, name in enumerate(self.names) if name in link}
            axis_of = [min(joined) if axis in joined else axis for axis in axis_of]
        self.axes = [[qi for qi, axis in enumerate(axis_of) if axis == first] for first in sorted(set(axis_of))]
        self.low = [max(self.columns[qi].min for qi in axis) for axis in self.axes]
        self.high = [min(self.columns[qi].max for qi in axis) for axis in self.axes]
        need(all(low <= high for low, high in zip(self.low, self.high)), Wrong, "linked columns share no level")
        self.cuts = [(axis, level) for axis in range(len(self.axes)) for level in range(self.low[axis], self.high[axis])]

    def levels(self, box):
        levels = [0] * len(self.names)
        for axis, level in zip(self.axes, box):
            for qi in axis:
                levels[qi] = level
        return levels

    def loss(self, sums):
        """The loss as the measure computes it: every operation rounds to nearest and is monotone."""
        if self.measure in ("height", "entropy"):
            return float(sum(sums))
        if self.aggregate == "arithmetic-mean" and len(set(self.weights)) == 1:
            common = math.lcm(*self.parts)
            if common <= 1 << 120:
                return float(sum(s * (common // part) for s, part in zip(sums, self.parts))) / (float(common) * len(sums))
        terms = [weight * (s / part) for s, part, weight in zip(sums, self.parts, self.weights)]
        if self.aggregate == "maximum":
            return max([0.0] + [term / max(self.weights) for term in terms])
        if self.aggregate == "geometric-mean":
            all_weights = sum(self.weights)
            return math.prod((1 + s / part) ** (weight / all_weights)
                             for s, part, weight in zip(sums, self.parts, self.weights)) - 1
        add = lambda numbers: __import__("functools").reduce(lambda a, b: a + b, numbers, 0.0)
        return add(terms) / add(self.weights)

    def classes(self, levels):
        classes = {}
        for rows, n in self.tuples:
            key = tuple(row[level] for row, level in zip(rows, levels))
            classes[key] = classes.get(key, 0) + n
        return classes

    def evaluate(self, levels):
        """S and P of a policy: records in classes smaller than k, and for each column what they cost beside kept."""
        small = [(key, n) for key, n in self.classes(levels).items() if n < self.k]
        price = [0 if self.of_levels else sum(n * (column.most - column.costs[level][key[qi]]) for key, n in small)
                 for qi, (column, level) in enumerate(zip(self.columns, levels))]
        return sum(n for _, n in small), price

    def loss_of_sizes(self, lo, suppressed, single):
        """A bound from the classes of `lo` on where so many records are suppressed; the loss of a single policy."""
        if tuple(lo) not in self.sizes:
            self.sizes[tuple(lo)] = sorted(self.classes(lo).values())
        sizes = self.sizes[tuple(lo)]
        small, squares = sum(n for n in sizes if n < self.k), sum(n * n for n in sizes)
        if self.measure == "dm-star":
            return float(squares)
        if self.measure == "discernibility":
            exact = sum(n * n for n in sizes if n >= self.k) + small * self.records
            return float(exact if single else squares + suppressed * max(self.records + 1 - self.k, 0))
        more = min(small, 1) if single else 1 + max(small - suppressed, 0) // max(self.k, 1)
        return self.records / max(sum(n >= self.k for n in sizes) + more, 1)

    def key(self, lo, suppressed, price, single=False):
        """Loss, rank and levels that nothing from `lo` on is before, if so much is suppressed at this price."""
        levels = self.levels(lo)
        if self.of_sizes:
            return self.loss_of_sizes(levels, suppressed, single), sum(levels), levels
        sums = [totals[level] + more for totals, level, more in zip(self.totals, levels, price)]
        return self.loss(sums), sum(levels), levels

    def is_after(self, key, claim):
        """Whether nothing that has this key or comes after it is before the claim."""
        slack = self.slack(claim[0])
        return key[0] + slack >= claim[0] if slack else key >= claim


def check(proof, data, recipe):
    study = Study(data, recipe)
    line, _, body = proof.partition(b"\n")
    header = json.loads(line)
    told = {"kanon_proof": 1, "columns": study.names, "records": study.records, "k": study.k, "limit": study.limit,
            "measure": study.measure, "aggregate": study.aggregate,
            "table": hashlib.sha256(b"".join(study.table)).hexdigest(), "hierarchies": hashlib.sha256(
                b"".join(b"".join(column.lines) + b"\n" for column in study.columns)).hexdigest()}
    for name, own in told.items():  # of a run of settings, one's own is checked
        run = {"k": ("k", "k_to"), "limit": ("limit_from", "limit")}.get(name, (name, name))
        low, high = (header.get(end, header.get(name)) for end in run)
        need(header.get(name) == own or isinstance(low, int) and isinstance(high, int) and low <= own <= high, Wrong,
             f"the proof's {name} is {header.get(name)}, and here it is {own}")
    policy, n_nodes = header["policy"], header["nodes"]
    claimed = [policy[axis[0]] for axis in study.axes] if len(policy) == len(study.names) else []
    need(claimed and study.levels(claimed) == policy and all(
        low <= level <= high for low, level, high in zip(study.low, claimed, study.high)), Refused,
         "the claimed policy is none that the recipe allows")
    policies = math.prod(high - low + 1 for low, high in zip(study.low, study.high))
    need(0 < n_nodes <= 2 * policies - 1, Refused, f"{n_nodes} nodes are more than {policies} policies have")
    width = 2 if len(study.cuts) > 255 else 1
    if header["body"] == "zlib":
        unpacked = zlib.decompressobj()
        try:
            body = unpacked.decompress(body, n_nodes * width + 1)
        except zlib.error as error:
            raise Refused(f"the tree cannot be unpacked: {error}")
        need(unpacked.eof and not unpacked.unused_data, Refused, "the tree ends too early, or has more behind its end")
    need(len(body) == n_nodes * width, Refused, f"the tree has not {n_nodes * width} bytes")
    nodes = iter(int.from_bytes(body[at:at + width], "big") for at in range(0, len(body), width))
    suppressed, price = study.evaluate(policy)
    claim = study.key(claimed, suppressed, price, True)
    near = 1e-12 * abs(claim[0]) + study.slack(claim[0])
    need(suppressed <= study.limit and suppressed == header["suppressed"]
         and abs(claim[0] - header["loss"]) <= near, Refused,
         f"the claimed policy suppresses {suppressed} and loses {claim[0]}: that is not what is claimed, or not allowed")
    known, waiting = {}, [(study.low, study.high)]
    while waiting:
        lo, hi = waiting.pop()
        node = next(nodes, None)
        need(node is not None, Refused, "the tree ends too early")
        if node:
            need(node <= len(study.cuts), Refused, "a cut that there is not")
            axis, level = study.cuts[node - 1]
            need(lo[axis] <= level < hi[axis], Refused, "a cut outside of its box")
            waiting.append((lo[:axis] + [level + 1] + lo[axis + 1:], hi))
            waiting.append((lo, hi[:axis] + [level] + hi[axis + 1:]))
            continue
        if study.is_after(study.key(lo, 0, [0] * len(study.names)), claim):
            continue
        if tuple(hi) not in known:
            known[tuple(hi)] = study.evaluate(study.levels(hi))
        suppressed, price = known[tuple(hi)]
        need(suppressed > study.limit or study.is_after(study.key(lo, suppressed, price, lo == hi), claim), Refused,
             f"open is the box from {study.levels(lo)} to {study.levels(hi)} of the levels of {study.names}")
    need(next(nodes, None) is None, Refused, "the tree has more behind its end")
    how = f"loses less than it by more than {study.slack(claim[0])}" if study.slack(claim[0]) else "comes before it"
    return f"proven: of {policies} policies none that is valid {how}: {policy}, with loss {claim[0]}"


def main():
    parser = argparse.ArgumentParser(description="Checks a proof that no policy loses less.")
    parser.add_argument("proof")
    parser.add_argument("--data", required=True)
    parser.add_argument("--recipe", required=True)
    given = parser.parse_args()
    try:
        proof = open(given.proof, "rb").read()
        data = open(given.data, encoding="utf-8-sig", newline="").read()
        print(check(proof, data, json.load(open(given.recipe, encoding="utf-8"))))
    except Refused as why:
        sys.exit(print(f"refused: {why}", file=sys.stderr) or 1)
    except (Wrong, OSError, KeyError, TypeError, ValueError, csv.Error) as why:
        sys.exit(print(f"wrong file: {why!r}", file=sys.stderr) or 2)


if __name__ == "__main__":
    main()
