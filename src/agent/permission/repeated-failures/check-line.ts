/** The checks of a command line, and whether the line's exit code is theirs. Pure. */
import { analyse } from '../shell/analysis.ts'
import type {
  CommandNode,
  PipelineNode,
  RedirectionNode,
  SimpleCommandNode,
  StatementNode,
  WordNode,
  WordPart,
} from '../shell/generated/bash-parser.js'
import { parseCommand } from '../shell/words/syntax.ts'
import { innerOf } from '../shell/judge/unwrap.ts'
import type { WordValue } from '../shell/words/word-value.ts'
import { isCheckCommand, isSilentWhenRight, type CommandWords } from './check-command.ts'

export interface CheckLine {
  /** The line as written: text that it prints itself is no summary of a runner. */
  readonly text: string
  /** The commands that check, without wrappers, redirections and what their output is piped into. */
  readonly names: readonly string[]
  /** Exit code 0 of the line says that they all passed. */
  readonly zeroIsPass: boolean
  /** Another exit code says that one of them failed. */
  readonly otherIsFailure: boolean
  /** A filter picks lines of their output, or a file takes it: the rest may have said something else. */
  readonly isFiltered: boolean
  /** No output means that they passed. */
  readonly isSilentWhenRight: boolean
  /** The line prints the check's exit code (`npm test; echo "exit $?"`), between these texts. */
  readonly echoed?: { readonly before: string; readonly after: string }
}

/** Undefined where nothing in the line is a check. */
export function checkLine(command: string): CheckLine | undefined {
  const parsed = parseCommand(command)
  if (!parsed.ok) return undefined
  const { names, ...rest } = new Reader().statements(parsed.script.statements)
  if (names.length > 0) return { text: command, names, ...rest }
  // Also within functions, branches and substitutions: there the exit code says nothing of it.
  const found = analyse(command).leaves.filter(({ words }) => isCheckCommand(words))
  return found.length === 0
    ? undefined
    : { ...NONE, text: command, names: found.map(({ words }) => nameOf(words)), isFiltered: true }
}

interface Part extends Omit<CheckLine, 'text'> {
  /** It succeeds, whatever the workspace is like. */
  readonly isHarmless: boolean
}

const NONE = {
  names: [],
  zeroIsPass: false,
  otherIsFailure: false,
  isFiltered: false,
  isSilentWhenRight: false,
} as const
const HARMLESS = /^(cd|pushd|popd|pwd|echo|printf|export|unset|set|true|:|date|sleep|clear|mkdir|umask)$/
/** Filters that show the end or all of what they read. */
const SHOWING = /^(cat|tail|tee|less|more)$/
/** Filters that fail only where they cannot run. */
const STEADY = /^(cat|tail|tee|less|more|sed|awk|sort|tr|cut|wc|uniq|nl)$/

class Reader {
  #pipefail = false
  #errexit = false

  statements(statements: readonly StatementNode[]): Part {
    return statements
      .map((statement) => ({ part: this.#statement(statement), echoed: echoOf(statement) }))
      .reduce((left, { part, echoed }) => {
        const both = inTurn(left, part, this.#errexit)
        const isOfCheck = left.zeroIsPass && left.otherIsFailure && left.names.length > 0
        return echoed !== undefined && isOfCheck ? { ...both, echoed } : both
      }, nothing(true))
  }

  #statement({ pipelines, operators, background }: StatementNode): Part {
    const whole = pipelines
      .map((pipeline) => this.#pipeline(pipeline))
      .reduce((left, right, at) => {
        const operator = operators[at - 1]
        if (operator === '&&') return bothIn(left, right)
        return operator === '||' ? eitherOf(left, right) : inTurn(left, right, this.#errexit)
      })
    // The line may end before it has said anything.
    return background ? { ...withoutExit(whole), isHarmless: true, isSilentWhenRight: false } : whole
  }

  #pipeline({ commands, negated }: PipelineNode): Part {
    const parts = commands.map((command) => this.#command(command))
    const at = parts.findIndex(({ names }) => names.length > 0)
    const check = parts[at]
    if (check === undefined) return nothing(!negated && parts.every(({ isHarmless }) => isHarmless))
    const filters = commands.slice(at + 1).map(filterName)
    if (filters.length === 0) return negated ? withoutExit(check) : check
    const isFiltered = check.isFiltered || !commands.slice(at + 1).every(showsEnd)
    const piped = { ...check, isFiltered }
    if (negated || !this.#pipefail) return withoutExit(piped)
    return {
      ...piped,
      otherIsFailure: check.otherIsFailure && filters.every((name) => STEADY.test(name)),
    }
  }

  #command(command: CommandNode): Part {
    if (command.type === 'SimpleCommand') return this.#simple(command)
    if (command.type !== 'Group' && command.type !== 'Subshell') return nothing(false)
    const inside = this.statements(command.body)
    return { ...inside, isFiltered: inside.isFiltered || goesToFile(command.redirections) }
  }

  #simple({ name, args, redirections }: SimpleCommandNode): Part {
    let words: readonly WordValue[] = name === null ? [] : [name, ...args].map(valueOf)
    for (let step = 0; step < 10; step += 1) {
      const inner = innerOf(words, undefined)
      if (inner?.kind === 'script') return this.#nested(inner.text, words)
      if (inner?.kind !== 'command') break
      words = inner.command.words
    }
    const texts = words.map((word) => word.texts?.[0])
    if (texts[0] === 'set') this.#options(texts)
    if (!isCheckCommand(texts)) return nothing(texts.length === 0 || HARMLESS.test(texts[0] ?? ''))
    const isFiltered = goesToFile(redirections)
    return {
      names: [nameOf(texts)],
      zeroIsPass: true,
      otherIsFailure: true,
      isFiltered,
      isSilentWhenRight: !isFiltered && isSilentWhenRight(texts),
      isHarmless: false,
    }
  }

  /** A shell of its own. */
  #nested(text: string, words: readonly WordValue[]): Part {
    const parsed = parseCommand(text)
    if (!parsed.ok) return nothing(false)
    const reader = new Reader()
    reader.#options(words.map((word) => word.texts?.[0]).filter((word) => word !== text))
    return reader.statements(parsed.script.statements)
  }

  #options(words: CommandWords): void {
    if (words.includes('pipefail')) this.#pipefail = true
    if (words.some((word) => /^-[a-z]*e/.test(word ?? '')) || words.includes('errexit')) this.#errexit = true
  }
}

function nothing(isHarmless: boolean): Part {
  return { ...NONE, isHarmless }
}

function withoutExit(part: Part): Part {
  return { ...part, zeroIsPass: false, otherIsFailure: false }
}

/** `a; b`: the exit code is that of the last, or of the first that fails where the shell ends with it. */
function inTurn(left: Part, right: Part, endsOnError: boolean): Part {
  if (endsOnError) return bothIn(left, right)
  if (right.names.length === 0) return { ...joined(left, right), zeroIsPass: false, otherIsFailure: false }
  const { zeroIsPass, otherIsFailure } = right
  return { ...joined(left, right), zeroIsPass: zeroIsPass && left.names.length === 0, otherIsFailure }
}

/** `a && b`. */
function bothIn(left: Part, right: Part): Part {
  const isRight = (part: Part, proof: 'zeroIsPass' | 'otherIsFailure') =>
    part.names.length === 0 ? proof === 'zeroIsPass' || part.isHarmless : part[proof]
  return {
    ...joined(left, right),
    zeroIsPass: isRight(left, 'zeroIsPass') && isRight(right, 'zeroIsPass'),
    otherIsFailure: isRight(left, 'otherIsFailure') && isRight(right, 'otherIsFailure'),
  }
}

/** `a || b`: a failure of all of it is one of each; a success may be of the second alone. */
function eitherOf(left: Part, right: Part): Part {
  return {
    ...joined(left, right),
    zeroIsPass: false,
    otherIsFailure: left.names.length > 0 ? left.otherIsFailure : right.otherIsFailure,
  }
}

function joined(left: Part, right: Part): Part {
  const checks = [left, right].filter(({ names }) => names.length > 0)
  const [{ echoed } = {}, ...others] = checks
  return {
    ...(echoed === undefined || others.length > 0 ? {} : { echoed }),
    names: [...new Set(checks.flatMap(({ names }) => names))],
    zeroIsPass: false,
    otherIsFailure: false,
    isFiltered: checks.some(({ isFiltered }) => isFiltered),
    isSilentWhenRight: checks.length > 0 && checks.every((check) => check.isSilentWhenRight),
    isHarmless: left.isHarmless && right.isHarmless,
  }
}

/** `echo "exit $?"` alone: text around the code. */
function echoOf({ pipelines }: StatementNode): CheckLine['echoed'] {
  const [command] = pipelines[0]?.commands ?? []
  if (command?.type !== 'SimpleCommand' || command.name === null || pipelines.length > 1) return undefined
  if (textOf(command.name.parts) !== 'echo' || goesToFile(command.redirections)) return undefined
  const parts = command.args.flatMap((word, at) => [
    ...(at === 0 ? [] : [{ type: 'Literal' as const, value: ' ' }]),
    ...word.parts.flatMap((part) => (part.type === 'DoubleQuoted' ? part.parts : [part])),
  ])
  const at = parts.findIndex(isExitCode)
  const [before, after] = [textOf(parts.slice(0, at)), textOf(parts.slice(at + 1))]
  return at < 0 || before === undefined || after === undefined ? undefined : { before, after }
}

function isExitCode(part: WordPart): boolean {
  return part.type === 'ParameterExpansion' && part.parameter === '?' && part.operation === null
}

/** `tail -n 0` and `tail -n +9` may leave out the end. */
function showsEnd(command: CommandNode): boolean {
  const name = filterName(command)
  const args = command.type === 'SimpleCommand' ? command.args.map(({ parts }) => textOf(parts) ?? '0') : []
  return SHOWING.test(name) && !(name === 'tail' && args.some((text) => /^(-[nc]?)?(0+$|\+)/.test(text)))
}

function filterName(command: CommandNode): string {
  if (command.type !== 'SimpleCommand' || command.name === null) return ''
  return textOf(command.name.parts) ?? ''
}

/** Standard output, not to nowhere and not to another stream. */
function goesToFile(redirections: readonly RedirectionNode[]): boolean {
  return redirections.some(
    ({ operator, fd, target }) =>
      target.type === 'Word' && /^(>|>>|>\||&>|&>>)$/.test(operator) && (fd === null || fd === 1),
  )
}

function nameOf(words: CommandWords): string {
  return words.map((word) => word ?? '…').join(' ')
}

function valueOf(word: WordNode): WordValue {
  const text = textOf(word.parts)
  return { texts: text === undefined ? undefined : [text], start: '' }
}

/** Undefined for a text that only a run can tell. */
function textOf(parts: readonly WordPart[]): string | undefined {
  let text = ''
  for (const part of parts) {
    const piece = pieceOf(part)
    if (piece === undefined) return undefined
    text += piece
  }
  return text
}

function pieceOf(part: WordPart): string | undefined {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
      return part.value
    case 'DoubleQuoted':
      return textOf(part.parts)
    case 'Glob':
      return part.pattern
    default:
      return undefined
  }
}
