import { Errno } from './syscalls.ts'
import type { FileSyscalls } from './syscalls.ts'

/** Returns what `look` finds; undefined if it throws `Errno`. Other errors are bugs and pass. */
export function ifThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (error instanceof Errno) return undefined
    throw error
  }
}

/** The file as text; undefined where none can be read. */
export function textIfThere(files: Pick<FileSyscalls, 'readFile'>, path: string): string | undefined {
  const data = ifThere(() => files.readFile(path))
  return data && new TextDecoder().decode(data)
}
