/**
 * Which accepted versions of files a workspace keeps. Saves of one file push out no version of another: an earlier version only
 * saves a question when it comes back, whereas the latest is the one in force.
 */
import { STEERING_VERSIONS } from '../../limits.ts'
import { isAddress } from '../../memory/instructions/config-file.ts'
import { steers } from '../steering-files/steers.ts'
import type { AcceptedVersion } from './workspace-record.ts'

interface Rank {
  readonly place: number
  /** The higher, the longer it stays. */
  readonly worth: number
  /** Later versions of the same file. */
  readonly later: number
}

/**
 * As many as a workspace may have, the latest last. Earlier versions of a file go first, then the latest of prose, then that of
 * files that steer and of addresses; `added` ones, just accepted, go last of all.
 */
export function keptVersions(
  known: readonly AcceptedVersion[],
  added: readonly AcceptedVersion[] = [],
): readonly AcceptedVersion[] {
  const others = known.filter(
    ({ path, version }) => !added.some((one) => one.path === path && one.version === version),
  )
  const all = [...others, ...added]
  const surplus = all.length - STEERING_VERSIONS
  if (surplus <= 0) return all
  // With the most later ones first, the files that have the most versions lose theirs.
  const ranks = ranksOf(all, others.length).toSorted(
    (one, other) => one.worth - other.worth || other.later - one.later || one.place - other.place,
  )
  const gone = new Set(ranks.slice(0, surplus).map(({ place }) => place))
  return all.filter((_, place) => !gone.has(place))
}

/** The first `known` of them were there before. */
function ranksOf(all: readonly AcceptedVersion[], known: number): readonly Rank[] {
  const counts = new Map<string, number>()
  const stays = new Map<string, boolean>()
  return all
    .map(({ path }, place) => ({ path, place }))
    .toReversed()
    .map(({ path, place }) => {
      const later = counts.get(path) ?? 0
      counts.set(path, later + 1)
      const isSteering = stays.get(path) ?? (isAddress(path) || steers(path))
      stays.set(path, isSteering)
      const worth = (place < known ? 0 : 4) + (later > 0 ? 0 : 2) + (isSteering ? 1 : 0)
      return { place, worth, later }
    })
}
