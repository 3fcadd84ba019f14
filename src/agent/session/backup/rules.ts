/** Rules, locks, trust and accepted files of workspaces that a backup has, and this browser has not. */
import type { BackedUpRules } from '../../protocol/calls/backups.ts'
import { keptEntry } from '../workspace/workspace-store.ts'
import type { WorkspaceEntry } from '../workspace/workspace-record.ts'
import type { BackupValues } from './shapes.ts'
import type { ValueStores } from './values.ts'

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
