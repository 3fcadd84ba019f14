/** Makes the file of a backup: written, read back, and there only when it is what was written. */
import type { BackupProgress, MadeBackup } from '../../protocol/calls/backups.ts'
import type { Database } from '../store/database.ts'
import { StoredContent } from '../storage/stored-content.ts'
import { BackupProblem } from './problem.ts'
import { readBackup } from './read-backup.ts'
import type { ReadSession } from './read-backup.ts'
import type { ContentSource } from './session-contents.ts'
import type { BackupTarget } from './targets.ts'
import { exportValues } from './values.ts'
import type { ValueStores } from './values.ts'
import { writeBackup } from './write-backup.ts'

export interface MakeBackupOptions extends ValueStores {
  readonly database: Database
  readonly contents: Omit<ContentSource, 'likes'>
  readonly appVersion: string
  readonly origin: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: BackupProgress) => void
}

type Named = Pick<MadeBackup, 'name' | 'at' | 'place'>

/** A backup that fails, or is cancelled, leaves no file. */
export async function makeBackup(
  target: BackupTarget,
  named: Named,
  options: MakeBackupOptions,
): Promise<{ readonly made: MadeBackup; readonly blob: Blob }> {
  try {
    await write(target, named, options)
    const blob = await target.close()
    return { made: await verified(blob, named, options), blob }
  } catch (error) {
    await target.remove()
    throw error
  }
}

async function write(target: BackupTarget, { at }: Named, options: MakeBackupOptions): Promise<void> {
  const { database, contents, appVersion, origin, signal, onProgress } = options
  const { objects } = await StoredContent.read({ database, files: contents.files })
  const likes = new Map(
    [...objects.values()].flatMap(({ hash, base }) => (base === undefined ? [] : [[hash, base] as const])),
  )
  await writeBackup(target, {
    database,
    contents: { ...contents, likes },
    header: { format: 'vivarium-backup', appVersion, at, origin },
    values: await exportValues(options),
    signal,
    onProgress: ({ bytes, sessions, of }) =>
      onProgress({
        phase: 'writing',
        doneBytes: bytes,
        totalBytes: undefined,
        doneSessions: sessions,
        totalSessions: of,
      }),
  })
}

async function verified(
  blob: Blob,
  named: Named,
  { signal, onProgress }: MakeBackupOptions,
): Promise<MadeBackup> {
  const { sessions, isAsWritten, damagedParts } = await readBackup(blob, {
    signal,
    lastSeqOf: () => undefined,
    onProgress: (doneBytes, doneSessions) =>
      onProgress({
        phase: 'verifying',
        doneBytes,
        totalBytes: blob.size,
        doneSessions,
        totalSessions: undefined,
      }),
  })
  const isMainBroken = ({ problem, cutOf }: ReadSession) => problem !== undefined || cutOf !== undefined
  const broken = sessions.filter((session) => isMainBroken(session) || session.brokenThreads > 0)
  const logs = broken.reduce((sum, one) => sum + one.brokenThreads + (isMainBroken(one) ? 1 : 0), 0)
  // A log that is damaged in the database is so in the file.
  if (!isAsWritten || damagedParts > logs)
    throw new BackupProblem(
      'corrupt',
      'The backup was read back and is not what was written: do not rely on it.',
      'Make another one, in another place.',
    )
  return {
    ...named,
    bytes: blob.size,
    sessions: sessions.length,
    damaged: broken.map(({ row }) => row.title),
  }
}
