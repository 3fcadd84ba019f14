/** Hunks put into a text, where their lines are found. */
import type { PatchHunk } from './parse-patch.ts'

export type Applied =
  | { readonly ok: true; readonly lines: string[] }
  | { readonly ok: false; readonly hunk: PatchHunk }

/**
 * Lines may have moved; a hunk of the file's first line stays at the start, one without unchanged lines at its end stays at
 * the end, unless patches without such lines are wanted (`unidiffZero`).
 */
export function applyHunks(
  lines: readonly string[],
  hunks: readonly PatchHunk[],
  unidiffZero = false,
): Applied {
  const out = [...lines]
  let shift = 0
  let least = 0
  for (const hunk of hunks) {
    const expected = Math.max(0, (hunk.old.length === 0 ? hunk.oldStart : hunk.oldStart - 1) + shift)
    const at = findPlace(out, hunk, { expected, least, unidiffZero })
    if (at === undefined) return { ok: false, hunk }
    out.splice(at, hunk.old.length, ...hunk.young)
    shift += hunk.young.length - hunk.old.length + (at - expected)
    least = at + hunk.young.length
  }
  return { ok: true, lines: out }
}

function findPlace(
  lines: readonly string[],
  hunk: PatchHunk,
  { expected, least, unidiffZero }: { expected: number; least: number; unidiffZero: boolean },
): number | undefined {
  const fits = (at: number): boolean =>
    at >= least &&
    at + hunk.old.length <= lines.length &&
    hunk.old.every((line, offset) => lines[at + offset] === line)
  const startsFile = hunk.oldStart === 0 || (hunk.oldStart === 1 && !unidiffZero)
  const endsFile = !unidiffZero && hunk.trailing === 0
  const last = lines.length - hunk.old.length
  if (startsFile) return fits(0) && (!endsFile || last === 0) ? 0 : undefined
  if (endsFile) return fits(last) ? last : undefined
  for (let distance = 0; distance <= lines.length; distance += 1) {
    if (fits(expected + distance)) return expected + distance
    if (distance > 0 && fits(expected - distance)) return expected - distance
  }
  return undefined
}
