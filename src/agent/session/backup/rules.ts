/** Rules, locks, trust and accepted files of workspaces that a backup has, and this browser has not. */
import type { BlobStore } from '../../../sandbox/contract/contract.ts'
import type { BackedUpRules } from '../../protocol/calls/backups.ts'
import { noteHashes } from '../storage/note-hashes.ts'
import { keptEntry } from '../workspace/workspace-store.ts'
import type { WorkspaceEntry } from '../workspace/workspace-record.ts'
import type { ReadBackup } from './read-backup.ts'
import type { BackupValues } from './shapes.ts'
import type { ValueStores } from './values.ts'

export interface RulesStores extends Pick<ValueStores, 'workspaces'> {
  readonly blobs: Pick<BlobStore, 'missing'>
}

export interface OtherRules {
  /** By their keys: absent or others here, or with accepted versions of which only the backup has the content. */
  readonly entries: ReadonlyMap<string, WorkspaceEntry>
  /** Contents of accepted versions that are not here. */
  readonly missing: ReadonlySet<string>
}

/** Hashes of the contents of all accepted versions of a backup. */
export function acceptedContents(values: BackupValues | undefined): string[] {
  return [...new Set(entriesOf(values).flatMap(([, entry]) => contentsOf(entry)))]
}

/** Contents of accepted versions that are here stay in any clean-up, for as long as this tab lives. */
export async function otherRules(
  { values, contents }: Pick<ReadBackup, 'values' | 'contents'>,
  { workspaces, blobs }: RulesStores,
): Promise<OtherRules> {
  const missing = new Set(await blobs.missing(acceptedContents(values)))
  const here = await workspaces.all()
  const others = entriesOf(values).filter(
    ([key, entry]) =>
      saidIn(here.get(key)) !== saidIn(entry) ||
      contentsOf(entry).some((hash) => missing.has(hash) && contents.has(hash)),
  )
  return { entries: new Map(others), missing }
}

/** As the user sees them. */
export async function listedRules(
  backup: Pick<ReadBackup, 'values' | 'contents' | 'imports'>,
  stores: RulesStores,
): Promise<readonly BackedUpRules[]> {
  const { entries, missing } = await otherRules(backup, stores)
  return [...entries].map(([key, entry]) => {
    const { rules, locks = [], trust, accepted = [] } = entry
    return {
      key,
      workspace: backup.imports.get(key.replace(/^import /, '')),
      allow: rules?.allow ?? [],
      ask: rules?.ask ?? [],
      deny: rules?.deny ?? [],
      locks,
      trusted: trust?.grants !== undefined || trust?.hash !== undefined,
      accepted: accepted.length,
      lacking: contentsOf(entry).filter((hash) => missing.has(hash) && !backup.contents.has(hash)).length,
    }
  })
}

function entriesOf(values: BackupValues | undefined): [string, WorkspaceEntry][] {
  return values?.workspaces.flatMap(([key, value]) => keptEntry(key, value)) ?? []
}

function contentsOf({ accepted = [] }: WorkspaceEntry): string[] {
  const hashes = new Set<string>()
  for (const { version } of accepted) noteHashes(version, hashes)
  return [...hashes]
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
