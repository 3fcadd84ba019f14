/**
 * Words that a program acts on, as far as they are paths: whether it reads or writes what they name cannot be told, so that a
 * steering file or one of git's among them is asked about. Only names count here; nothing is looked at.
 */
import { isInGitFolder } from '../../../../sandbox/contract/git-folder.ts'
import { resolve } from '../../../../sandbox/contract/path.ts'
import type { FileWord, Judgement } from '../words/classes.ts'
import { guardedByPattern, type Stars } from '../words/guarded-pattern.ts'
import { one } from '../words/judgement.ts'
import { INTERPRETERS, SHELLS } from '../words/tables.ts'
import type { WordValue } from '../words/word-value.ts'

export interface Act {
  readonly path: string
  readonly stars: Stars
}

/** They write what they fetch. */
const FETCHING = /^(curl|wget|aria2c|axel|scp|sftp|rsync|rclone|http|https|xh|httpie|lftp|ftp|tftp)$/
const CODE = /[\s'"`(){}<>|;]/
const SETTINGS = /(^|\/)\.claude\/settings(\.local)?\.json$/i

/** One command without wrappers, as it was judged. */
export function actsOf(
  words: readonly WordValue[],
  judged: Judgement,
  directories: readonly string[] | undefined,
): readonly Act[] {
  const own = (judged.acts ?? []).flatMap((file) => pathsOf(file, directories))
  const name = (one(words[0]) ?? '').replace(/^.*\//, '')
  const isScanned =
    judged.class === 'program' ||
    (judged.class === 'unknown' && name !== 'git') ||
    (judged.class === 'egress' && (judged.fetched !== undefined || FETCHING.test(name)))
  if (!isScanned) return own
  const isRead = (text: string) => judged.reads.some(({ texts }) => texts?.includes(text))
  const script = scriptAt(name, words)
  const said = words.flatMap((word, at) => {
    if (at === 0 || at === script || /^--exclude$/.test(one(words[at - 1]) ?? '')) return []
    return (word.texts ?? word.like ?? []).filter((text) => !isRead(text))
  })
  const named = said.flatMap((text) => namesIn(text, judged.class === 'unknown', name))
  return [...own, ...named.flatMap((path) => spelled(path, directories))]
}

/** The program that an interpreter runs: it is not acted on. */
function scriptAt(name: string, words: readonly WordValue[]): number {
  const inline = INTERPRETERS.get(name.replace(/(?<=python|perl|ruby|php|lua)[\d.]+$/, ''))
  if (inline === undefined && !SHELLS.has(name) && name !== 'source' && name !== '.') return -1
  const texts = words.map(one)
  const at = texts.findIndex((text, place) => place > 0 && text?.startsWith('-') !== true)
  return inline !== undefined && texts.slice(1, at + 1).some((text) => inline.test(text ?? '')) ? -1 : at
}

/** Paths within a word: the value of an option, each of a list; of code whatever might be one. */
function namesIn(text: string, isCodeRead: boolean, program: string): readonly string[] {
  if (CODE.test(text)) return isCodeRead ? text.split(/[\s'"`()=,;:{}<>|]+/) : []
  if (/^[a-z][\w+.-]*:\/\//i.test(text)) return program === 'wget' ? [text.replace(/[?#].*$/, '')] : []
  if (/^--(exclude|ignore)[a-z-]*=/.test(text)) return []
  const glued = /^-[a-zA-Z]/.test(text) ? Array.from({ length: 5 }, (_, at) => text.slice(at + 2)) : []
  return [text, ...glued, ...text.split(/[=,:@]/)].filter((name) => name !== '' && !name.startsWith('-'))
}

/** As it is written; where it is relative, also what it is in the directory, if that says more than that it lies there. */
function spelled(path: string, directories: readonly string[] | undefined): readonly Act[] {
  const whole = (directories ?? []).map((base) => resolve(path, base))
  const found = whole.find((each) => SETTINGS.test(each) || isInGitFolder(each))
  return [path, ...(found === undefined ? [] : [found])].map((each) => ({ path: each, stars: 'shell' }))
}

function pathsOf({ texts, like }: FileWord, directories: readonly string[] | undefined): readonly Act[] {
  const names = texts ?? like ?? []
  const stars = texts === undefined ? 'shell' : 'free'
  return names.flatMap((name) => (directories ?? ['/']).map((base) => ({ path: resolve(name, base), stars })))
}

/** The first of them that steers or belongs to git. */
export function guardedAct(
  acts: readonly Act[],
  stars: Stars,
): { readonly path: string; readonly kind: 'git' | 'steering' } | undefined {
  for (const act of acts) {
    const kind = guardedByPattern(act.path, act.stars === 'shell' ? stars : act.stars)
    if (kind !== undefined) return { path: act.path, kind }
  }
  return undefined
}
