/** Checks an archive before it is read. */
import { screen as t } from '../language/en/screen.ts'
import { ARCHIVE_BYTES } from '../limits.ts'
import type { Problem } from '../problem.ts'
import { formatBytes } from '../ui/format.ts'

/** Why a file is not taken as a repository's archive; undefined when it is. */
export function archiveProblem({ name, size }: Pick<File, 'name' | 'size'>): Problem | undefined {
  if (!/\.zip$/i.test(name)) return { message: t.noZip(name), hint: t.packRepository }
  if (size <= ARCHIVE_BYTES) return undefined
  return { message: t.zipTooLarge(name, formatBytes(size), formatBytes(ARCHIVE_BYTES)), hint: t.leaveOut }
}
