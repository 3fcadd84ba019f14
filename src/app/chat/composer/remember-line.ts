/** Messages that are remembered and not sent: `#` and a line of text. */

/**
 * The text to remember; undefined for any other message: a heading (`##`), more than one line, `#` alone. A space before the `#`
 * makes it a message, too.
 */
export function rememberedText(message: string): string | undefined {
  const match = /^#(?!#)[ \t]*(\S.*)$/u.exec(message.trimEnd())
  return match?.[1]
}
