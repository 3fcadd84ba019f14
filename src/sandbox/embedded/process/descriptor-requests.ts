/** `dup` and `poll` as a process has sent them: checked, and waited for. */
import { fieldsOf } from '../../page/fields.ts'
import { PROCESS_MAX_FDS } from '../../contract/limits.ts'
import { Errno } from '../syscalls.ts'
import type { PollEntry } from '../syscalls.ts'
import type { CallOff } from '../vfs/blocking.ts'
import type { FileTable } from '../vfs/file-table.ts'
import type { OpenFile } from '../vfs/open-file.ts'

interface PollRequest {
  readonly entries: readonly PollEntry[]
  readonly timeoutMs: number | null
}

/** Throws EINVAL for what is no place. */
export function readPlace(value: unknown): { readonly at: number } | { readonly from: number } {
  const { at, from } = fieldsOf(value)
  if (isDescriptor(at)) return { at }
  if (isDescriptor(from)) return { from }
  throw new Errno('EINVAL', 'dup')
}

/** Throws EINVAL for what is no request. */
export function readPoll(value: unknown): PollRequest {
  const { entries, timeoutMs = null } = fieldsOf(value)
  if (!Array.isArray(entries) || entries.length > PROCESS_MAX_FDS || !entries.every(isEntry))
    throw new Errno('EINVAL', 'poll')
  if (timeoutMs !== null && !(typeof timeoutMs === 'number' && timeoutMs >= 0))
    throw new Errno('EINVAL', 'poll')
  return { entries, timeoutMs }
}

/** Tells which of them would not block, once there are any or the time is up; maybe at once. */
export function pollWhenReady(
  files: FileTable,
  { entries, timeoutMs }: PollRequest,
  done: (ready: readonly PollEntry[]) => void,
): CallOff {
  const undo: CallOff[] = []
  const stop: CallOff = () => {
    for (const callOff of undo.splice(0)) callOff()
  }
  const look = (): void => {
    stop()
    const ready = entries.map((entry) => readinessOf(files, entry)).filter(({ read, write }) => read || write)
    if (ready.length > 0 || timeoutMs === 0 || Date.now() >= deadline) return done(ready)
    for (const { fd, read, write } of entries) {
      const file = files.get(fd, 'poll')
      if (read && file.isReadable === false) undo.push(file.whenReadable(look))
      if (write && file.isWritable === false) undo.push(file.whenWritable(look))
    }
    if (timeoutMs === null) return
    const timer = setTimeout(look, Math.min(deadline - Date.now(), MAX_TIMER_MS))
    undo.push(() => clearTimeout(timer))
  }
  const deadline = timeoutMs === null ? Infinity : Date.now() + timeoutMs
  look()
  return stop
}

/** More is not a time to a timer, but none. */
const MAX_TIMER_MS = 2 ** 31 - 1

function readinessOf(files: FileTable, { fd, read, write }: PollEntry): PollEntry {
  let file: OpenFile
  try {
    file = files.get(fd, 'poll')
  } catch (error) {
    if (error instanceof Errno) return { fd, read: true, write: true }
    throw error
  }
  return { fd, read: read && file.isReadable === true, write: write && file.isWritable === true }
}

function isEntry(value: unknown): value is PollEntry {
  const { fd, read, write } = fieldsOf(value)
  return isDescriptor(fd) && typeof read === 'boolean' && typeof write === 'boolean'
}

function isDescriptor(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
