/**
 * Which questions a classifier may spare the person in `auto`. Never one of the safety checks, of a rule or of a hook:
 * somebody has asked for those. Never what leaves, deletes, or cannot be followed: a classifier that is talked into anything
 * then allows what stays in the workspace, and nothing else.
 */
import { staysInside } from '../scope.ts'
import type { PermissionCall, PermissionState } from '../contract.ts'
import { lifts, RANK_OF, type Rank } from '../rank.ts'
import { analyse } from '../shell/analysis.ts'
import { reasonToAsk } from '../shell/reason-to-ask.ts'
import { runsInlineCode } from '../shell/rules/pieces.ts'

/** `source` is who has asked, `rank` what an allow needs. */
export function mayClassify(
  call: PermissionCall,
  { source, rank }: { readonly source: string; readonly rank: Rank },
  { mode, contained }: Pick<PermissionState, 'mode' | 'contained'>,
): boolean {
  if (mode !== 'auto' || source !== 'mode' || !lifts(RANK_OF.classifier.allow, rank)) return false
  if (call.kind === 'edit') return staysInside(call.paths)
  if (call.kind !== 'shell' || call.command === undefined) return false
  // Also what writes to a place that only a run can tell.
  if (reasonToAsk(call.command, call.cwd, call.installed ?? []) !== undefined) return false
  const { class: kind, leaves } = analyse(call.command, call.cwd)
  if (kind === 'read-only' || kind === 'workspace-write') return true
  // If the back end does not contain programs, the user alone allows inline code.
  return (
    kind === 'program' &&
    (contained || !leaves.some(({ words }) => runsInlineCode(words.map((word) => word ?? ''))))
  )
}
