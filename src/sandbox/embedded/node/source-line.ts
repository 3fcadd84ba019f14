import { Errno } from '../syscalls.ts'
import { syscalls } from './context.ts'
import type { NodeContext } from './context.ts'

/** The text of that line; undefined where there is no file: evaluated text, deleted files. */
export function sourceLine(
  context: NodeContext,
  { file, line }: { readonly file: string; readonly line: number },
): string | undefined {
  const path = file.startsWith('file://') ? decodeURIComponent(file.slice(7)) : file
  try {
    return new TextDecoder().decode(syscalls(context).readFile(path)).split('\n')[line - 1]
  } catch (failure) {
    if (failure instanceof Errno) return undefined
    throw failure
  }
}
