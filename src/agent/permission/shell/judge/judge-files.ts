/** Commands that work on files and have a language, or options, of their own. */
import { AWK_SYNTAX } from '../../../../sandbox/languages/awk/options.ts'
import { SED_SYNTAX } from '../../../../sandbox/languages/sed/options.ts'
import type { FileWord, Judgement } from '../words/classes.ts'
import { foundBelow } from './found-below.ts'
import { fileWord, fileWords, has, made, one, reads } from '../words/judgement.ts'
import { backupsOf, madeNames } from './made-names.ts'
import { readOptions } from './read-options.ts'
import { problemOfAwk, problemOfSed, writtenBySed } from './text-programs.ts'
import type { WordValue } from '../words/word-value.ts'

export function judgeAwk(args: readonly WordValue[]): Judgement {
  const read = readOptions(AWK_SYNTAX, args)
  if (read === undefined) return made('unknown', 'has options that are not known')
  const { options, textOf, fileOf } = read
  if (['f', 'e', 'i'].some((name) => options.has(name))) return made('unknown', 'runs a program from a file')
  const [program, ...operands] = options.operands
  const source = program === undefined ? undefined : textOf(program)
  if (source === undefined) return made('unknown', 'runs a program that can write files or start others')
  const problem = problemOfAwk(source)
  return problem === undefined ? reads(operands.map(fileOf)) : made('unknown', problem)
}

export function judgeSed(args: readonly WordValue[]): Judgement {
  const read = readOptions(SED_SYNTAX, args)
  if (read === undefined) return made('unknown', 'has options that are not known')
  const { options, textOf, fileOf } = read
  if (options.has('f')) return made('unknown', 'runs a script from a file')
  const given = options.values('e')
  const scripts = (given.length > 0 ? given : options.operands.slice(0, 1)).map(textOf)
  const known = scripts.filter((script) => script !== undefined)
  if (known.length === 0 || known.length < scripts.length)
    return made('unknown', 'runs a script that can write files or start programs')
  const problem = problemOfSed(known)
  if (problem !== undefined)
    return made('unknown', problem, { acts: writtenBySed(known).map((file) => ({ texts: [file] })) })
  const files = options.operands.slice(given.length > 0 ? 0 : 1).map(fileOf)
  if (!options.has('i')) return reads(files)
  // A suffix with a slash or a star is the name of another file.
  const suffixes = options.values('i').map(textOf)
  const backups = backupsOf(
    files,
    suffixes.filter((suffix) => suffix !== undefined),
  )
  return suffixes.every((suffix) => suffix !== undefined && /^[^/*]*$/.test(suffix))
    ? made('workspace-write', 'edits files in place', { writes: files, acts: backups })
    : made('unknown', 'keeps what was there in another place')
}

export function judgeFind(args: readonly WordValue[], texts: readonly (string | undefined)[]): Judgement {
  const options = texts.findIndex((text) => text === undefined || !/^-([HLP]|O\d?|D)$/.test(text))
  const named = options < 0 ? [] : args.slice(options)
  const expression = named.findIndex((word) => /^[-(!]/.test(one(word) ?? ''))
  const found = (expression < 0 ? named : named.slice(0, expression)).map(fileWord)
  const places = found.length === 0 ? [{ texts: ['.'] }] : found
  // A name of a file may be an option.
  if (args.some(({ texts: known, start }) => known === undefined && !/^[\w./]/.test(start)))
    return made('unknown', 'has arguments that the shell builds')
  if (has(texts, /^-f(print|ls)/)) return made('unknown', 'writes a file')
  if (has(texts, /^-files0-from/)) return made('unknown', 'is told by a file where to look')
  if (has(texts, /^-delete$/)) {
    const below = foundBelow(options < 0 ? [] : args.slice(options))
    return made('destructive', 'deletes what it finds', {
      writes: below === undefined ? places : [below],
    })
  }
  return reads(places)
}

const TAR_OPTIONS =
  /^(-?[cxtruzjJvfCkpmaOhw]+|-[a-zA-Z]*[fC].+|-\d|--(create|extract|get|list|append|update|file|gzip|gunzip|bzip2|xz|zstd|verbose|directory|strip-components|exclude|keep-old-files|overwrite|wildcards|no-recursion|no-same-owner|no-same-permissions|sort|mtime|owner|group|numeric-owner|to-stdout|version|help)(=.*)?)$/s

export function judgeTar(args: readonly WordValue[], texts: readonly (string | undefined)[]): Judgement {
  const isOption = (text: string | undefined, at: number) => at === 0 || text?.startsWith('-') === true
  const isKnown = texts.every(
    (text, at) => text !== undefined && (!isOption(text, at) || TAR_OPTIONS.test(text)),
  )
  if (!isKnown || has(texts, /^-[a-zA-Z]*[IPF]/))
    return made('unknown', 'can start programs, or write anywhere')
  if (has(texts, /^[\w.@-]+:/)) return made('egress', 'may reach another machine')
  const mode = texts[0] ?? ''
  const named = texts.flatMap(
    (text) => /^(?:--(?:di|fi)[a-z-]*=|-[a-zA-Z]*[Cf](?=.))(.+)$/s.exec(text ?? '')?.slice(1) ?? [],
  )
  const files = [
    ...named.map((text): FileWord => ({ texts: [text] })),
    ...fileWords(args).slice(/^-/.test(mode) ? 0 : 1),
  ]
  if (/^-?-?(t|list)|^-?[a-z]*t[a-z]*$/.test(mode) && !/[xcru]/.test(mode.replace(/^--list/, '')))
    return reads(files)
  return made('workspace-write', 'packs or unpacks files', { writes: files })
}

export function judgeDd(texts: readonly (string | undefined)[]): Judgement {
  const operand = (name: string): FileWord[] =>
    texts.flatMap((text) => (text?.startsWith(`${name}=`) === true ? [{ texts: [text.slice(3)] }] : []))
  if (texts.includes(undefined)) return made('unknown', 'has arguments that the shell builds')
  return made('destructive', 'writes over a file', { reads: operand('if'), writes: operand('of') })
}

export function judgeWriter(
  name: string,
  args: readonly WordValue[],
  texts: readonly (string | undefined)[],
): Judgement {
  if (/^(split|csplit|zip|install)$/.test(name) && has(texts, /^--(filter|unzip-c|strip-program)|^-(TT|T)/))
    return made('unknown', 'can start a program')
  if (name === 'unzip' && has(texts, /^-[a-zA-Z]*:/)) return made('unknown', 'can write anywhere')
  const files = fileWords(args)
  // A link's target is relative to the link's directory, which only the next argument tells.
  if (name === 'ln' && texts.some((text) => text === undefined || text.split('/').includes('..')))
    return made('unknown', 'makes a link that leads out of its directory')
  const isOfAnother = has(texts, /^--ref/)
  // The mode may look like an option: `chmod -x a`.
  const isMode = name === 'chmod' && modeIsOption(args)
  const skips = isOfAnother || isMode ? 0 : name === 'chmod' || name === 'chown' || name === 'chgrp' ? 1 : 0
  const writes = [...files.slice(skips), ...args.flatMap(hiddenIn)]
  const isCopy = name === 'cp' || name === 'mv' || name === 'ln'
  return made('workspace-write', 'changes files', {
    writes,
    reads: isCopy ? files : [],
    acts: madeNames(name, args),
  })
}

function modeIsOption(args: readonly WordValue[]): boolean {
  const end = args.findIndex((word) => one(word) === '--')
  return has((end < 0 ? args : args.slice(0, end)).map(one), /^-(?!-)[RvcfHLP]*[^RvcfHLP]/)
}

/** Letters of options before one with a value, all in one word: more are not looked at. */
const LETTERS = 8

/** Files glued to an option. A pattern that no file's name matches stays as it is written. */
function hiddenIn({ texts = [], pattern, like = [] }: WordValue): readonly WordValue[] {
  const known = [...texts, ...(pattern === undefined ? [] : [pattern])].flatMap(gluedTo)
  const unknown = like.flatMap(gluedTo)
  return [
    ...known.map((text) => ({ texts: [text], start: text })),
    ...unknown.map((part) => ({ texts: undefined, start: '', like: [part] })),
  ]
}

/** Parts of an option that may be a file glued to it: `--out=a`, `-oa`, `-vfoa`. */
function gluedTo(text: string): readonly string[] {
  const long = /^--[a-z-]+=(.+)$/s.exec(text)?.[1]
  if (long !== undefined) return [long]
  const letters = /^-([a-zA-Z]+)/.exec(text)?.[1] ?? ''
  return Array.from(letters.slice(0, LETTERS), (letter, at) =>
    /[tdfpobrO]/.test(letter) ? text.slice(at + 2).replace(/^=/, '') : '',
  ).filter((value) => value !== '')
}
