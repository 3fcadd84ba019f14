/** The page's calls in a tab whose database has a newer version: those that would store something answer why nothing was done. */
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { outdated } from '../store/database-handle.ts'
import type { Handle } from '../store/database-handle.ts'
import { storageFailure } from '../store/storage-error.ts'

type Refusal = Result<never> & { readonly ok: false }

/** Names of an area's calls whose answer may be a failure. */
type Refusable<Area> = {
  [Name in keyof Area]: Area[Name] extends (...args: never[]) => Promise<infer Answer>
    ? Refusal extends Answer
      ? Name
      : never
    : never
}[keyof Area]

type Refused = { readonly [Area in keyof AgentApi]?: readonly Refusable<AgentApi[Area]>[] }

/**
 * Also those that write into other databases or files: the newer version may store settings, keys and backups in another way. Calls
 * that read, and those that act on the sandbox of this tab alone, go on.
 */
const REFUSED: Refused = {
  runs: [
    'say',
    'run',
    'tryAgain',
    'compact',
    'useDraft',
    'dropDraft',
    'undoCompaction',
    'resume',
    'hurry',
    'removeQueued',
  ],
  sessions: ['rename', 'change', 'delete', 'undelete', 'purge', 'takeOver'],
  storage: ['cleanUp', 'checkRoom'],
  backups: ['backUp', 'backUpIntoFolder', 'restore'],
  permissions: ['setLock', 'forgetWorkspaceRule', 'setMode'],
  project: ['decide', 'settle'],
  settings: ['update'],
  keys: ['changePassphrase', 'remove'],
  credentials: ['setApiKey', 'setExtraHeaders', 'setGitToken', 'hideValue', 'forgetHidden', 'setProgramKey'],
  files: ['write', 'edit', 'undoEdit', 'reject', 'commitReviewed', 'replaceText'],
  workspace: ['importArchive', 'checkpoint', 'restore'],
  localFolder: ['open', 'writeBack'],
  steeringFiles: ['accept'],
  instructions: ['tellWhole', 'decide'],
  memory: ['write', 'remember', 'confirm', 'remove', 'undo', 'restore', 'setOn', 'takeIn'],
  history: ['restore', 'fork'],
  recordings: ['open'],
  replays: ['start'],
  sharing: ['setStore', 'share', 'unshare'],
}

/** The same calls; from when the database is outdated, those that store something are refused. */
export function refusedWhenOutdated(api: AgentApi, database: Pick<Handle, 'isOutdated'>): AgentApi {
  const areas = Object.entries(api).map(([area, calls]: [string, object]) => {
    // Object.entries forgets that these are the names of areas.
    const refused: readonly string[] = REFUSED[area as keyof AgentApi] ?? []
    const guarded = refused.map((name) => [name, guard(calls, name, database)])
    return [area, { ...calls, ...Object.fromEntries(guarded) }]
  })
  // Each area has its calls, some of them guarded.
  return Object.fromEntries(areas) as AgentApi
}

function guard(calls: object, name: string, database: Pick<Handle, 'isOutdated'>) {
  // `Refusable` allows names of calls alone.
  const call = Reflect.get(calls, name) as (...args: unknown[]) => Promise<unknown>
  return async (...args: unknown[]): Promise<unknown> =>
    database.isOutdated ? storageFailure(outdated('Nothing was changed')) : Reflect.apply(call, calls, args)
}
