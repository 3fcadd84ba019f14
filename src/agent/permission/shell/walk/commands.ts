/** Walks a script's syntax tree and hands on each command in it, with what is known of its words. */
import { SHELL_COMMANDS, SHELL_NESTING } from '../../../limits.ts'
import { checkArithmetic, checkSubscript } from '../words/arithmetic.ts'
import { applyBuiltin, isOfTheShell, keepArguments, keepsAssignments, setArguments } from './builtins.ts'
import type {
  AssignmentNode,
  CommandNode,
  FunctionDefNode,
  PipelineNode,
  RedirectionNode,
  ScriptNode,
  SimpleCommandNode,
  StatementNode,
  WordNode,
} from '../generated/bash-parser.js'
import { checkCondition } from './conditions.ts'
import { one } from '../words/judgement.ts'
import { literalText, readRedirections } from './redirections.ts'
import type { Redirect, Redirections } from './redirections.ts'
import { Scope } from '../words/scope.ts'
import { checkSteering } from '../words/steering.ts'
import { parseCommand } from '../words/syntax.ts'
import { handledSignals, runsAnyTime } from './trap.ts'
import {
  commonStart,
  knownWord,
  wordsOf,
  wordValue,
  type Expansion,
  type WordValue,
} from '../words/word-value.ts'

export interface FoundCommand {
  /** The first is its name; none for assignments alone. */
  readonly words: readonly WordValue[]
  readonly assigns: readonly string[]
  readonly redirects: readonly Redirect[]
  readonly directories: readonly string[] | undefined
  /** Text of its here-document or here-string, if known. */
  readonly input?: string
  /** Something is piped into it. */
  readonly isFed: boolean
  /** The commands that it runs in this shell have been walked already: the text of `eval`, a function. */
  readonly isFollowed: boolean
}

type Expanded = Omit<FoundCommand, 'directories' | 'isFollowed'>

/** Groups, branches and loops within each other that are looked into. */
const COMPOUND_LEVELS = 40
/** Loops within each other: each is walked until what is known does not change. */
const LOOP_LEVELS = 4
const LOOP_ROUNDS = 4

export class Walker {
  readonly found: FoundCommand[] = []
  readonly problems = new Set<string>()
  /** A star may match names with a dot in front. */
  matchesDots = false
  #depth = 0
  #level = 0
  #loops = 0
  /** Every function of the line, wherever it is made. */
  readonly #made = new Map<string, FunctionDefNode[]>()
  readonly #walkedFreely = new Set<FunctionDefNode>()
  #hasTrap = false
  readonly #atEnd: string[] = []
  /** Directories the line has been in, the starts of commands aside. */
  readonly #places = new Set<string>()
  #isAnywhere = false

  /** A command line within the line, in a shell of its own: of `sh -c`. */
  nested(command: string, scope: Scope): void {
    const parsed = parseCommand(command)
    if (!parsed.ok) this.problems.add(parsed.obstacle)
    else this.script(parsed.script, scope)
  }

  script(script: ScriptNode, scope: Scope): void {
    this.#within(() => this.#statements(script.statements, scope))
  }

  /**
   * Walks the traps that run at the end, from every directory the line may be in by then. Returns whether
   * there were any.
   */
  end(): boolean {
    const commands = this.#atEnd.splice(0)
    for (const command of commands) this.nested(command, new Scope(this.everywhere()))
    return commands.length > 0
  }

  /** Walks the bodies of functions with this name, once each: it is unknown whether one of them is called. */
  functionNamed(name: string): void {
    for (const definition of this.#made.get(name) ?? []) {
      if (this.#walkedFreely.has(definition)) continue
      this.#walkedFreely.add(definition)
      const scope = new Scope(this.everywhere())
      scope.isInFunction = true
      this.#within(() => this.#body(definition, scope))
    }
  }

  /** All the places where its commands may start. */
  everywhere(): readonly string[] | undefined {
    if (this.#isAnywhere) return undefined
    const places = new Set(this.#places)
    for (const { directories } of this.found) {
      if (directories === undefined) return undefined
      for (const place of directories) places.add(place)
    }
    return [...places]
  }

  #within(walk: () => void): void {
    if (this.#depth >= SHELL_NESTING) {
      this.problems.add('is nested too deeply')
      return
    }
    this.#depth += 1
    walk()
    this.#depth -= 1
  }

  #statements(statements: readonly StatementNode[], scope: Scope): void {
    for (const statement of statements) {
      if (statement.deferredError !== undefined) this.problems.add('is not complete')
      this.#list(statement, statement.background ? scope.copy() : scope)
    }
  }

  /** `a && b || c`: `scope` is what holds where all before has succeeded, `failed` where it has not. */
  #list({ pipelines, operators }: StatementNode, scope: Scope): void {
    let failed: Scope | undefined
    for (const [at, pipeline] of pipelines.entries()) {
      const before = at === 0 ? ';' : operators[at - 1]
      const isLast = at === pipelines.length - 1
      if (before === ';' && failed !== undefined) {
        scope.merge(failed)
        failed = undefined
      }
      const inside = before === '||' ? (failed ?? scope.copy()) : scope
      const left = this.#pipeline(pipeline, inside) ?? (isLast ? undefined : inside.copy())
      if (before === '||') scope.merge(inside)
      if (before !== '&&' || failed === undefined) failed = left
      else if (left !== undefined) failed.merge(left)
    }
    if (failed !== undefined) scope.merge(failed)
  }

  /** Leaves `scope` as it is after a success; returns the possible scope after a failure, if that differs. */
  #pipeline({ commands, negated }: PipelineNode, scope: Scope): Scope | undefined {
    const [first, ...others] = commands
    if (first === undefined) return undefined
    if (others.length > 0) {
      for (const [place, command] of commands.entries()) this.#command(command, scope.copy(), place > 0)
      return undefined
    }
    const failed = this.#single(first, scope)
    if (!negated || failed === undefined) return failed
    scope.merge(failed)
    return undefined
  }

  /**
   * As `#pipeline`, of one command. Failed, it may have done all that it does: the last part of a group, a function or a
   * text of `eval` may be what fails. Only `cd` stays where it was, and after a failed redirection nothing has run.
   */
  #single(command: CommandNode, scope: Scope): Scope | undefined {
    const isRedirected = command.type !== 'FunctionDef' && command.redirections.length > 0
    if (!isRedirected && !mayMove(command)) {
      this.#command(command, scope, false)
      return undefined
    }
    const failed = scope.copy()
    this.#command(command, scope, false)
    const from = failed.directories
    failed.merge(scope)
    if (nameOf(command) === 'cd' && scope.staysWhereCdFails()) failed.directories = from
    return failed
  }

  #command(command: CommandNode, scope: Scope, isFed: boolean): void {
    if (this.#level >= COMPOUND_LEVELS) {
      this.problems.add('is nested too deeply')
      return
    }
    this.#level += 1
    this.#walk(command, scope, isFed)
    this.#level -= 1
  }

  #walk(command: CommandNode, scope: Scope, isFed: boolean): void {
    if (command.type !== 'SimpleCommand' && command.type !== 'FunctionDef') {
      this.#redirects(command.redirections, scope, isFed)
    }
    switch (command.type) {
      case 'SimpleCommand':
        return this.#simple(command, scope, isFed)
      case 'FunctionDef':
        return this.#define(command, scope)
      case 'Group':
        return this.#statements(command.body, scope)
      case 'Subshell':
        return this.#statements(command.body, scope.copy())
      case 'If': {
        const ends: Scope[] = []
        for (const { condition, body } of command.clauses) {
          this.#statements(condition, scope)
          const inside = scope.copy()
          this.#statements(body, inside)
          ends.push(inside)
        }
        this.#statements(command.elseBody ?? [], scope)
        for (const end of ends) scope.merge(end)
        return undefined
      }
      case 'For': {
        checkSteering(command.variable, (problem) => this.problems.add(problem))
        const values = (command.words ?? []).map((word) => this.#value(word, scope))
        const texts = values.map((value) => value.texts)
        const known = texts.includes(undefined) ? undefined : texts.flatMap((each) => each ?? [])
        return this.#loop(scope, (inside) => {
          if (known !== undefined && command.words !== null) inside.set(command.variable, known)
          else inside.setStart(command.variable, commonStart(values.map(({ start }) => start)))
          this.#statements(command.body, inside)
        })
      }
      case 'CStyleFor':
        if (command.init !== null) checkArithmetic(command.init, this.#expansion(scope))
        return this.#loop(scope, (inside) => {
          for (const part of [command.condition, command.update]) {
            if (part !== null) checkArithmetic(part, this.#expansion(inside))
          }
          this.#statements(command.body, inside)
        })
      case 'While':
      case 'Until':
        return this.#loop(scope, (inside) => {
          this.#statements(command.condition, inside)
          this.#statements(command.body, inside)
        })
      case 'Case':
        this.#value(command.word, scope)
        for (const { patterns, body } of command.items) {
          for (const pattern of patterns) this.#value(pattern, scope)
          const inside = scope.copy()
          this.#statements(body, inside)
          scope.merge(inside)
        }
        return undefined
      case 'ArithmeticCommand':
        return checkArithmetic(command.expression, this.#expansion(scope))
      case 'ConditionalCommand':
        return checkCondition(command.expression, scope, (at) => this.#expansion(at))
      default:
        command satisfies never
        this.problems.add('has a command of a kind that is not known')
        return undefined
    }
  }

  /** Repeats until another round would know no less; only the last round's findings count. */
  #loop(scope: Scope, round: (inside: Scope) => void): void {
    if (this.#loops >= LOOP_LEVELS) {
      this.problems.add('is nested too deeply')
      return
    }
    this.#loops += 1
    for (let count = 1; ; count += 1) {
      const found = this.found.length
      const inside = scope.copy()
      round(inside)
      if (!scope.blur(inside)) break
      if (count === LOOP_ROUNDS) {
        this.problems.add('has a loop that cannot be followed')
        break
      }
      this.found.length = found
      // Further with each round: it may be anywhere.
      if (count === LOOP_ROUNDS - 1) scope.enter(undefined)
    }
    this.#loops -= 1
  }

  /** Something that may end in its middle, by `return` or `break`. */
  #breakable(scope: Scope, walk: (inside: Scope) => void): void {
    const inside = scope.copy()
    walk(inside)
    scope.blur(inside)
  }

  #define(definition: FunctionDefNode, scope: Scope): void {
    const { name } = definition
    if (isOfTheShell(name)) this.problems.add(`gives ${name} another meaning`)
    const known = this.#made.get(name)
    if (known === undefined) this.#made.set(name, [definition])
    else if (!known.includes(definition)) known.push(definition)
    this.#checkTraps()
    scope.functions.set(name, { definitions: [definition], isSure: true })
  }

  #simple(command: SimpleCommandNode, scope: Scope, isFed: boolean): void {
    const assigns = command.assignments.map((assignment) =>
      this.#assignment(assignment, scope, command.name === null),
    )
    const words = (command.name === null ? [] : [command.name, ...command.args]).flatMap((word) =>
      wordsOf(this.#value(word, scope)),
    )
    const { redirects, input } = this.#redirects(command.redirections, scope, isFed, true)
    this.#run({ words, assigns, redirects, isFed, ...(input === undefined ? {} : { input }) }, scope)
  }

  /** One command, or any of several where its name may be several texts. */
  #run(command: Expanded, scope: Scope): void {
    if (this.found.length >= SHELL_COMMANDS) {
      this.problems.add(`has more than ${SHELL_COMMANDS} commands`)
      return
    }
    const { words, assigns } = command
    const at = words.length - withoutWrappers(words).length
    const names = words[at]?.texts ?? []
    if (names.length > 1) {
      const each = names.map((name) => ({ ...command, words: words.with(at, knownWord(name)) }))
      const ends = each.map((alternative) => {
        const inside = scope.copy()
        this.#run(alternative, inside)
        return inside
      })
      for (const end of ends) scope.merge(end)
      return
    }
    const { directories } = scope
    const name = one(words[0])
    const definition = name === undefined ? undefined : scope.functions.get(name)
    const plain = withoutWrappers(words)
    const builtin = one(plain[0])
    if (
      definition !== undefined ||
      (words.length > 0 && (builtin === undefined || keepsAssignments(builtin)))
    )
      for (const assign of assigns) scope.set(assign, 'unknown')
    const isFollowed = definition !== undefined || builtin === 'eval' || builtin === 'trap'
    this.found.push({
      ...command,
      words: definition?.isSure === true ? [] : words,
      directories,
      isFollowed,
    })
    if (definition !== undefined)
      for (const each of definition.definitions) this.#call(each, words.slice(1), scope)
    if (definition?.isSure === true || builtin === undefined) return
    if (builtin === 'shopt')
      this.matchesDots ||= plain.some(({ texts }) => texts?.includes('dotglob') !== false)
    if (builtin === 'eval') this.#eval(plain.slice(1), scope)
    else if (builtin === 'trap') this.#trap(plain.slice(1), scope)
    else applyBuiltin(builtin, plain.slice(1), scope, (problem) => this.problems.add(problem))
    // The shell takes back what it was for this command, and what `cd` has made of it.
    if (assigns.includes('PWD')) scope.set('PWD', 'unknown')
    if (scope.directories === undefined) this.#isAnywhere = true
    else for (const place of scope.directories) this.#places.add(place)
  }

  /** A function of this script, with the arguments of this call. */
  #call(definition: FunctionDefNode, args: readonly WordValue[], scope: Scope): void {
    this.#breakable(scope, (inside) => {
      inside.isInFunction = true
      setArguments(args, inside)
      this.#within(() => this.#body(definition, inside))
      keepArguments(scope, inside)
    })
  }

  #body({ body, redirections }: FunctionDefNode, scope: Scope): void {
    this.#redirects(redirections, scope, false)
    this.#command(body, scope, false)
  }

  #eval(args: readonly WordValue[], scope: Scope): void {
    const texts = args.map(one)
    if (texts[0] === '--') texts.shift()
    if (texts.includes(undefined)) this.problems.add('has eval run what the shell builds')
    else this.#breakable(scope, (inside) => this.nested(texts.join(' '), inside))
  }

  #trap(args: readonly WordValue[], scope: Scope): void {
    const handled = handledSignals(args)
    if (handled === undefined) return
    if (handled.command === undefined) {
      this.problems.add('has trap run what the shell builds')
      return
    }
    const { command } = handled
    if (!runsAnyTime(handled)) {
      this.#atEnd.push(command)
      return
    }
    this.#hasTrap = true
    this.#checkTraps()
    const inside = scope.copy()
    this.nested(command, inside)
    if (inside.isTouched()) this.problems.add('has a trap that changes what later commands do')
  }

  /** It could change what a trap does, whenever that runs. */
  #checkTraps(): void {
    if (this.#hasTrap && this.#made.size > 0) this.problems.add('has a trap beside functions of its own')
  }

  #assignment({ name, value, array, append }: AssignmentNode, scope: Scope, isKept: boolean): string {
    const plain = name.replace(/\[.*$/s, '')
    const subscript = name.slice(plain.length)
    if (subscript !== '') checkSubscript(subscript.slice(1, -1), this.#expansion(scope))
    const values =
      value === null ? (array === null ? [''] : undefined) : assignedTexts(this.#value(value, scope))
    for (const word of array ?? []) this.#value(word, scope)
    if (isKept) scope.set(plain, append || subscript !== '' || values === undefined ? 'unknown' : values)
    return plain
  }

  #redirects(
    redirections: readonly RedirectionNode[],
    scope: Scope,
    isFed: boolean,
    isSimple = false,
  ): Redirections {
    const { redirects, input } = readRedirections(redirections, this.#expansion(scope))
    if (!isSimple && redirects.length > 0)
      this.found.push({
        words: [],
        assigns: [],
        redirects,
        directories: scope.directories,
        isFed,
        isFollowed: false,
      })
    return { redirects, ...(input === undefined ? {} : { input }) }
  }

  #value(word: WordNode, scope: Scope): WordValue {
    return wordValue(word, this.#expansion(scope))
  }

  #expansion(scope: Scope): Expansion {
    return {
      scope,
      onScript: (script) => this.script(script, scope.copy()),
      onProblem: (problem) => this.problems.add(problem),
    }
  }
}

/** The stars of a value are replaced where it is used, not here. */
function assignedTexts({ texts, pattern }: WordValue): readonly string[] | undefined {
  return texts ?? (pattern === undefined ? undefined : [pattern])
}

/** `command cd x` is `cd x`. */
function withoutWrappers(words: readonly WordValue[]): readonly WordValue[] {
  let rest = words
  while (/^(command|builtin)$/.test(one(rest[0]) ?? '')) {
    rest = rest.slice(1)
    while (/^(-p|--)$/.test(one(rest[0]) ?? '')) rest = rest.slice(1)
  }
  return rest
}

/** It may move the shell itself, or stay where it fails. */
function mayMove(command: CommandNode): boolean {
  if (command.type !== 'SimpleCommand' || command.name === null) return false
  const name = nameOf(command)
  return name === undefined || /^(cd|pushd|popd|-.*)$/.test(name)
}

/** Its name behind wrappers, as far as it is written out. */
function nameOf(command: CommandNode): string | undefined {
  if (command.type !== 'SimpleCommand' || command.name === null) return undefined
  const words = [command.name, ...command.args].map(literalText)
  return words.find((word) => word !== 'command' && word !== 'builtin')
}
