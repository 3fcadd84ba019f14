/** Names of files that a command makes out of its arguments: of backups, of parts, of what it unpacks. */
import type { FileWord } from '../words/classes.ts'
import { ANY } from '../words/guarded-pattern.ts'
import { fileWords, one } from '../words/judgement.ts'
import type { WordValue } from '../words/word-value.ts'

/** The letter before what stands behind a name, and long options that say the same. */
const SUFFIX: Readonly<Record<string, RegExp>> = {
  cp: /^-[a-zA-Z]*?S|^--su[a-z-]*=/,
  mv: /^-[a-zA-Z]*?S|^--su[a-z-]*=/,
  ln: /^-[a-zA-Z]*?S|^--su[a-z-]*=/,
  install: /^-[a-zA-Z]*?S|^--su[a-z-]*=/,
  patch: /^-[a-zA-Z]*?z|^--su[a-z-]*=/,
  csplit: /^-[a-zA-Z]*?b|^--su[a-z-]*=/,
  split: /^--add[a-z-]*=/,
}
/** Words in front of one. */
const PREFIX: Readonly<Record<string, RegExp>> = {
  patch: /^-[a-zA-Z]*?[BY]|^--(?:pre|base)[a-z-]*=/,
  csplit: /^-[a-zA-Z]*?f|^--pre[a-z-]*=/,
}
const PACKED = /\.[^./]+$/

/** Names that a command writes beside those it is given. */
export function madeNames(name: string, args: readonly WordValue[]): readonly FileWord[] {
  const files = fileWords(args)
  if (/^(gunzip|gzip|bzip2|xz|zstd)$/.test(name)) return files.map((file) => changed(file, unpacked))
  const [suffix, prefix] = [SUFFIX[name], PREFIX[name]]
  const suffixes = suffix === undefined ? [] : valuesOf(args, suffix).flatMap(withoutNumber)
  const prefixes = prefix === undefined ? [] : valuesOf(args, prefix)
  if (name === 'csplit') return suffixes.flatMap((end) => prefixes.map((start) => named(start + end)))
  // Its parts have letters or digits after the last name.
  if (name === 'split')
    return files.slice(1).map((file) => behind(file, [ANY, ...suffixes.map((end) => ANY + end)]))
  return [
    ...files.map((file) => behind(file, suffixes)),
    ...files.flatMap(({ texts = [] }) =>
      prefixes.flatMap((start) => texts.map((text) => named(start + text))),
    ),
  ].filter(({ texts, like }) => (texts ?? like ?? []).length > 0)
}

/** Backups of files that are edited in place. */
export function backupsOf(files: readonly FileWord[], suffixes: readonly string[]): readonly FileWord[] {
  return files.map((file) =>
    behind(
      file,
      suffixes.filter((suffix) => suffix !== ''),
    ),
  )
}

/** Values of an option, glued to it or in the next word. */
function valuesOf(args: readonly WordValue[], option: RegExp): readonly string[] {
  return args.flatMap((word, at) => {
    const text = one(word) ?? ''
    const length = option.exec(text.startsWith('--') && !text.includes('=') ? `${text}=` : text)?.[0].length
    if (length === undefined) return []
    return text.length > length ? [text.slice(length)] : [one(args[at + 1]) ?? '']
  })
}

/** A number in it may be a digit, or nothing (`%.0d`). */
function withoutNumber(suffix: string): readonly string[] {
  const parts = suffix.split(/%[^a-zA-Z%]*[a-zA-Z]/)
  return [parts.join(''), parts.join('0')]
}

function unpacked(name: string): string {
  return name.replace(PACKED, '')
}

function named(text: string): FileWord {
  return { texts: [text] }
}

function behind(file: FileWord, ends: readonly string[]): FileWord {
  const all = (names: readonly string[]) => names.flatMap((name) => ends.map((end) => name + end))
  const like = all(file.texts ?? file.like ?? [ANY])
  return file.texts !== undefined && !ends.some((end) => end.includes(ANY))
    ? { texts: like }
    : { texts: undefined, like }
}

function changed({ texts, like }: FileWord, change: (name: string) => string): FileWord {
  return texts === undefined ? { texts, like: (like ?? [ANY]).map(change) } : { texts: texts.map(change) }
}
