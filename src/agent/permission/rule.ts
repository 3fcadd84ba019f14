/** Rule syntax: `Tool` or `Tool(pattern)`. */

export interface Rule {
  /** As written. */
  readonly text: string
  readonly tool: string
  /** Undefined: the whole tool. */
  readonly pattern: string | undefined
}

/**
 * Never fails: a malformed rule names no tool, so as an allow rule it allows nothing. A rule whose bracket is
 * not closed counts for the whole tool when it denies or asks, and for nothing when it allows
 * (`isWellFormed`).
 */
export function parseRule(text: string): Rule {
  const trimmed = text.trim()
  const open = trimmed.indexOf('(')
  if (open < 0) return { text, tool: trimmed, pattern: undefined }
  const tool = trimmed.slice(0, open).trim()
  if (!trimmed.endsWith(')')) return { text, tool, pattern: undefined }
  const pattern = trimmed.slice(open + 1, -1).trim()
  return { text, tool, pattern: pattern === '' || pattern === '*' || pattern === ':*' ? undefined : pattern }
}

export function isWellFormed(text: string): boolean {
  return /^[A-Za-z][\w-]*(\([^]+\))?$/.test(text.trim())
}
