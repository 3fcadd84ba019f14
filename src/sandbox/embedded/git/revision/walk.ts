/** Walks over history. */
import type { ObjectStore } from '../store/object-store.ts'

/** A queue of commits, the youngest first; of equal age, first come first served. */
class CommitQueue {
  readonly #items: { oid: string; time: number; order: number }[] = []
  #order = 0

  get size(): number {
    return this.#items.length
  }

  push(oid: string, time: number): void {
    const item = { oid, time, order: (this.#order += 1) }
    let low = 0
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#items[middle]
      // The last item is taken first.
      if (other !== undefined && other.time <= time) {
        if (other.time === time) high = middle
        else low = middle + 1
      } else high = middle
    }
    this.#items.splice(low, 0, item)
  }

  pop(): string | undefined {
    return this.#items.pop()?.oid
  }

  some(test: (oid: string) => boolean): boolean {
    return this.#items.some((item) => test(item.oid))
  }
}

/** Every commit that can be reached, the youngest first. */
export function* reachable(
  objects: ObjectStore,
  tips: readonly string[],
  options: { firstParent?: boolean; parentsOf?: ((oid: string) => readonly string[]) | undefined } = {},
): Generator<string> {
  const queue = new CommitQueue()
  const seen = new Set<string>()
  const push = (oid: string): void => {
    if (seen.has(oid)) return
    seen.add(oid)
    queue.push(oid, objects.commit(oid).committer.time)
  }
  tips.forEach(push)
  for (let oid = queue.pop(); oid !== undefined; oid = queue.pop()) {
    yield oid
    const parents = options.parentsOf?.(oid) ?? objects.commit(oid).parents
    for (const parent of options.firstParent ? parents.slice(0, 1) : parents) push(parent)
  }
}

/** All that can be reached from `tips`. */
export function ancestors(objects: ObjectStore, tips: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const rest = [...tips]
  for (let oid = rest.pop(); oid !== undefined; oid = rest.pop()) {
    if (seen.has(oid)) continue
    seen.add(oid)
    rest.push(...objects.commit(oid).parents)
  }
  return seen
}

/** True when `old` can be reached from `young`. */
export function isAncestor(objects: ObjectStore, old: string, young: string): boolean {
  if (old === young) return true
  const limit = objects.commit(old).committer.time
  const seen = new Set<string>()
  const rest = [young]
  for (let oid = rest.pop(); oid !== undefined; oid = rest.pop()) {
    if (oid === old) return true
    if (seen.has(oid)) continue
    seen.add(oid)
    // Clocks go wrong by hours, seldom by more: a day of grace.
    const commit = objects.commit(oid)
    if (commit.committer.time + 86_400 < limit) continue
    rest.push(...commit.parents)
  }
  return false
}

/** The best common ancestors: those that no other common ancestor descends from. */
export function mergeBases(objects: ObjectStore, one: string, others: readonly string[]): string[] {
  if (others.includes(one)) return [one]
  const ONE = 1
  const OTHER = 2
  const STALE = 4
  const flags = new Map<string, number>()
  const queue = new CommitQueue()
  const mark = (oid: string, flag: number): void => {
    const before = flags.get(oid) ?? 0
    if ((before & flag) === flag) return
    flags.set(oid, before | flag)
    queue.push(oid, objects.commit(oid).committer.time)
  }
  mark(one, ONE)
  for (const other of others) mark(other, OTHER)
  const candidates: string[] = []
  const isFresh = (oid: string): boolean => ((flags.get(oid) ?? 0) & STALE) === 0
  while (queue.size > 0 && queue.some(isFresh)) {
    const oid = queue.pop()
    if (oid === undefined) break
    let flag = (flags.get(oid) ?? 0) & (ONE | OTHER | STALE)
    if (flag === (ONE | OTHER)) {
      if (!candidates.includes(oid)) candidates.push(oid)
      flag |= STALE
    }
    for (const parent of objects.commit(oid).parents) mark(parent, flag)
  }
  const fresh = candidates.filter(isFresh)
  return fresh.filter((oid) => !fresh.some((other) => other !== oid && isAncestor(objects, oid, other)))
}
