/** Effects of the shell's builtins on the shell itself: variables, directory, arguments, options. */
import { resolve } from '../../../../sandbox/contract/path.ts'
import { checkArithmeticText, checkSubscript } from '../words/arithmetic.ts'
import { one } from '../words/judgement.ts'
import type { Scope } from '../words/scope.ts'
import { checkSteering } from '../words/steering.ts'
import type { WordValue } from '../words/word-value.ts'

type OnProblem = (problem: string) => void

/** Builtins that set variables by names in their arguments. */
const SETTERS: ReadonlySet<string> = new Set(
  'declare export getopts local mapfile printf read readarray readonly typeset unset wait'.split(' '),
)
/** A function under one of these names is one or the other, as the shell's mode has it. */
const OF_THE_SHELL: ReadonlySet<string> = new Set([
  ...SETTERS,
  ...': . alias break builtin cd command continue enable eval exec exit hash let popd pushd return set shift shopt source times trap ulimit unalias'.split(
    ' ',
  ),
])
/** Assignments before these builtins may stay set. */
const SPECIAL =
  /^(:|\.|break|continue|eval|exec|exit|export|readonly|return|set|shift|source|times|trap|unset)$/
const SET_OPTIONS =
  /^(errexit|nounset|pipefail|xtrace|verbose|noclobber|noglob|allexport|monitor|notify|hashall|errtrace|functrace|noexec)$/
const SHOPT_OPTIONS =
  /^-[suqp]+$|^(nullglob|globstar|dotglob|failglob|nocaseglob|nocasematch|extglob|inherit_errexit|checkwinsize)$/
const ARGUMENTS = Array.from({ length: 9 }, (_, at) => String(at + 1))

export function isOfTheShell(name: string): boolean {
  return OF_THE_SHELL.has(name)
}

export function keepsAssignments(name: string): boolean {
  return SPECIAL.test(name)
}

/** `name` without `command` or `builtin` before it. */
export function applyBuiltin(
  name: string,
  args: readonly WordValue[],
  scope: Scope,
  onProblem: OnProblem,
): void {
  if (name === 'cd' || name === 'pushd') return enter(name, args, scope)
  if (name === 'popd') return scope.enter(undefined)
  if (name === 'source' || name === '.') return scope.forget()
  if (name === 'shift') return setArguments([], scope)
  if (name === 'set') return applySet(args, scope, onProblem)
  if (name === 'shopt') {
    if (!args.every((word) => SHOPT_OPTIONS.test(one(word) ?? '')))
      onProblem('changes how this shell reads commands')
    return undefined
  }
  if (name === 'let') {
    for (const word of args) checkArithmeticText(one(word), { scope, onProblem })
    return undefined
  }
  if (name === 'unset') scope.doubtFunctions()
  if (SETTERS.has(name)) setNames(name, args, scope, onProblem)
}

/** Sets the arguments that a function of the script is called with. */
export function setArguments(args: readonly WordValue[], scope: Scope): void {
  for (const [at, name] of ARGUMENTS.entries()) scope.set(name, args[at]?.texts ?? 'unknown')
}

/** A function's arguments end with it. */
export function keepArguments(from: Scope, to: Scope): void {
  for (const name of ARGUMENTS) to.set(name, from.get(name) ?? 'unknown')
}

function enter(name: string, args: readonly WordValue[], scope: Scope): void {
  const [target, ...others] = args.filter((word) => !/^(--|-P|-L)$/.test(one(word) ?? ''))
  // `pushd` turns its list of directories when it is told nothing, or a number.
  if (
    name === 'pushd' &&
    (target === undefined || target.texts?.some((text) => /^[-+]/.test(text)) !== false)
  )
    return scope.enter(undefined)
  const home = scope.get('HOME')
  const texts = target === undefined ? (home === 'unknown' ? undefined : home) : target.texts
  const from = scope.directories
  const isPlain = others.length === 0 && texts?.every((text) => text !== '-' && text !== '')
  const known = isPlain && texts !== undefined && from !== undefined ? texts : undefined
  scope.enter(known?.flatMap((text) => (from ?? []).map((base) => resolve(text, base))))
}

function applySet(args: readonly WordValue[], scope: Scope, onProblem: OnProblem): void {
  let at = 0
  for (; at < args.length; at += 1) {
    const text = one(args[at])
    if (text === undefined || !/^[-+]/.test(text)) break
    if (text === '--' || text === '-') {
      at += 1
      setArguments([], scope)
      break
    }
    if (!/^[-+][aefuvxCETbhmno]+$/.test(text)) return onProblem('changes how this shell reads commands')
    if (!text.endsWith('o')) continue
    at += 1
    if (at < args.length && !SET_OPTIONS.test(one(args[at]) ?? ''))
      return onProblem('changes how this shell reads commands')
  }
  if (at >= args.length) return
  const first = args[at]
  if (first?.texts === undefined && first?.start === '' && at === 0)
    return onProblem('changes how this shell works by what the shell builds')
  setArguments([], scope)
}

function setNames(name: string, args: readonly WordValue[], scope: Scope, onProblem: OnProblem): void {
  const options = args.flatMap(({ texts }) => texts?.filter((text) => /^[-+]/.test(text)) ?? [])
  if (name === 'printf' && !args.some((word, at) => mayBeOption(word, at, /^-v/))) return
  const isDeclaring = /^(declare|typeset|local|export|readonly)$/.test(name)
  if (isDeclaring && options.some((text) => /^-\w*n/.test(text)) && name !== 'export')
    return onProblem('makes one name stand for another variable')
  const isAltered = isDeclaring && options.some((text) => /^[-+]\w*[aAilutc]/.test(text))
  const isFinal = name === 'readonly' || (isDeclaring && options.some((text) => /^-\w*r/.test(text)))
  // Others show something, set a variable elsewhere, or are none.
  const isAssigning =
    isDeclaring &&
    options.every((text) => /^(--|-[xr]+)$/.test(text)) &&
    (name !== 'local' || scope.isInFunction)
  for (const [at, word] of args.entries()) {
    for (const set of namesIn(word)) {
      if (set === undefined) {
        const isOperand = name === 'getopts' ? at > 0 : name !== 'unset'
        if (isOperand && !(name === 'printf' && at > 1))
          onProblem('sets a variable whose name the shell builds')
        continue
      }
      if (set.subscript !== undefined) checkSubscript(set.subscript, { scope, onProblem })
      if (name !== 'unset' || /^(PATH|HOME|IFS)$/.test(set.name)) checkSteering(set.name, onProblem)
      if (isAltered) scope.alter(set.name)
      scope.set(set.name, set.subscript === undefined && isAssigning ? set.values : 'unknown')
      if (isFinal) scope.alter(set.name)
    }
  }
}

interface NamedVariable {
  readonly name: string
  readonly subscript: string | undefined
  readonly values: readonly string[] | 'unknown'
}

/** `name`, `name=value`, and what may be glued to an option; undefined for what cannot be told. */
function namesIn({ texts, start }: WordValue): readonly (NamedVariable | undefined)[] {
  if (texts === undefined) {
    const named = assignment(start, false)
    return [named]
  }
  return texts.flatMap((text) => {
    if (!text.startsWith('-'))
      return [assignment(text, texts.length === 1)].filter((named) => named !== undefined)
    return Array.from(text, (_, at) => assignment(text.slice(at + 1), false)).filter(
      (named) => named !== undefined,
    )
  })
}

function assignment(text: string, isKnown: boolean): NamedVariable | undefined {
  const [, name, subscript, operator, value] =
    /^([A-Za-z_]\w*)(?:\[(.*?)\])?(?:(\+?=)(.*)|$)/s.exec(text) ?? []
  if (name === undefined) return undefined
  const values = isKnown && operator === '=' && value !== undefined ? [value] : 'unknown'
  return { name, subscript, values }
}

/** A word that the shell builds may or may not be an option. */
function mayBeOption({ texts, start }: WordValue, at: number, option: RegExp): boolean {
  if (texts === undefined) return at === 0 && (start === '' || option.test(start))
  return texts.some((text) => option.test(text))
}
