#!/usr/bin/env python3
"""Checks a proof that no valid policy comes before a claimed one, with Python's standard library alone.

check.py PROOF --data data.csv --recipe recipe.kanon.json

It reads the plain study that `kanon check --plain` writes. Exit codes: 0 proven, 1 refused with the box that is open,
2 wrong file. It is the same check as kanon-check's, written a second time.

A policy is a tuple with the level of each column. A box is all policies from `low` to `high`: each of them suppresses
whatever `high` does, and generalizes all records at least as `low` does.
"""
import argparse, csv, functools, hashlib, io, itertools, json, math, operator, zlib
from collections import Counter
from fractions import Fraction

# What a cell costs on a level, where it stands for so many values. By other measures suppression costs nothing more.
COSTS = {"iyengar": lambda level, values: values - 1, "distortion": lambda level, values: int(values > 1),
         "precision-cells": lambda level, values: level}
OF_LEVELS, OF_SIZES = ("precision", "height", "entropy"), ("discernibility", "dm-star", "aecs")
# What is asked of the best policy, and what changes none: how it is searched and released, and what else is found.
ASKED = ("columns", "count_column", "dialect", "linked", "loss", "privacy")
WITHOUT_BEARING = ("kanon", "release", "risk", "search", "uniques", "frontier")
OF_COLUMN = ("role", "release", "kind", "hierarchy", "domain", "weight", "min_level", "max_level", "missing")
ROLES = ("identifier", "quasi-identifier", "sensitive", "insensitive")
CLAIMED = ("kanon_proof", "policy", "suppressed", "loss", "nodes", "body")
TOGETHER = 1024  # so many boxes have the classes of their policies counted together


class Refused(Exception):
    """The proof does not prove its claim."""


class Wrong(Exception):
    """A file cannot be read, or is about something else."""


def need(holds, kind, why):
    if not holds:
        raise kind(why)


def parse(text):
    """Reads JSON. Of keys that stand twice in an object another reader may believe the other one."""
    def once(pairs):
        need(len(dict(pairs)) == len(pairs), Wrong, f"a key of it stands twice: {[key for key, _ in pairs]}")
        return dict(pairs)
    return json.loads(text.decode(), object_pairs_hook=once, parse_constant=lambda number: need(False, Wrong, number))


def expect_known(what, keys, known):
    """What another key asks for would not be checked."""
    for key in (keys or {}).keys() - set(known):
        raise Wrong(f"`{what}{key}` is not known here, and not checked")


def digest(tables, end):
    """Of rows with numbers, in any order. Each value stands behind its length: no others give the same text."""
    lines = (sorted("".join(f"{len(value.encode())}:{value}" for value in row) + f"{n}\n" for row, n in rows)
             for rows in tables)
    return hashlib.sha256("".join("".join(rows) + end for rows in lines).encode()).hexdigest()


class Column:
    """A hierarchy and its costs. A group goes by its least value, and its groups on higher levels are that value's."""

    def __init__(self, name, settings, measure, counts):
        hierarchy = settings.get("hierarchy") or {}
        expect_known(f"columns.{name}.hierarchy.", hierarchy, ("rows", "tree"))
        rows = hierarchy.get("rows") or hierarchy.get("tree", {}).get("rows")
        need(rows and len(hierarchy) == 1 and "release" not in settings, Wrong, f"the hierarchy of {name} is not written as rows")
        need(all(0 < len(row) == len(rows[0]) for row in rows) and len({row[0] for row in rows}) == len(rows), Wrong,
             f"the rows of {name} have not the same levels, or a value twice")
        values, *_ = levels = list(zip(*sorted(rows)))
        lacking = sorted(counts.keys() - set(values))
        need(not lacking, Wrong, f"the hierarchy of {name} lacks {lacking[:1]}")
        top, highest, self.weight = len(levels) - 1, settings.get("max_level"), settings.get("weight", 1.0)
        self.min, self.max = settings.get("min_level", 0), top if highest is None else highest
        need(type(self.min) is type(self.max) is int and 0 <= self.min <= self.max <= top, Wrong,
             f"the levels of {name} are none")
        need(0 <= self.weight < math.inf, Wrong, f"the weight of {name} is none")
        cost = COSTS.get(measure, lambda level, values: level)
        self.most = max(cost(top, len(values)), 1)
        self.whole = self.most * (sum(counts.values()) if measure in COSTS else 1)
        self.groups, self.costs, self.totals = [], [], []
        for level, labels in enumerate(levels):
            least = {}
            group = {value: least.setdefault(label, value) for value, label in zip(values, labels)}
            below = self.groups[-1] if self.groups else {}
            need(all(group[value] == group[part] for value, part in below.items()), Wrong,
                 f"level {level} of {name} does not coarsen the one below")
            sizes, records = Counter(group.values()), Counter()
            for value, n in counts.items():
                records[group[value]] += n
            costs = {part: cost(level, size) for part, size in sizes.items()}
            total = sum(n * costs[part] for part, n in records.items()) if measure in COSTS else level
            if measure == "entropy":
                total = self.weight * sum(n * math.log2(records[group[value]] / n) for value, n in counts.items() if n)
            self.groups.append(group)
            self.costs.append(costs)
            self.totals.append(total)


class Study:
    """The table, its hierarchies and what is asked of them."""

    def __init__(self, data, recipe):
        dialect, count = recipe.get("dialect") or {}, recipe.get("count_column")
        left = (key for key in ("protect", "chosen") if recipe.get(key) in (None, []))
        expect_known("", recipe, (*ASKED, *WITHOUT_BEARING, *left))
        expect_known("privacy.", recipe["privacy"], ("k", "suppression_limit"))
        expect_known("loss.", recipe["loss"], ("measure", "aggregate"))
        expect_known("dialect.", dialect, ("delimiter", "quote", "header", "encoding", "missing", "ragged"))
        need(recipe["kanon"] == 1, Wrong, "`kanon` is not 1: the recipe is of another version")
        for name, own in recipe["columns"].items():
            expect_known(f"columns.{name}.", own, OF_COLUMN)
            need(own["role"] in ROLES, Wrong, f"`columns.{name}.role` is none")
        for key, usual in ("header", True), ("encoding", "utf-8"), ("ragged", "refuse"):
            need(dialect.get(key, usual) == usual, Wrong, "only tables in UTF-8 with a header are read")
        self.measure, self.aggregate = recipe["loss"]["measure"], recipe["loss"]["aggregate"]
        need(self.measure in (*COSTS, *OF_LEVELS, *OF_SIZES)
             and self.aggregate in ("arithmetic-mean", "geometric-mean", "maximum"), Wrong,
             f"no rule is known for {self.measure} with {self.aggregate}")
        quote = dialect.get("quote", '"')
        reader = csv.reader(io.StringIO(data, newline=""), delimiter=dialect.get("delimiter", ","), strict=True,
                            quotechar=quote, quoting=csv.QUOTE_NONE if quote is None else csv.QUOTE_MINIMAL)
        header = next(reader, [])
        asked = {name: own for name, own in recipe["columns"].items() if own["role"] == "quasi-identifier"}
        self.names = [name for name in header if name in asked]
        need(self.names and sorted(self.names) == sorted(asked), Wrong, "the table has not each quasi-identifier once")
        need(not count or header.count(count) == 1, Wrong, f"the table has not one column {count}")
        table, counts = Counter(), [Counter() for _ in self.names]
        for row in filter(None, reader):
            need(len(row) == len(header), Wrong, "a row has another number of cells")
            cells = dict(zip(header, row))
            number = cells[count] if count else "1"
            need(number.isascii() and number.isdigit(), Wrong, "a number of records is none")
            table[tuple(cells[name] for name in self.names)] += int(number)
            for own, name in zip(counts, self.names):
                own[cells[name]] += int(number)
        self.table, self.records, self.k = +table, sum(table.values()), recipe["privacy"]["k"]
        need(type(self.k) is int and max(self.k, 1) <= self.records, Wrong, f"k is none of {self.records} records")
        self.columns = [Column(name, asked[name], self.measure, own) for name, own in zip(self.names, counts)]
        share = recipe["privacy"]["suppression_limit"]  # as the shortest decimal fraction that stands for it
        need(type(share) in (int, float) and 0 <= share <= 1, Wrong, "`privacy.suppression_limit` is no share")
        self.limit = math.floor(Fraction(repr(share)) * self.records)
        axis_of = list(range(len(self.names)))
        for link in recipe.get("linked") or []:
            need(type(link) is list and set(link) <= set(self.names), Wrong, "`linked` names no quasi-identifier")
            joined = {axis for axis, name in zip(axis_of, self.names) if name in link}
            axis_of = [min(joined) if axis in joined else axis for axis in axis_of]
        self.axes = [[qi for qi, own in enumerate(axis_of) if own == axis] for axis in sorted(set(axis_of))]
        linked = [[column for column, own in zip(self.columns, axis_of) if own == axis] for axis in axis_of]
        self.low = tuple(max(column.min for column in columns) for columns in linked)
        self.high = tuple(min(column.max for column in columns) for columns in linked)
        need(all(low <= high for low, high in zip(self.low, self.high)), Wrong, "linked columns share no level")
        self.cuts = [(axis, level) for axis in self.axes for level in range(self.low[axis[0]], self.high[axis[0]])]

    def counted(self, policies, finer):
        """What each policy suppresses, what that costs beside keeping it, and how many classes there are of each size.

        Finer classes are joined first to those of the lowest levels of all policies, and these for each half of them.
        """
        levels, classes = tuple(map(min, zip(*policies))), Counter()
        columns = zip(self.columns, levels, zip(*finer))
        keys = zip(*(map(column.groups[level].__getitem__, cells) for column, level, cells in columns))
        for key, n in zip(keys, finer.values()):
            classes[key] += n
        half = len(policies) // 2
        if half:
            return {**self.counted(policies[:half], classes), **self.counted(policies[half:], classes)}
        small = {key: n for key, n in classes.items() if n < self.k} if self.measure in COSTS else {}
        prices = [sum(n * (column.most - column.costs[level][key[qi]]) for key, n in small.items())
                  for qi, (column, level) in enumerate(zip(self.columns, levels))]
        return {levels: (sum(n for n in classes.values() if n < self.k), prices, Counter(classes.values()))}

    def loss(self, low, high, counted):
        """What policies of the box lose at least, and if it has one alone, just that, as the measure computes it.

        Every operation rounds to nearest and is monotone, but for powers and logarithms.
        """
        suppressed, prices, _ = counted[high]
        if self.measure in OF_SIZES:
            return self.loss_of_sizes(counted[low][2], suppressed, low == high)
        sums = [column.totals[level] + price for column, level, price in zip(self.columns, low, prices)]
        if self.measure in ("height", "entropy"):
            return float(sum(sums))
        wholes, weights = zip(*((column.whole, column.weight) for column in self.columns))
        common = math.lcm(*wholes)
        if self.aggregate == "arithmetic-mean" and len(set(weights)) == 1 and common <= 1 << 120:
            return float(sum(own * (common // whole) for own, whole in zip(sums, wholes))) / (float(common) * len(sums))
        add = functools.partial(functools.reduce, operator.add)  # newer Pythons' `sum` rounds floats at its end alone
        shares = [float(own) / float(whole) for own, whole in zip(sums, wholes)]
        if self.aggregate == "geometric-mean":
            return math.prod((1 + share) ** (weight / add(weights)) for share, weight in zip(shares, weights)) - 1
        terms = list(map(operator.mul, weights, shares))
        return max(terms) / max(weights) if self.aggregate == "maximum" else add(terms) / add(weights)

    def loss_of_sizes(self, sizes, suppressed, is_single):
        """The same by the sizes of the classes of `low`, and the number of records that `high` suppresses."""
        small = sum(size * n for size, n in sizes.items() if size < self.k)
        if self.measure == "aecs":
            more = min(small, 1) if is_single else 1 + max(small - suppressed, 0) // max(self.k, 1)
            return self.records / max(sum(n for size, n in sizes.items() if size >= self.k) + more, 1)
        if self.measure == "discernibility" and is_single:
            return float(sum(size * n * (size if size >= self.k else self.records) for size, n in sizes.items()))
        price = self.records + 1 - self.k if self.measure == "discernibility" else 0
        return float(sum(size * size * n for size, n in sizes.items()) + suppressed * price)

    def boxes(self, nodes):
        """The boxes that the tree leaves whole. In preorder, 0 is one of them; others are cuts, lower parts first."""
        waiting = [(self.low, self.high)]
        for node in nodes:
            need(waiting, Refused, "the tree has more behind its end")
            low, high = waiting.pop()
            if node == 0:
                yield low, high
                continue
            axis, level = self.cuts[node - 1] if node <= len(self.cuts) else ([0], math.inf)
            need(low[axis[0]] <= level < high[axis[0]], Refused, "a cut outside of its box")
            waiting.append((tuple(level + 1 if qi in axis else own for qi, own in enumerate(low)), high))
            waiting.append((low, tuple(level if qi in axis else own for qi, own in enumerate(high))))
        need(not waiting, Refused, "the tree ends too early")


def check(proof, data, recipe):
    study = Study(data, parse(recipe))
    line, _, body = proof.partition(b"\n")
    header = parse(line)
    hierarchies = (((tuple(group[value] for group in column.groups), "") for value in column.groups[0])
                   for column in study.columns)
    asked = {"kanon_proof": 1, "columns": study.names, "records": study.records, "k": study.k, "limit": study.limit,
             "measure": study.measure, "aggregate": study.aggregate,
             "table": digest([study.table.items()], ""), "hierarchies": digest(hierarchies, "\n")}
    for name in (*asked, *CLAIMED):
        need(name in header, Wrong, f"the proof has no `{name}`")
    expect_known("", header, (*asked, *CLAIMED, "k_to", "limit_from"))
    for name, own in asked.items():
        told = header[name]  # of a run of settings, it is one end
        run = {"k": (told, header.get("k_to", told)), "limit": (header.get("limit_from", told), told)}.get(name)
        is_own = all(type(end) is int for end in run) and run[0] <= own <= run[1] if run else told == own
        need(is_own and type(told) is type(own), Wrong, f"the proof's {name} is {told}, and here it is {own}")
    need(type(header["policy"]) is list, Refused, "the claimed policy is none")
    policy, n_nodes = tuple(header["policy"]), header["nodes"]
    need(all(type(level) is int for level in policy) and len(policy) == len(study.names)
         and all(low <= level <= high for low, level, high in zip(study.low, policy, study.high))
         and all(policy[qi] == policy[axis[0]] for axis in study.axes for qi in axis), Refused,
         "the claimed policy is none that the recipe allows")
    policies = math.prod(study.high[axis[0]] - study.low[axis[0]] + 1 for axis in study.axes)
    need(type(n_nodes) is int and 0 < n_nodes <= min(2 * policies - 1, 1 << 32), Refused,
         f"{n_nodes} nodes are none, or more than {policies} policies have")
    width = 2 if len(study.cuts) > 255 else 1
    need(header["body"] in ("plain", "zlib"), Refused, "the tree is neither plain nor packed by zlib")
    if header["body"] == "zlib":
        unpacked = zlib.decompressobj()
        body = unpacked.decompress(body, n_nodes * width + 1)
        need(unpacked.eof and not unpacked.unused_data, Refused, "the tree ends too early, or has more behind its end")
    need(len(body) == n_nodes * width, Refused, f"the tree has not {n_nodes * width} bytes")
    nodes = (int.from_bytes(body[at:at + width], "big") for at in range(0, len(body), width))
    counted = study.counted([policy], study.table)
    suppressed, loss = counted[policy][0], study.loss(policy, policy, counted)
    is_geometric = study.aggregate == "geometric-mean" and study.measure in (*COSTS, "precision")
    slack = 1e-9 * (1 + loss) if is_geometric or study.measure == "entropy" else 0.0  # for powers and logarithms
    need(suppressed <= study.limit and suppressed == header["suppressed"] and type(header["suppressed"]) is int
         and type(header["loss"]) in (int, float) and abs(loss - header["loss"]) <= 1e-12 * loss + slack, Refused,
         f"the claimed policy suppresses {suppressed} and loses {loss}: that is not what is claimed, or not allowed")
    boxes = study.boxes(nodes)
    while some := list(itertools.islice(boxes, TOGETHER)):
        asked = dict.fromkeys(end for box in some for end in (box if study.measure in OF_SIZES else box[1:]))
        counted = study.counted(list(asked), study.table)
        for low, high in some:
            bound = study.loss(low, high, counted)
            is_after = bound + slack >= loss if slack else (bound, sum(low), low) >= (loss, sum(policy), policy)
            need(counted[high][0] > study.limit or is_after, Refused,
                 f"open is the box from {list(low)} to {list(high)} of the levels of {study.names}")
    how = f"loses less than it by more than {slack}" if slack else "comes before it"
    return f"proven: of {policies} policies none that is valid {how}: {list(policy)}, with loss {loss}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Checks a proof that no policy loses less.")
    parser.add_argument("proof")
    parser.add_argument("--data", required=True)
    parser.add_argument("--recipe", required=True)
    given = parser.parse_args()
    try:
        given_proof = open(given.proof, "rb").read()
        given_data = open(given.data, encoding="utf-8-sig", newline="").read()
        print(check(given_proof, given_data, open(given.recipe, "rb").read()))
    except (Refused, zlib.error) as why:
        parser.exit(1, f"refused: {why}\n")
    except Wrong as why:
        parser.exit(2, f"wrong file: {why}\n")
    except Exception as why:  # whatever it is, nothing is proven
        parser.exit(2, f"wrong file: it cannot be read: {type(why).__name__}: {why}\n")
