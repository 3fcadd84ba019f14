import { textIfThere } from '../../if-there.ts'
import { syscalls } from '../context.ts'
import type { NodeContext } from '../context.ts'
import { pathOfUrl } from '../file-url.ts'

/** The text of that line; undefined where there is no file: evaluated text, deleted files. */
export function sourceLine(
  context: NodeContext,
  { file, line }: { readonly file: string; readonly line: number },
): string | undefined {
  return textIfThere(syscalls(context), pathOfUrl(file))?.split('\n')[line - 1]
}

/** A caret under that column, or under the `throw` of what is made there: where the engine says that it was thrown. */
export function caretUnder(line: string, column: number): string {
  const before = line.slice(0, Math.max(0, column - 1)).replace(/throw\s+$/, '')
  return `${before.replace(/[^\t]/g, ' ')}^`
}
