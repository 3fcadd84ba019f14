/**
 * The small values of a backup: settings, rules of workspaces, usage, notes. Keys, tokens and folders are never
 * among them.
 */
import type { Settings } from '../../protocol/settings.ts'
import type { BackedUpSetting } from '../../protocol/calls/backups.ts'
import { readSettings } from '../store/settings-store.ts'
import type { SettingsStore } from '../store/settings-store.ts'
import type { MemoryStore } from '../memory/memory-store.ts'
import type { UsageLedger } from '../store/usage-ledger.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'
import { memoriesOf } from './note-values.ts'
import { BackupProblem } from './problem.ts'
import { usageDaysOf } from './shapes.ts'
import type { BackupValues } from './shapes.ts'

export interface ValueStores {
  readonly storedSettings: Pick<SettingsStore, 'read' | 'update'>
  readonly workspaces: Pick<WorkspaceStore, 'all' | 'takeIn' | 'markProject'>
  readonly memories: Pick<MemoryStore, 'all' | 'change' | 'setOn' | 'texts'>
  readonly ledger: Pick<UsageLedger, 'days' | 'takeIn'>
}

export async function exportValues({
  storedSettings,
  workspaces,
  ledger,
  memories,
}: ValueStores): Promise<BackupValues> {
  const notes = memoriesOf(await memories.all())
  return {
    settings: { ...(await storedSettings.read()) },
    workspaces: [...(await workspaces.all())],
    usageDays: usageDaysOf(await ledger.days()),
    ...(notes && { memories: notes }),
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
