/** Hunks put into a text, where their lines are found. */
import type { PatchHunk } from './parse-patch.ts'

export type Applied =
  | { readonly ok: true; readonly lines: string[] }
  | { readonly ok: false; readonly hunk: PatchHunk }

/** Lines may have moved; a hunk at the very start or end of the file stays there. */
export function applyHunks(lines: readonly string[], hunks: readonly PatchHunk[]): Applied {
  const out = [...lines]
  let shift = 0
  let least = 0
  for (const hunk of hunks) {
    const expected = Math.max(0, (hunk.old.length === 0 ? hunk.oldStart : hunk.oldStart - 1) + shift)
    const at = findPlace(out, hunk, { expected, least })
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
  { expected, least }: { expected: number; least: number },
): number | undefined {
  const fits = (at: number): boolean =>
    at >= least &&
    at + hunk.old.length <= lines.length &&
    hunk.old.every((line, offset) => lines[at + offset] === line)
  const startsFile = hunk.oldStart <= 1 && hunk.leading < hunk.trailing
  const endsFile = hunk.trailing < hunk.leading
  if (startsFile) return fits(0) ? 0 : undefined
  if (endsFile && fits(lines.length - hunk.old.length)) return lines.length - hunk.old.length
  for (let distance = 0; distance <= lines.length; distance += 1) {
    if (fits(expected + distance)) return expected + distance
    if (distance > 0 && fits(expected - distance)) return expected - distance
  }
  return undefined
}
