/** All that a program may use without defining it. */
import { matchRegex, namedCaptures, regexArguments, testRegex } from './regex.ts'
import type { Form, Native, Resolver } from './calls.ts'
import { COLLECTIONS } from './collections.ts'
import { dateFunctions } from './dates.ts'
import { DEFINITIONS } from './definitions.ts'
import { many, single } from './filter.ts'
import { textOf } from './formats.ts'
import { FORMS } from './forms.ts'
import { Halt, JqError } from './jq-error.ts'
import { toText } from './json-text.ts'
import { MATH } from './math.ts'
import { parseProgram } from './parser.ts'
import type { Definition } from './syntax-tree.ts'
import { TEXTS } from './texts.ts'
import { numberOf, type Value } from './value.ts'

/** Interface between a program and the command that runs it. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string>>
  /** `$name`, without `$ENV`. */
  readonly variables: ReadonlyMap<string, Value>
  readonly searchPath: readonly string[]
  readonly now: () => number
  /** Undefined: there are no more. */
  readonly nextInput: () => Value | undefined
  readonly inputName: () => string | null
  readonly inputLine: () => number
  readonly writeError: (text: string) => void
}

const REGEX: Readonly<Record<string, Native>> = {
  'test/1': (value, given = null) => testRegex(value, ...regexArguments(given)),
  'test/2': (value, pattern = null, flags = null) => testRegex(value, pattern, flags),
  '_match/1': (value, given = null) => matchRegex(value, ...regexArguments(given)),
  '_match/2': (value, pattern = null, flags = null) => matchRegex(value, pattern, flags),
  '_captures/0': namedCaptures,
}

export function libraryFor(around: Surroundings): Resolver {
  const env = new Map(Object.entries(around.env))
  const natives: Readonly<Record<string, Native>> = {
    ...MATH,
    ...TEXTS,
    ...COLLECTIONS,
    ...REGEX,
    ...dateFunctions(around.env['TZ'], around.now),
    'env/0': () => env,
    'input_filename/0': () => around.inputName(),
    'input_line_number/0': () => around.inputLine(),
    'get_search_list/0': () => around.searchPath,
    'have_decnum/0': () => true,
    'have_literal_numbers/0': () => true,
    'builtins/0': () => [...names].filter((name) => !name.startsWith('_')),
  }
  const forms: Readonly<Record<string, Form>> = { ...FORMS, ...inputForms(around) }
  const names = new Set([...Object.keys(natives), ...Object.keys(forms), ...definitions().keys()])
  return {
    native: (name) => (Object.hasOwn(natives, name) ? natives[name] : undefined),
    form: (name) => (Object.hasOwn(forms, name) ? forms[name] : undefined),
    definition: (name) => definitions().get(name)?.(),
    variable: (name) => {
      if (name === 'ENV') return () => env
      const value = around.variables.get(name)
      return value === undefined ? undefined : () => value
    },
  }
}

function inputForms(around: Surroundings): Readonly<Record<string, Form>> {
  return {
    'input/0': () =>
      many((_, __, emit) => {
        const value = around.nextInput()
        if (value === undefined) throw new JqError('break')
        emit(value)
      }),
    'inputs/0': () =>
      many((_, __, emit) => {
        for (let value = around.nextInput(); value !== undefined; value = around.nextInput()) emit(value)
      }),
    'debug/0': () => telling((value) => `["DEBUG:",${toText(value)}]\n`, around),
    'stderr/0': () => telling(textOf, around),
    'halt/0': () =>
      many(() => {
        throw new Halt(0, '')
      }),
    'halt_error/1': (code) =>
      many((value, env) =>
        code?.each(value, env, (given) => {
          const number = numberOf(given)
          if (number === undefined) throw new JqError('halt_error/1: number required')
          throw new Halt(number, haltText(value))
        }),
      ),
  }
}

function telling(text: (value: Value) => string, around: Surroundings): ReturnType<Form> {
  return {
    ...single((value) => {
      around.writeError(text(value))
      return value
    }),
    places: (place, _, emit) => {
      around.writeError(text(place.value))
      emit(place)
    },
  }
}

function haltText(value: Value): string {
  if (typeof value === 'string') return value
  return value === null ? '' : `${toText(value)}\n`
}

let parsed: ReadonlyMap<string, () => Definition> | undefined

/** By name and number of arguments; each is parsed when it is asked for. */
function definitions(): ReadonlyMap<string, () => Definition> {
  parsed ??= new Map(
    DEFINITIONS.map((source) => {
      const [, name = '', params] = /^def (\w+)(?:\(([^)]*)\))?:/.exec(source) ?? []
      const count = params === undefined ? 0 : params.split(';').length
      let definition: Definition | undefined
      return [
        `${name}/${count}`,
        () => {
          definition ??= parseProgram(source).definitions[0]
          if (definition === undefined) throw new Error(`${name} is not a definition`)
          return definition
        },
      ]
    }),
  )
  return parsed
}
