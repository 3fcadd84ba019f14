/** Which commit halves what is left to search: the same one that git takes, so that its steps are the same. */
import { treePairs } from '../diff/sources.ts'
import type { Repository } from '../repository.ts'
import { ancestors, reachable } from '../revision/walk.ts'
import type { Pathspec } from '../worktree/pathspec.ts'

export interface Search {
  readonly bad: string
  readonly good: readonly string[]
  readonly skipped: ReadonlySet<string>
  readonly pathspec: Pathspec
}

export interface Bisection {
  /** Undefined when nothing but skipped commits is left. */
  readonly commit: string | undefined
  /** Skipped ones that would have been better. */
  readonly tried: readonly string[]
  /** How many commits are left to search, and how many the chosen one reaches. */
  readonly all: number
  readonly reaches: number
}

interface Graph {
  /** The oldest first. */
  readonly list: readonly string[]
  readonly parents: ReadonlyMap<string, readonly string[]>
  /** Commits that change the searched paths. */
  readonly counted: ReadonlySet<string>
}

export function bisect(repository: Repository, search: Search): Bisection {
  const graph = graphOf(repository, search)
  const all = graph.counted.size
  if (all === 0) return { commit: graph.list.at(-1), tried: [], all, reaches: 0 }
  const findAll = search.skipped.size > 0
  const weights = new Map<string, number>()
  const half = weigh(graph, weights, findAll)
  const distance = (oid: string): number => {
    const weight = weights.get(oid) ?? 0
    return Math.min(weight, all - weight)
  }
  if (!findAll) {
    const commit = half ?? best(graph, distance)
    return { commit, tried: [], all, reaches: weights.get(commit ?? '') ?? 0 }
  }
  const sorted = graph.list
    .filter((oid) => graph.counted.has(oid))
    .sort((a, b) => distance(b) - distance(a) || (a < b ? -1 : 1))
  const reaches = weights.get(sorted[0] ?? '') ?? 0
  return { ...withoutSkipped(sorted, search), all, reaches }
}

function graphOf(repository: Repository, { bad, good, pathspec }: Search): Graph {
  const { objects } = repository
  const hidden = ancestors(objects, good)
  const parents = new Map<string, readonly string[]>()
  const counted = new Set<string>()
  const wanted = new Set([bad])
  for (const oid of reachable(objects, [bad])) {
    if (!wanted.has(oid) || hidden.has(oid)) continue
    const commit = objects.commit(oid)
    const same = pathspec.isAll ? undefined : sameParent(repository, oid, pathspec)
    if (pathspec.isAll || same === undefined) counted.add(oid)
    const followed = same !== undefined && commit.parents.length > 1 ? [same] : commit.parents
    followed.forEach((parent) => wanted.add(parent))
    parents.set(
      oid,
      followed.filter((parent) => !hidden.has(parent)),
    )
  }
  return { list: [...parents.keys()].reverse(), parents, counted }
}

/** A parent from which the commit differs in none of the paths; '' for a root that has none of them. */
function sameParent(repository: Repository, oid: string, pathspec: Pathspec): string | undefined {
  const { objects } = repository
  const { tree, parents } = objects.commit(oid)
  const isSame = (before: string | undefined): boolean =>
    treePairs(repository, { before, after: tree }, pathspec).length === 0
  if (parents.length === 0) return isSame(undefined) ? '' : undefined
  return parents.find((parent) => isSame(objects.commit(parent).tree))
}

/** Fills in how many commits each one reaches; stops at one that is half-way, unless all are wanted. */
function weigh(graph: Graph, weights: Map<string, number>, findAll: boolean): string | undefined {
  const { list, parents, counted } = graph
  const all = counted.size
  const isHalf = (oid: string): boolean => {
    const difference = Math.abs(2 * (weights.get(oid) ?? 0) - all)
    return counted.has(oid) && (difference <= 1 || difference < Math.floor(all / 1024))
  }
  for (const oid of list) if (parents.get(oid)?.length === 0) weights.set(oid, counted.has(oid) ? 1 : 0)
  for (const oid of list) {
    if ((parents.get(oid)?.length ?? 0) < 2) continue
    weights.set(oid, reach(graph, oid))
    if (!findAll && isHalf(oid)) return oid
  }
  for (const oid of list) {
    if (weights.has(oid)) continue
    const [parent] = parents.get(oid) ?? []
    // The list goes from old to young by clocks, which go wrong: then it is counted out.
    const known = parent === undefined ? undefined : weights.get(parent)
    weights.set(oid, known === undefined ? reach(graph, oid) : known + (counted.has(oid) ? 1 : 0))
    if (!findAll && isHalf(oid)) return oid
  }
  return undefined
}

function reach({ parents, counted }: Graph, from: string): number {
  const seen = new Set<string>()
  const rest = [from]
  for (let oid = rest.pop(); oid !== undefined; oid = rest.pop()) {
    if (seen.has(oid)) continue
    seen.add(oid)
    rest.push(...(parents.get(oid) ?? []))
  }
  return [...seen].filter((oid) => counted.has(oid)).length
}

function best({ list, counted }: Graph, distance: (oid: string) => number): string | undefined {
  let [found, most]: [string | undefined, number] = [undefined, -1]
  for (const oid of list) {
    if (!counted.has(oid) || distance(oid) <= most) continue
    ;[found, most] = [oid, distance(oid)]
  }
  return found
}

/** If the best commit is skipped, picks one further away, by git's own deterministic dice. */
function withoutSkipped(
  sorted: readonly string[],
  { skipped, bad }: Search,
): Pick<Bisection, 'commit' | 'tried'> {
  const [first] = sorted
  if (first === undefined || !skipped.has(first)) return { commit: first, tried: [] }
  const tried = sorted.filter((oid) => skipped.has(oid))
  const left = sorted.filter((oid) => !skipped.has(oid))
  const at = diced(left.length)
  const chosen = left[at]
  if (chosen === bad) return { commit: at > 0 ? left[at - 1] : left[0], tried }
  return { commit: chosen ?? left[0], tried }
}

const DICE = 32_768

function diced(count: number): number {
  const seed = (Math.imul(count, 1_103_515_245) + 12_345) >>> 0
  const number = Math.floor(seed / 65_536) % DICE
  return Math.floor((Math.floor((count * number) / DICE) * root(number)) / root(DICE))
}

/** By Newton's way, as far as git goes. */
function root(value: number): number {
  if (value === 0) return 0
  let x = value
  for (let change = 1; change >= 0.5;) {
    const y = (x + value / x) / 2
    change = Math.abs(y - x)
    x = y
  }
  return Math.floor(x)
}

/** About how many more steps it takes. */
export function stepsFor(all: number): number {
  if (all < 3) return 0
  const steps = Math.floor(Math.log2(all))
  const power = 2 ** steps
  return power < 3 * (all - power) ? steps : steps - 1
}
