/** Makes a verdict, with the call that it rests on. */
import type { Act, Evidence, Reason, Statement } from './evidence.ts'
import { shownPath } from './file-paths.ts'

/** Characters of a command in a label. */
const LABEL_CHARS = 80

/** Without an act where no call bears on the statement. */
export function evidence(
  statement: Statement,
  verdict: Evidence['verdict'],
  reason: Reason,
  act?: Act,
): Evidence {
  const by = act && { id: act.id, label: labelOf(act) }
  return { statement, verdict, reason, ...(by ? { by } : {}) }
}

/** The command line of a call of Bash. */
export function commandOf({ tool, input }: Act): string | undefined {
  const { command } = input
  return tool === 'Bash' && typeof command === 'string' ? command : undefined
}

/** The file that a call reads or writes, as an absolute path or as it was given. */
export function fileOf({ input }: Act): string | undefined {
  const path = input['file_path'] ?? input['notebook_path']
  return typeof path === 'string' && path !== '' ? path : undefined
}

/** The command on one line, with single blanks. */
export function plainCommand(command: string): string {
  return command
    .trim()
    .replace(/\\\n|\s+/g, ' ')
    .replace(/ {2,}/g, ' ')
}

function labelOf(act: Act): string {
  const command = commandOf(act)
  if (command !== undefined) return short(plainCommand(command))
  const path = fileOf(act) ?? act.input['path']
  return typeof path === 'string' ? short(shownPath(path)) : act.tool
}

function short(text: string): string {
  const chars = [...text.slice(0, LABEL_CHARS * 2)]
  return chars.length <= LABEL_CHARS && text.length <= LABEL_CHARS * 2
    ? text
    : `${chars.slice(0, LABEL_CHARS - 1).join('')}…`
}
