/** make's command line, with what an outer make hands on in the environment. */
import { resolve } from '../../../../contract/path.ts'
import type { CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'

export const FAILURE = 2

export const MAKE_SYNTAX: Syntax = {
  name: 'make',
  usage: 'make [-f FILE] [-C DIR] [-nqsikBj] [VARIABLE=VALUE]... [TARGET]...',
  misuse: FAILURE,
  options: [
    'f,file,makefile=',
    'C,directory=',
    'n,just-print,dry-run,recon',
    'q,question',
    's,silent,quiet',
    'k,keep-going',
    'S,no-keep-going,stop',
    'i,ignore-errors',
    'B,always-make',
    'j,jobs=?',
    'l,load-average=?',
    'O,output-sync=?',
    'r,no-builtin-rules',
    'R,no-builtin-variables',
    'w,print-directory',
    'no-print-directory',
    'e,environment-overrides',
  ],
}

export interface MakeOptions {
  /** As messages have it: `make`, or `make[1]` inside another. */
  readonly name: string
  readonly folder: string
  readonly showsFolder: boolean
  readonly files: readonly string[]
  readonly goals: readonly string[]
  /** `NAME=VALUE`, `NAME:=VALUE` and so on. */
  readonly assignments: readonly string[]
  readonly isDry: boolean
  /** Nothing is run or shown: the exit code tells whether something is out of date. */
  readonly isQuestion: boolean
  readonly isSilent: boolean
  readonly keepsGoing: boolean
  readonly ignoresErrors: boolean
  readonly remakesAll: boolean
  readonly environmentWins: boolean
  /** For a make that a recipe starts. */
  readonly inherited: Readonly<Record<string, string>>
}

const ASSIGNMENT = /^[^\s=:+?!]+\s*(?:::?|\+|\?|!)?=/

export function readMakeOptions(run: CommandRun): MakeOptions {
  const { options, operands, context } = run
  const env = context.exportedEnv ?? {}
  const level = Number(env['MAKELEVEL'] ?? 0) || 0
  const outer = outerFlags(env['MAKEFLAGS'] ?? '')
  const has = (letter: string): boolean => options.has(letter) || outer.letters.includes(letter)
  const folder = options.values('C').reduce((base, next) => resolve(next, base), context.cwd)
  const keepsGoing = options.lastOf(['k', 'S']) === 'k' || (!options.has('S') && outer.letters.includes('k'))
  const assignments = [...outer.assignments, ...operands.filter((operand) => ASSIGNMENT.test(operand))]
  const isQuestion = has('q')
  const isSilent = has('s') || isQuestion
  const letters = [...'niBsqe'].filter(has).join('') + (keepsGoing ? 'k' : '')
  const wantsFolder = options.has('w') || ((options.has('C') || level > 0) && !isSilent)
  return {
    name: level === 0 ? 'make' : `make[${level}]`,
    folder,
    showsFolder: wantsFolder && !options.has('no-print-directory'),
    files: options.values('f'),
    goals: operands.filter((operand) => !ASSIGNMENT.test(operand)),
    assignments,
    isDry: has('n') || isQuestion,
    isQuestion,
    isSilent,
    keepsGoing,
    ignoresErrors: has('i'),
    remakesAll: has('B'),
    environmentWins: has('e'),
    inherited: { MAKELEVEL: String(level + 1), MAKEFLAGS: flagsText(letters, assignments) },
  }
}

function flagsText(letters: string, assignments: readonly string[]): string {
  const quoted = assignments.map((one) => one.replace(/[\\ ]/g, '\\$&'))
  return quoted.length === 0 ? letters : `${letters} -- ${quoted.join(' ')}`
}

function outerFlags(text: string): { letters: string; assignments: readonly string[] } {
  const words = (text.match(/(?:\\.|[^\\ ])+/g) ?? []).map((word) => word.replace(/\\(.)/g, '$1'))
  const [first = ''] = words
  const letters = /^-?[a-zA-Z]+$/.test(first) ? first.replace(/^-/, '') : ''
  return { letters, assignments: words.filter((word) => ASSIGNMENT.test(word)) }
}
