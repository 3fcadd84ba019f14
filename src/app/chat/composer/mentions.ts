/** `@path` in a message: what is being typed of one, and how one is written. */

export interface PartialMention {
  /** Index of the @. */
  readonly start: number
  /** The text after it. */
  readonly typed: string
}

/** The mention that ends at the caret; undefined when there is none. */
export function partialMention(text: string, caret: number): PartialMention | undefined {
  const match = /(?:^|[\s(])@(?:"([^"\n]*)|([^\s"@]*))$/.exec(text.slice(0, caret))
  if (!match) return undefined
  const typed = match[1] ?? match[2] ?? ''
  return { start: caret - typed.length - (match[1] === undefined ? 1 : 2), typed }
}

/** As it stands in a message; a path with spaces is quoted. */
export function mention(path: string): string {
  return /[\s"@]/.test(path) ? `@"${path.replaceAll('"', '')}"` : `@${path}`
}
