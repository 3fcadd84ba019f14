/**
 * The record of a workspace: read field by field, since another version may have written it, and changed without
 * the loss of a field that this one does not know.
 *
 * A field that cannot be read is never read as less strict than it may be. Permissions and trust are then none;
 * rules that ask or deny are read as asking about every tool, locks as one on the whole workspace.
 */
import { z } from 'zod'
import { isTexts, readRules, textsIn } from '../store/stored-rules.ts'
import { isFields } from '../shapes/fields.ts'
import type { Fields } from '../shapes/fields.ts'
import { withChanges } from '../shapes/with-changes.ts'
import { permissionRules } from '../../protocol/settings.ts'
import type { PermissionRules } from '../../protocol/settings.ts'
import { projectMark } from './project-mark.ts'
import type { ProjectMark } from './project-mark.ts'

const acceptedVersion = z.object({ path: z.string(), version: z.string() })
/** A steering file that the user set or accepted, just as it is. */
export type AcceptedVersion = Readonly<z.infer<typeof acceptedVersion>>

const rules = z.object(permissionRules.shape)
const trust = z.object({
  hash: z.string().optional(),
  grants: z.object({ project: rules, local: rules, env: z.record(z.string(), z.string()) }).optional(),
  /** The hash of what is to stay off. */
  refused: z.string().optional(),
})

/** The entry of one workspace. */
export interface WorkspaceEntry {
  /** Milliseconds since the epoch, of the last change. */
  readonly at: number
  readonly rules?: PermissionRules | undefined
  /** From the workspace's root. */
  readonly locks?: readonly string[] | undefined
  readonly trust?: z.infer<typeof trust> | undefined
  /** The latest last. */
  readonly accepted?: readonly AcceptedVersion[] | undefined
  /** Absent until it is known which project these files are of, and where they are of none. */
  readonly project?: ProjectMark | undefined
}

/** The user's choices for one workspace. */
export type SaidOfWorkspace = Omit<WorkspaceEntry, 'at'>

/** The lock on all of the workspace. */
export const WHOLE_WORKSPACE = '.'

/** Nothing where nothing is stored. */
export function readRecord(stored: unknown): WorkspaceEntry {
  if (stored === undefined) return { at: 0 }
  const fields: Fields = isFields(stored) ? stored : { rules: null, locks: null }
  const { at, rules: rawRules, locks, trust: rawTrust, accepted, project } = fields
  const read = trust.safeParse(rawTrust)
  const mark = projectMark.safeParse(project)
  return {
    at: typeof at === 'number' ? at : 0,
    ...(rawRules === undefined ? {} : { rules: readRules(rawRules) }),
    ...(locks === undefined ? {} : { locks: strictList(locks, [WHOLE_WORKSPACE]) }),
    ...(read.success ? { trust: read.data } : {}),
    ...(Array.isArray(accepted) ? { accepted: accepted.flatMap(versionIn) } : {}),
    ...(mark.success ? { project: mark.data } : {}),
  }
}

/** Whether each field that is known here is as this version writes it. */
export function isReadable(stored: unknown): boolean {
  if (!isFields(stored) || typeof stored['at'] !== 'number') return false
  const { rules: rawRules, locks, trust: rawTrust, accepted } = stored
  return (
    (rawRules === undefined || rules.safeParse(rawRules).success) &&
    (locks === undefined || z.array(z.string()).safeParse(locks).success) &&
    (rawTrust === undefined || trust.safeParse(rawTrust).success) &&
    (accepted === undefined || z.array(acceptedVersion).safeParse(accepted).success)
  )
}

/** The record with the change, to be stored. A field whose value could not be read has it under `unread`. */
export function changedRecord(stored: unknown, change: SaidOfWorkspace, at: number): Fields {
  if (stored !== undefined && !isFields(stored))
    return { ...readRecord(stored), ...change, at, unread: stored }
  const before: Fields = stored ?? {}
  const unread = unreadIn(before, change)
  return {
    ...before,
    ...change,
    ...(change.rules && { rules: withChanges(before['rules'], readRules(before['rules']), change.rules) }),
    ...(change.trust && { trust: withTrust(before['trust'], change.trust) }),
    ...(change.accepted && { accepted: withAccepted(before['accepted'], change.accepted) }),
    ...(unread && { unread }),
    at,
  }
}

/** With the values that could not be read at all and that the change takes the place of. */
function unreadIn(before: Fields, change: SaidOfWorkspace): Fields | undefined {
  const lost = Object.entries(before).filter(
    // The names in `SHAPES` are fields of a change.
    ([name, value]) => SHAPES.get(name)?.(value) === false && change[name as keyof SaidOfWorkspace],
  )
  if (lost.length === 0) return undefined
  return { ...(isFields(before['unread']) ? before['unread'] : {}), ...Object.fromEntries(lost) }
}

const SHAPES = new Map<string, (value: unknown) => boolean>([
  ['rules', isFields],
  ['locks', isTexts],
  ['trust', isFields],
  ['accepted', Array.isArray],
])

/** A refusal leaves nothing of an earlier trust, not even a part that only a later version knows. */
function withTrust(stored: unknown, changed: NonNullable<WorkspaceEntry['trust']>): Fields {
  if (changed.hash === undefined || !isFields(stored)) return changed
  const { hash: _, grants: __, refused: ___, ...unknown } = stored
  return { ...unknown, ...changed }
}

function withAccepted(stored: unknown, changed: readonly AcceptedVersion[]): readonly unknown[] {
  const before: readonly unknown[] = Array.isArray(stored) ? stored : []
  const unread = before.filter((item) => versionIn(item).length === 0)
  const asStored = ({ path, version }: AcceptedVersion) =>
    before.find((item) => versionIn(item).some((known) => known.path === path && known.version === version))
  return [...unread, ...changed.map((version) => asStored(version) ?? version)]
}

/** Its texts; with `strict` where something else is in it. */
function strictList(stored: unknown, strict: readonly string[]): readonly string[] {
  return isTexts(stored) ? stored : [...new Set([...textsIn(stored), ...strict])]
}

function versionIn(item: unknown): AcceptedVersion[] {
  const read = acceptedVersion.safeParse(item)
  return read.success ? [read.data] : []
}
