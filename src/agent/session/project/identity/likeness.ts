/** Compares the evidence of two imports: whether they may be one project. */
import { PROJECT_EQUAL_FILES, PROJECT_SAMPLE } from '../../../limits.ts'
import type { ProjectEvidence } from '../../workspace/project-mark.ts'

export interface Likeness {
  /** A first commit of one is a first commit of the other. */
  readonly isSameHistory: boolean
  /** Remotes that both name. */
  readonly remotes: readonly string[]
  /** Part of the known import's contents that the new one has, 0 to 1; an estimate for large projects. */
  readonly share: number
  /** Paths of steering files that only one has, or that differ; sorted. */
  readonly steering: readonly string[]
  /** Enough to ask. */
  readonly isLike: boolean
  /** Enough to expect that it is the same, unless its steering files differ. */
  readonly isExpected: boolean
}

/** From how large a part of equal contents on somebody is asked. */
const LIKE_SHARE = 0.5

export function likeness(known: ProjectEvidence, found: ProjectEvidence): Likeness {
  const isSameHistory = known.commits.some((commit) => found.commits.includes(commit))
  const remotes = known.remotes.filter((remote) => found.remotes.includes(remote))
  const steering = differing(known.steering, found.steering)
  const { equal, ofBoth } = equalContents(known, found)
  const share = known.contents === 0 ? 0 : Math.min(1, equal / known.contents)
  const isNamed = isSameHistory || remotes.length > 0
  return {
    isSameHistory,
    remotes,
    share,
    steering,
    isLike: isNamed || (share >= LIKE_SHARE && equal >= PROJECT_EQUAL_FILES),
    // Projects from one template share much of what is small: then the whole must be alike.
    isExpected: steering.length === 0 && (isNamed || ofBoth >= LIKE_SHARE),
  }
}

/** The better comes first. */
export function byLikeness(a: Likeness, b: Likeness): number {
  return weight(b) - weight(a)
}

function weight({ isSameHistory, remotes, share }: Likeness): number {
  return (isSameHistory ? 2 : 0) + (remotes.length > 0 ? 1 : 0) + share
}

/**
 * How many contents are equal, and which part of all contents of the two these are. The smallest hashes of both together are a fair
 * sample of all (a bottom-k sketch: Bar-Yossef et al., 2002); exact while all contents of both fit into one.
 */
function equalContents(a: ProjectEvidence, b: ProjectEvidence): { equal: number; ofBoth: number } {
  const [inA, inB] = [new Set(a.sample), new Set(b.sample)]
  const all = [...new Set([...inA, ...inB])].toSorted().slice(0, PROJECT_SAMPLE)
  if (all.length === 0) return { equal: 0, ofBoth: 0 }
  const ofBoth = all.filter((hash) => inA.has(hash) && inB.has(hash)).length / all.length
  return { equal: (ofBoth / (1 + ofBoth)) * (a.contents + b.contents), ofBoth }
}

function differing(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((path) => a[path] !== b[path]).toSorted()
}
