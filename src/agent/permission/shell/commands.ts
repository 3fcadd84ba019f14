/** Walks a script's syntax tree and hands on each command in it, with what is known of its words. */
import { SHELL_COMMANDS, SHELL_NESTING } from '../../limits.ts'
import type {
  AssignmentNode,
  CommandNode,
  ConditionalExpressionNode,
  RedirectionNode,
  ScriptNode,
  SimpleCommandNode,
  StatementNode,
  WordNode,
} from './generated/bash-parser.js'
import { SETTERS, setNames } from './builtin-variables.ts'
import { assignedNames } from './assigned-names.ts'
import type { Scope } from './scope.ts'
import { resolve } from '../../../sandbox/path.ts'
import { parseCommand } from './syntax.ts'
import { checkArithmetic, wordValue, type Expansion, type WordValue } from './word-value.ts'

export interface Redirect {
  readonly direction: 'read' | 'write'
  /** Undefined: a descriptor that is open already. */
  readonly target: WordValue
}

export interface FoundCommand {
  /** The first is its name; none for assignments alone. */
  readonly words: readonly WordValue[]
  readonly assigns: readonly string[]
  readonly redirects: readonly Redirect[]
  readonly directories: readonly string[] | undefined
  /** What it reads from a here-document or here-string, where that is known. */
  readonly input?: string
  /** What is piped into it. */
  readonly isFed: boolean
}

/** Groups, branches and loops within each other that are looked into. */
const COMPOUND_LEVELS = 40

export class Walker {
  readonly found: FoundCommand[] = []
  readonly problems = new Set<string>()
  #depth = 0
  #level = 0

  /** A command line within the line: of `sh -c`, `eval`, `trap`. */
  nested(command: string, scope: Scope): void {
    const parsed = parseCommand(command)
    if (!parsed.ok) this.problems.add(parsed.obstacle)
    else this.script(parsed.script, scope)
  }

  script(script: ScriptNode, scope: Scope): void {
    this.#within(() => this.#statements(script.statements, scope))
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
      for (const [at, pipeline] of statement.pipelines.entries()) {
        const before = statement.operators[at - 1]
        // What follows `||` may not run: what it sets is not known afterwards, where it goes is one of two.
        const isSure = statement.operators[at] === '&&' && before !== '||'
        const isPiped = pipeline.commands.length > 1
        for (const [place, command] of pipeline.commands.entries()) {
          const inside = isPiped || statement.background ? scope.copy() : scope
          this.#command(command, inside, { isSure, isFed: place > 0 })
        }
        if (before === '||' || before === '&&') this.#forget(pipeline.commands, scope, before === '||')
      }
    }
  }

  /** What only perhaps has happened leaves its variables unknown. */
  #forget(commands: readonly CommandNode[], scope: Scope, isOther: boolean): void {
    if (!isOther) return
    for (const name of assignedNames(commands)) scope.set(name, 'unknown')
  }

  #command(command: CommandNode, scope: Scope, how: How): void {
    if (this.#level >= COMPOUND_LEVELS) {
      this.problems.add('is nested too deeply')
      return
    }
    this.#level += 1
    this.#walk(command, scope, how)
    this.#level -= 1
  }

  #walk(command: CommandNode, scope: Scope, how: How): void {
    if (command.type !== 'SimpleCommand' && command.type !== 'FunctionDef') {
      this.#redirects(command.redirections, scope, how)
    }
    switch (command.type) {
      case 'SimpleCommand':
        return this.#simple(command, scope, how)
      case 'FunctionDef':
        scope.functions.set(command.name, command.body)
        return undefined
      case 'Group':
        return this.#statements(command.body, scope)
      case 'Subshell':
        return this.#statements(command.body, scope.copy())
      case 'If':
        for (const { condition, body } of command.clauses) {
          this.#statements(condition, scope)
          this.#perhaps(body, scope)
        }
        return this.#perhaps(command.elseBody ?? [], scope)
      case 'For': {
        const values = (command.words ?? []).map((word) => this.#value(word, scope).texts)
        const known = values.flatMap((texts) => texts ?? [])
        this.#unset(command.body, scope)
        const isKnown = command.words !== null && values.every((texts) => texts !== undefined)
        scope.set(command.variable, isKnown ? known : 'unknown')
        return this.#perhaps(command.body, scope)
      }
      case 'CStyleFor':
        for (const part of [command.init, command.condition, command.update]) {
          if (part !== null) checkArithmetic(part, this.#expansion(scope))
        }
        this.#unset(command.body, scope)
        return this.#perhaps(command.body, scope)
      case 'While':
      case 'Until':
        this.#unset([...command.condition, ...command.body], scope)
        this.#statements(command.condition, scope)
        return this.#perhaps(command.body, scope)
      case 'Case':
        this.#value(command.word, scope)
        for (const { patterns, body } of command.items) {
          for (const pattern of patterns) this.#value(pattern, scope)
          this.#perhaps(body, scope)
        }
        return undefined
      case 'ArithmeticCommand':
        return checkArithmetic(command.expression, this.#expansion(scope))
      case 'ConditionalCommand':
        return this.#condition(command.expression, scope)
      default:
        command satisfies never
        this.problems.add('has a command of a kind that is not known')
        return undefined
    }
  }

  /** A branch: afterwards it has run, or not. */
  #perhaps(body: readonly StatementNode[], scope: Scope): void {
    const inside = scope.copy()
    this.#statements(body, inside)
    this.#unset(body, scope)
    const left = inside.directories
    scope.directories =
      left === undefined || scope.directories === undefined
        ? undefined
        : [...new Set([...scope.directories, ...left])]
    for (const [name, definition] of inside.functions)
      if (!scope.functions.has(name)) scope.functions.set(name, definition)
  }

  #unset(body: readonly StatementNode[], scope: Scope): void {
    for (const name of assignedNames(body)) scope.set(name, 'unknown')
  }

  #condition(expression: ConditionalExpressionNode, scope: Scope): void {
    const operand = (word: WordNode) => {
      const { texts } = this.#value(word, scope)
      if (texts === undefined || texts.some((text) => text.includes('[')))
        this.problems.add('tests a value that it may have to run first')
    }
    switch (expression.type) {
      case 'CondBinary':
        if (/^-(eq|ne|lt|le|gt|ge)$/.test(expression.operator)) {
          for (const word of [expression.left, expression.right]) this.#number(word, operand)
        } else for (const word of [expression.left, expression.right]) this.#value(word, scope)
        return undefined
      case 'CondUnary':
        if (expression.operator === '-v' || expression.operator === '-R') operand(expression.operand)
        else this.#value(expression.operand, scope)
        return undefined
      case 'CondNot':
        return this.#condition(expression.operand, scope)
      case 'CondAnd':
      case 'CondOr':
        this.#condition(expression.left, scope)
        return this.#condition(expression.right, scope)
      case 'CondGroup':
        return this.#condition(expression.expression, scope)
      case 'CondWord':
        this.#value(expression.word, scope)
        return undefined
      default:
        expression satisfies never
        return undefined
    }
  }

  /** `$#`, `$?` and lengths are numbers, whatever they are. */
  #number(word: WordNode, otherwise: (word: WordNode) => void): void {
    const [part, ...others] = word.parts
    const isNumber =
      others.length === 0 &&
      part?.type === 'ParameterExpansion' &&
      (/^[#?$!]$/.test(part.parameter) || part.operation?.type === 'Length')
    if (!isNumber) otherwise(word)
  }

  #simple(command: SimpleCommandNode, scope: Scope, how: How): void {
    const assigns = command.assignments.map((assignment) =>
      this.#assignment(assignment, scope, command.name === null),
    )
    const words = (command.name === null ? [] : [command.name, ...command.args]).map((word) =>
      this.#value(word, scope),
    )
    const { redirects, input } = this.#redirects(command.redirections, scope, how, true)
    if (this.found.length >= SHELL_COMMANDS) {
      this.problems.add(`has more than ${SHELL_COMMANDS} commands`)
      return
    }
    const { directories } = scope
    const name = words[0]?.texts?.length === 1 ? (words[0].texts[0] ?? '') : undefined
    const definition = name === undefined ? undefined : scope.functions.get(name)
    if (definition !== undefined) {
      this.found.push({ words: [], assigns, redirects, directories, isFed: how.isFed })
      this.#call(definition, words.slice(1), scope)
      return
    }
    this.found.push({
      words,
      assigns,
      redirects,
      directories,
      isFed: how.isFed,
      ...(input === undefined ? {} : { input }),
    })
    if (name === 'cd' || name === 'pushd') this.#enter(words.slice(1), scope, how.isSure)
    else if (name === 'popd') scope.directories = undefined
    else if (name !== undefined && SETTERS.has(name)) setNames(words.slice(1), scope)
  }

  /** A function of this script, with the arguments of this call. */
  #call(body: CommandNode, args: readonly WordValue[], scope: Scope): void {
    const before = Array.from({ length: 9 }, (_, at) => [String(at + 1), scope.get(String(at + 1))] as const)
    for (const [at, [name]] of before.entries()) scope.set(name, args[at]?.texts ?? 'unknown')
    this.#within(() => this.#command(body, scope, { isSure: false, isFed: false }))
    for (const [name, known] of before) scope.set(name, known ?? 'unknown')
  }

  #enter(args: readonly WordValue[], scope: Scope, isSure: boolean): void {
    const [target, ...others] = args.filter(
      ({ texts }) => texts?.[0] !== '--' && texts?.[0] !== '-P' && texts?.[0] !== '-L',
    )
    const texts = target === undefined ? ['~'] : target.texts
    const isPlain = others.length === 0 && texts?.every((text) => text !== '-' && text !== '')
    const from = scope.directories
    const to =
      isPlain && from !== undefined && texts !== undefined
        ? texts.flatMap((text) =>
            text === '~'
              ? ((scope.get('HOME') === 'unknown' ? undefined : ['/home/user']) ?? [])
              : from.map((base) => resolve(text, base)),
          )
        : undefined
    scope.enter(to?.length === 0 ? undefined : to, isSure)
  }

  #assignment({ name, value, array, append }: AssignmentNode, scope: Scope, isKept: boolean): string {
    const plain = name.replace(/\[.*$/s, '')
    const subscript = name.slice(plain.length)
    if (subscript !== '' && !/^\[[\w.-]*\]$/.test(subscript))
      this.problems.add('computes the place in a list')
    const values = value === null ? (array === null ? [''] : undefined) : this.#value(value, scope).texts
    for (const word of array ?? []) this.#value(word, scope)
    if (isKept) scope.set(plain, append || subscript !== '' || values === undefined ? 'unknown' : values)
    return plain
  }

  #redirects(
    redirections: readonly RedirectionNode[],
    scope: Scope,
    how: How,
    isSimple = false,
  ): { redirects: Redirect[]; input?: string } {
    const redirects: Redirect[] = []
    let input: string | undefined
    for (const { operator, target } of redirections) {
      if (target.type === 'HereDoc') {
        const body = target.quoted
          ? literalText(target.content)
          : this.#value(target.content, scope).texts?.join('')
        input = body
        continue
      }
      const value = this.#value(target, scope)
      if (operator === '<<<') input = value.texts?.length === 1 ? value.texts[0] : undefined
      else if (!isDescriptor(operator, value)) {
        redirects.push({ direction: operator === '<' || operator === '<&' ? 'read' : 'write', target: value })
        if (operator === '<>') redirects.push({ direction: 'read', target: value })
      }
    }
    if (!isSimple && redirects.length > 0)
      this.found.push({ words: [], assigns: [], redirects, directories: scope.directories, isFed: how.isFed })
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

interface How {
  /** Nothing else runs after it fails. */
  readonly isSure: boolean
  readonly isFed: boolean
}

/** `2>&1`, `>&-`: nothing is opened. */
function isDescriptor(operator: string, { texts }: WordValue): boolean {
  return (
    (operator === '>&' || operator === '<&') &&
    texts !== undefined &&
    texts.every((text) => /^(\d+-?|-)$/.test(text))
  )
}

function literalText(word: WordNode): string | undefined {
  const texts = word.parts.map((part) =>
    part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'Escaped'
      ? part.value
      : undefined,
  )
  return texts.includes(undefined) ? undefined : texts.join('')
}
