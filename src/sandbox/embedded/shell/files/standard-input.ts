/** The files that are the standard input of whoever opens them. */
const NAMES = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])

/** Whether a command's operand names one; they are the shell's own, too, so that a command cannot open them. */
export function namesStandardInput(operand: string): boolean {
  return NAMES.has(operand)
}
