/** `match` and what is made of it. */
import { RegexError } from '../regex/regex-error.ts'
import { describe } from './describe.ts'
import { JqError } from './jq-error.ts'
import { regexSource } from './regex-source.ts'
import { isArray, kindOf, lettersOf, type Value } from './value.ts'

interface Expression {
  readonly regex: RegExp
  readonly isGlobal: boolean
  readonly skipsEmpty: boolean
  readonly helpers: ReadonlySet<string>
}

/** Expressions that are kept. */
const MAX_KEPT = 200
const kept = new Map<string, Expression>()
const PAIRS = /[\ud800-\udfff]/

function compileRegex(pattern: string, flags: string): Expression {
  const key = `${flags}/${pattern}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = makeRegex(pattern, flags)
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, made)
  return made
}

function makeRegex(pattern: string, flags: string): Expression {
  if (/[^gilnpsx]/.test(flags)) throw new JqError(`${flags} is not a valid modifier string`)
  if (flags.includes('l')) throw new JqError('the modifier l (the longest match) is not supported here')
  try {
    const dotAll = flags.includes('p')
    const { source, ignoreCase, helpers } = regexSource(pattern, { isExtended: flags.includes('x'), dotAll })
    const regex = new RegExp(source, ignoreCase || flags.includes('i') ? 'dgvi' : 'dgv')
    return {
      regex,
      isGlobal: flags.includes('g'),
      skipsEmpty: flags.includes('n'),
      helpers: new Set(helpers),
    }
  } catch (error) {
    if (!(error instanceof RegexError) && !(error instanceof SyntaxError)) throw error
    throw new JqError(`Regex failure: ${error.message}`)
  }
}

interface Request {
  readonly text: string
  readonly expression: Expression
}

function requestOf(value: Value, pattern: Value, flags: Value): Request {
  if (typeof value !== 'string')
    throw new JqError(`${describe(value)} cannot be matched, as it is not a string`)
  if (typeof pattern !== 'string')
    throw new JqError(`${describe(pattern)} cannot be matched, as it is not a string`)
  if (flags !== null && typeof flags !== 'string') throw new JqError(`${describe(flags)} is not a string`)
  return { text: value, expression: compileRegex(pattern, flags ?? '') }
}

function* matchesOf({ text, expression }: Request): Generator<RegExpExecArray> {
  for (const found of text.matchAll(expression.regex)) {
    if (expression.skipsEmpty && found[0] === '') continue
    yield found
    if (!expression.isGlobal) return
  }
}

export function testRegex(value: Value, pattern: Value, flags: Value): boolean {
  return matchesOf(requestOf(value, pattern, flags)).next().done !== true
}

/** The objects that `match` gives. */
export function matchRegex(value: Value, pattern: Value, flags: Value): readonly Value[] {
  const request = requestOf(value, pattern, flags)
  const hasPairs = PAIRS.test(request.text)
  const letters = (from: number, to: number): number =>
    hasPairs ? lettersOf(request.text.slice(from, to)).length : to - from
  return [...matchesOf(request)].map((found) => {
    const names = new Map<number, string>()
    const places: readonly ([number, number] | undefined)[] = found.indices ?? []
    for (const [name, place] of Object.entries(found.indices?.groups ?? {})) {
      const at = places.findIndex((one, number) => number > 0 && one === place && !names.has(number))
      names.set(at, name)
    }
    const ordered = namesInOrder(request.expression.regex)
    const captures: Value[] = []
    for (let at = 1; at < found.length; at += 1) {
      const name = ordered[at - 1] ?? null
      if (name !== null && request.expression.helpers.has(name)) continue
      const place = places[at]
      captures.push(place === undefined ? missing(name) : part(place, name))
    }
    const whole: [number, number] = [found.index, found.index + found[0].length]
    return new Map<string, Value>([...part(whole, undefined), ['captures', captures]])
  })

  function part([from, to]: readonly [number, number], name: string | null | undefined): Map<string, Value> {
    const entries: [string, Value][] = [
      ['offset', letters(0, from)],
      ['length', letters(from, to)],
      ['string', request.text.slice(from, to)],
    ]
    if (name !== undefined) entries.push(['name', name])
    return new Map(entries)
  }
}

function missing(name: string | null): Value {
  return new Map<string, Value>([
    ['offset', -1],
    ['string', null],
    ['length', 0],
    ['name', name],
  ])
}

const groupNames = new WeakMap<RegExp, readonly (string | null)[]>()

/** Name of each capturing group. */
function namesInOrder(regex: RegExp): readonly (string | null)[] {
  const known = groupNames.get(regex)
  if (known !== undefined) return known
  const names: (string | null)[] = []
  let depth = 0
  for (const found of regex.source.matchAll(/\\[^]|\[|\]|\((?:\?<(?![=!])([^>]+)>|(?!\?))/g)) {
    if (found[0] === '[') depth += 1
    else if (found[0] === ']') depth -= 1
    else if (found[0].startsWith('(') && depth === 0) names.push(found[1] ?? null)
  }
  groupNames.set(regex, names)
  return names
}

/** `test(["a", "i"])` and the like. */
export function regexArguments(given: Value): readonly [pattern: Value, flags: Value] {
  if (typeof given === 'string') return [given, null]
  if (isArray(given) && given.length > 0) return [given[0] ?? null, given[1] ?? null]
  throw new JqError(`${kindOf(given)} not a string or array`)
}

/** The named groups of a match. */
export function namedCaptures(match: Value): Value {
  const object = new Map<string, Value>()
  const captures = match instanceof Map ? match.get('captures') : undefined
  for (const capture of isArray(captures ?? null) ? [captures ?? []].flat() : []) {
    if (!(capture instanceof Map)) continue
    const name = capture.get('name')
    if (typeof name === 'string') object.set(name, capture.get('string') ?? null)
  }
  return object
}
