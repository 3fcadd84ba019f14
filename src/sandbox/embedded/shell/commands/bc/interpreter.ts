/** Runs bc's programs. */
import {
  add,
  ArithmeticError,
  compare,
  divide,
  formatDecimal,
  integer,
  lengthOf,
  multiply,
  negate,
  ONE,
  parseDecimal,
  power,
  remainder,
  squareRoot,
  subtract,
  wholePart,
  ZERO,
  type Decimal,
} from './decimal.ts'
import { LIBRARY } from './functions.ts'
import type { Definition, Expression, Parameter, Place, Statement } from './syntax.ts'

/** `halt` or `quit`. */
export class Halt extends Error {}

class Returned extends Error {
  readonly value: Decimal

  constructor(value: Decimal) {
    super()
    this.value = value
  }
}

type Flow = 'on' | 'break' | 'continue'
type Numbers = Map<number, Decimal>

/** Characters of a printed number, after which a backslash and a newline come. */
const LINE_LENGTH = 68
/** Calls inside one another: far below what the engine's stack holds. */
const MAX_CALLS = 1000
const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  q: '"',
  r: '\r',
  t: '\t',
  '\\': '\\',
}

export class Interpreter {
  readonly #out: (text: string) => void
  readonly #hasLibrary: boolean
  readonly #variables = new Map<string, Decimal>()
  readonly #arrays = new Map<string, Numbers>()
  readonly #functions = new Map<string, Definition>()
  #scale = 0
  #ibase = 10
  #obase = 10
  #calls = 0

  constructor(out: (text: string) => void, hasLibrary: boolean) {
    this.#out = out
    this.#hasLibrary = hasLibrary
    if (hasLibrary) this.#scale = 20
  }

  run(statement: Statement): Flow {
    switch (statement.type) {
      case 'expression':
        this.#show(statement.value)
        return 'on'
      case 'string':
        this.#out(statement.text)
        return 'on'
      case 'print':
        for (const value of statement.values)
          this.#out(typeof value === 'string' ? unescaped(value) : this.#format(this.#value(value)))
        return 'on'
      case 'if':
        if (isTrue(this.#value(statement.test))) return this.run(statement.yes)
        return statement.no === undefined ? 'on' : this.run(statement.no)
      case 'while':
        return this.#loop(statement.test, statement.body, undefined)
      case 'for':
        if (statement.first !== undefined) this.#value(statement.first)
        return this.#loop(statement.test, statement.body, statement.next)
      case 'block':
        for (const one of statement.body) {
          const flow = this.run(one)
          if (flow !== 'on') return flow
        }
        return 'on'
      case 'return':
        throw new Returned(statement.value === undefined ? ZERO : this.#value(statement.value))
      case 'define':
        this.#functions.set(statement.definition.name, statement.definition)
        return 'on'
      case 'break':
      case 'continue':
        return statement.type
      case 'halt':
      case 'quit':
        throw new Halt()
      default:
        return statement satisfies never
    }
  }

  #loop(test: Expression | undefined, body: Statement, next: Expression | undefined): Flow {
    while (test === undefined || isTrue(this.#value(test))) {
      if (this.run(body) === 'break') break
      if (next !== undefined) this.#value(next)
    }
    return 'on'
  }

  /** An assignment is not printed. */
  #show(expression: Expression): void {
    const value = this.#value(expression)
    if (expression.type === 'assign') return
    this.#variables.set('last', value)
    this.#out(`${this.#format(value)}\n`)
  }

  #format(value: Decimal): string {
    const text = formatDecimal(value, this.#obase)
    const parts: string[] = []
    for (let at = 0; at < text.length; at += LINE_LENGTH) parts.push(text.slice(at, at + LINE_LENGTH))
    return parts.join('\\\n')
  }

  #value(expression: Expression): Decimal {
    switch (expression.type) {
      case 'number':
        return parseDecimal(expression.text, this.#ibase)
      case 'variable':
      case 'element':
        return this.#get(expression)
      case 'array':
        throw new ArithmeticError(`array ${expression.name} where a number is needed`)
      case 'group':
        return this.#value(expression.value)
      case 'call':
        return this.#call(expression.name, expression.args)
      case 'assign': {
        const operator = expression.operator.slice(0, -1)
        const given = this.#value(expression.value)
        const value = operator === '' ? given : this.#operate(operator, this.#get(expression.target), given)
        return this.#set(expression.target, value)
      }
      case 'step': {
        const before = this.#get(expression.target)
        const after = this.#set(expression.target, add(before, integer(expression.by)))
        return expression.isPrefix ? after : before
      }
      case 'unary': {
        const value = this.#value(expression.value)
        return expression.operator === '-' ? negate(value) : truth(!isTrue(value))
      }
      case 'binary':
        return this.#binary(expression)
      default:
        return expression satisfies never
    }
  }

  #binary(expression: Extract<Expression, { type: 'binary' }>): Decimal {
    const left = this.#value(expression.left)
    const right = this.#value(expression.right)
    if (expression.operator === '&&') return truth(isTrue(left) && isTrue(right))
    if (expression.operator === '||') return truth(isTrue(left) || isTrue(right))
    return this.#operate(expression.operator, left, right)
  }

  #operate(operator: string, a: Decimal, b: Decimal): Decimal {
    switch (operator) {
      case '+':
        return add(a, b)
      case '-':
        return subtract(a, b)
      case '*':
        return multiply(a, b, this.#scale)
      case '/':
        return divide(a, b, this.#scale)
      case '%':
        return remainder(a, b, this.#scale)
      case '^':
        return power(a, b, this.#scale)
      case '==':
        return truth(compare(a, b) === 0)
      case '!=':
        return truth(compare(a, b) !== 0)
      case '<':
        return truth(compare(a, b) < 0)
      case '<=':
        return truth(compare(a, b) <= 0)
      case '>':
        return truth(compare(a, b) > 0)
      default:
        return truth(compare(a, b) >= 0)
    }
  }

  #get(place: Place): Decimal {
    if (place.type === 'element') return this.#array(place.name).get(this.#index(place.index)) ?? ZERO
    if (place.name === 'scale') return integer(this.#scale)
    if (place.name === 'ibase') return integer(this.#ibase)
    if (place.name === 'obase') return integer(this.#obase)
    return this.#variables.get(place.name) ?? ZERO
  }

  #set(place: Place, value: Decimal): Decimal {
    const whole = Number(wholePart(value))
    if (place.type === 'element') this.#array(place.name).set(this.#index(place.index), value)
    else if (place.name === 'scale') this.#scale = Math.max(0, whole)
    else if (place.name === 'ibase') this.#ibase = Math.min(16, Math.max(2, whole))
    else if (place.name === 'obase') this.#obase = Math.max(2, whole)
    else this.#variables.set(place.name, value)
    return value
  }

  #index(expression: Expression): number {
    return Number(wholePart(this.#value(expression)))
  }

  #array(name: string): Numbers {
    const known = this.#arrays.get(name)
    if (known !== undefined) return known
    const made: Numbers = new Map()
    this.#arrays.set(name, made)
    return made
  }

  #call(name: string, args: readonly Expression[]): Decimal {
    const [first] = args
    if (first !== undefined && args.length === 1) {
      if (name === 'sqrt') return squareRoot(this.#value(first), this.#scale)
      if (name === 'scale') return integer(this.#value(first).scale)
      if (name === 'length')
        return integer(first.type === 'array' ? this.#array(first.name).size : lengthOf(this.#value(first)))
    }
    if (name === 'read') throw new ArithmeticError('read() is not supported here')
    const definition = this.#functions.get(name)
    if (definition !== undefined) return this.#callDefined(definition, args)
    const library = this.#hasLibrary ? LIBRARY.get(name) : undefined
    if (library === undefined) throw new ArithmeticError(`Function ${name} not defined.`)
    return library(
      args.map((arg) => this.#value(arg)),
      this.#scale,
    )
  }

  #callDefined(definition: Definition, args: readonly Expression[]): Decimal {
    if (args.length !== definition.parameters.length) throw new ArithmeticError('Parameter number mismatch')
    const values = definition.parameters.map((parameter, at) => this.#argument(parameter, args[at]))
    this.#calls += 1
    if (this.#calls > MAX_CALLS) throw new ArithmeticError('functions call one another too deeply')
    const restore = [...definition.parameters, ...definition.locals].map((one) => this.#hide(one))
    for (const bind of values) bind()
    try {
      this.run(definition.body)
      return ZERO
    } catch (error) {
      if (!(error instanceof Returned)) throw error
      return error.value
    } finally {
      this.#calls -= 1
      for (const undo of restore.reverse()) undo()
    }
  }

  /** Evaluated now, set when the function's own names are there. Arrays are copied. */
  #argument(parameter: Parameter, arg: Expression | undefined): () => void {
    if (arg === undefined) throw new ArithmeticError('Parameter number mismatch')
    if (parameter.isArray) {
      if (arg.type !== 'array') throw new ArithmeticError('Parameter type mismatch')
      const copy = new Map(this.#array(arg.name))
      return () => this.#arrays.set(parameter.name, copy)
    }
    const value = this.#value(arg)
    return () => this.#variables.set(parameter.name, value)
  }

  #hide({ name, isArray }: Parameter): () => void {
    if (isArray) {
      const before = this.#arrays.get(name) ?? new Map<number, Decimal>()
      this.#arrays.delete(name)
      return () => this.#arrays.set(name, before)
    }
    const before = this.#variables.get(name) ?? ZERO
    this.#variables.delete(name)
    return () => this.#variables.set(name, before)
  }
}

function isTrue(value: Decimal): boolean {
  return value.digits !== 0n
}

function truth(value: boolean): Decimal {
  return value ? ONE : ZERO
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (all, char: string) => ESCAPES[char] ?? all)
}
