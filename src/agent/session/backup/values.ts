/**
 * The small values of a backup: settings, rules of workspaces, usage. Keys, tokens and folders are never
 * among them.
 */
import type { Settings } from '../../protocol/settings.ts'
import type { BackedUpRules, BackedUpSetting } from '../../protocol/calls/backups.ts'
import { readSettings } from '../store/settings-store.ts'
import type { SettingsStore } from '../store/settings-store.ts'
import type { UsageLedger } from '../store/usage-ledger.ts'
import { keptEntry } from '../workspace/workspace-store.ts'
import type { WorkspaceEntry } from '../workspace/workspace-record.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'
import { BackupProblem } from './problem.ts'
import { usageDaysOf } from './shapes.ts'
import type { BackupValues } from './shapes.ts'

export interface ValueStores {
  readonly storedSettings: Pick<SettingsStore, 'read' | 'update'>
  readonly workspaces: Pick<WorkspaceStore, 'all' | 'takeIn'>
  readonly ledger: Pick<UsageLedger, 'days' | 'takeIn'>
}

export async function exportValues({
  storedSettings,
  workspaces,
  ledger,
}: ValueStores): Promise<BackupValues> {
  return {
    settings: { ...(await storedSettings.read()) },
    workspaces: [...(await workspaces.all())],
    usageDays: usageDaysOf(await ledger.days()),
  }
}

/** Settings of the backup that are others here; a value that cannot be one does not count. */
export async function otherSettings(
  { settings }: BackupValues,
  { storedSettings }: Pick<ValueStores, 'storedSettings'>,
): Promise<readonly BackedUpSetting[]> {
  const [now, then] = [await storedSettings.read(), readSettings(settings)]
  // The names of an object are those of its type: `readSettings` makes no others.
  const names = (Object.keys(then) as (keyof Settings)[]).filter((name) => Object.hasOwn(settings, name))
  return names.flatMap((name) => {
    const pair = { name, now: JSON.stringify(now[name]), then: JSON.stringify(then[name]) }
    return pair.now === pair.then ? [] : [pair]
  })
}

/** Returns how many there were. */
export async function takeSettings(backup: BackupValues, stores: ValueStores): Promise<number> {
  const changes = await otherSettings(backup, stores)
  if (changes.length === 0) return 0
  const then = readSettings(backup.settings)
  const changed = await stores.storedSettings.update(
    Object.fromEntries(changes.map(({ name }) => [name, then[name]])),
  )
  if (!changed.ok) throw new BackupProblem(changed.error.kind, changed.error.message, changed.error.hint)
  return changes.length
}

/** Entries of the backup that are absent or others here, by their keys. */
async function otherWorkspaces(
  { workspaces }: BackupValues,
  stores: Pick<ValueStores, 'workspaces'>,
): Promise<ReadonlyMap<string, WorkspaceEntry>> {
  const here = await stores.workspaces.all()
  const then = workspaces.flatMap(([key, value]) => keptEntry(key, value))
  return new Map(then.filter(([key, entry]) => saidIn(here.get(key)) !== saidIn(entry)))
}

/** Without the time at which it was said, and parts in which nothing is. */
function saidIn({ rules, locks = [], trust, accepted = [] }: Partial<WorkspaceEntry> = {}): string {
  const { allow = [], ask = [], deny = [] } = rules ?? {}
  const { hash = '', grants = null, refused = '' } = trust ?? {}
  return JSON.stringify([
    allow,
    ask,
    deny,
    locks,
    hash,
    grants,
    refused,
    accepted.map(({ path, version }) => [path, version]),
  ])
}

export async function otherRules(
  backup: BackupValues,
  stores: Pick<ValueStores, 'workspaces'>,
  imports: ReadonlyMap<string, string>,
): Promise<readonly BackedUpRules[]> {
  const other = await otherWorkspaces(backup, stores)
  return [...other].map(([key, { rules, locks = [], trust, accepted = [] }]) => ({
    key,
    workspace: imports.get(key.replace(/^import /, '')),
    allow: rules?.allow ?? [],
    ask: rules?.ask ?? [],
    deny: rules?.deny ?? [],
    locks,
    trusted: trust?.grants !== undefined || trust?.hash !== undefined,
    accepted: accepted.length,
  }))
}

/** Returns how many there were. */
export async function takeRules(
  backup: BackupValues,
  stores: Pick<ValueStores, 'workspaces'>,
): Promise<number> {
  const other = await otherWorkspaces(backup, stores)
  await stores.workspaces.takeIn(other)
  return other.size
}
