/** Parses messages that are commands. */

export interface CommandLine {
  /** Without the slash, in small letters. */
  readonly name: string
  readonly args: string
}

/** A slash and a word, and what follows it; undefined for a message, and for a path such as `/src/a.ts`. */
export function parseCommandLine(message: string): CommandLine | undefined {
  const match = /^\/([a-z][\w:.-]*)(?:\s+([\s\S]*))?$/i.exec(message.trim())
  return match?.[1] === undefined
    ? undefined
    : { name: match[1].toLowerCase(), args: (match[2] ?? '').trim() }
}

/** The typed part of a command's name, while the caret is still in it. */
export function partialName(text: string, caret: number): string | undefined {
  const match = /^\/([\w:.-]*)$/.exec(text.slice(0, caret))
  return match?.[1]?.toLowerCase()
}
