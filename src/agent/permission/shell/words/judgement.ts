/** Parts of judging a command: its words, and the judgement. */
import type { CommandClass, FileWord, Judgement } from './classes.ts'
import type { WordValue } from './word-value.ts'

export function reads(files: readonly FileWord[]): Judgement {
  return made('read-only', 'only reads', { reads: files })
}

export function made(
  found: CommandClass,
  reason: string,
  files: Partial<Pick<Judgement, 'reads' | 'writes' | 'acts' | 'steers'>> = {},
): Judgement {
  return { class: found, reason, reads: [], writes: [], ...files }
}

export function one(word: WordValue | undefined): string | undefined {
  return word?.texts?.length === 1 ? word.texts[0] : undefined
}

export function has(texts: readonly (string | undefined)[], pattern: RegExp): boolean {
  return texts.some((text) => text !== undefined && pattern.test(text))
}

/** Nobody knows how it begins, or what follows where the shell makes several words of it. */
export function mayBeOption({ texts, start, several }: WordValue): boolean {
  return texts === undefined && (start === '' || start.startsWith('-') || several === 'any')
}

export function fileWord({ texts, pattern, like }: WordValue): FileWord {
  return { texts, ...(pattern === undefined ? {} : { pattern }), ...(like === undefined ? {} : { like }) }
}

/** Words that are not options; after `--` all words. */
export function fileWords(args: readonly WordValue[]): FileWord[] {
  const end = args.findIndex((word) => one(word) === '--')
  return args
    .filter(
      (word, at) =>
        at !== end &&
        ((end >= 0 && at > end) ||
          word.texts?.every((text) => text.startsWith('-') && text !== '-') !== true),
    )
    .map(fileWord)
}
