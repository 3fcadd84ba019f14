/** All that backups are made of, loaded with them. */
import { BackupStore } from './backup-memory.ts'
import { Backups } from './backups.ts'
import type { BackupsOptions } from './backups.ts'

export function loadBackups(options: Omit<BackupsOptions, 'memory'>): Backups {
  return new Backups({ ...options, memory: new BackupStore() })
}
