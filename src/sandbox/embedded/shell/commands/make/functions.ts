/** Make's functions. */
import { MakeError } from './make-error.ts'
import type { Call, MakeFunction } from './expand.ts'
import { Variables } from './variables.ts'
import { fileOf, folderOf, patternSubstitute, stemOf, suffixOf, wordsOf } from './words.ts'

/** The arguments between commas, but not those in brackets; the last takes the rest. */
function split(text: string, most: number): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length && parts.length < most - 1; at += 1) {
    const char = text.charAt(at)
    if (char === '(' || char === '{') depth += 1
    else if (char === ')' || char === '}') depth -= 1
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** A function of expanded arguments. */
function simple(
  name: string,
  count: number,
  body: (args: string[], call: Call) => string | Promise<string>,
): [string, MakeFunction] {
  return [
    name,
    async (call) => {
      const args: string[] = []
      for (const part of split(call.text, count)) args.push(await call.expander.expand(part, call.variables))
      if (args.length < count && count < Infinity)
        throw new MakeError(`insufficient number of arguments (${args.length}) to function '${name}'`)
      return body(args, call)
    },
  ]
}

function each(name: string, body: (word: string) => string): [string, MakeFunction] {
  return simple(name, 1, ([text = '']) => wordsOf(text).map(body).join(' '))
}

function numberOf(text: string, name: string): number {
  if (!/^\s*\d+\s*$/.test(text))
    throw new MakeError(`non-numeric first argument to '${name}' function: '${text}'`)
  return Number(text)
}

function filter(patterns: string, text: string, keeps: boolean): string {
  const all = wordsOf(patterns)
  return wordsOf(text)
    .filter((word) => all.some((pattern) => stemOf(pattern, word) !== undefined) === keeps)
    .join(' ')
}

async function firstTrue(call: Call, stopsAtEmpty: boolean): Promise<string> {
  let value = ''
  for (const part of split(call.text, Infinity)) {
    value = await call.expander.expand(part.trim(), call.variables)
    if ((value === '') === stopsAtEmpty) return value
  }
  return value
}

async function choose(call: Call): Promise<string> {
  const [condition = '', yes = '', no = ''] = split(call.text, 3)
  const isTrue = (await call.expander.expand(condition.trim(), call.variables)) !== ''
  return call.expander.expand(isTrue ? yes : no, call.variables)
}

async function forEach(call: Call): Promise<string> {
  const [name = '', list = '', body = ''] = split(call.text, 3)
  const variable = (await call.expander.expand(name, call.variables)).trim()
  const results: string[] = []
  for (const value of wordsOf(await call.expander.expand(list, call.variables))) {
    const scope = new Variables(call.variables)
    scope.set(variable, { value, isRecursive: false, origin: 'automatic' })
    results.push(await call.expander.expand(body, scope))
  }
  return results.join(' ')
}

async function callVariable(call: Call): Promise<string> {
  const args: string[] = []
  for (const part of split(call.text, Infinity)) args.push(await call.expander.expand(part, call.variables))
  const name = (args[0] ?? '').trim()
  const builtIn = FUNCTIONS.get(name)
  if (builtIn !== undefined) return builtIn({ ...call, text: args.slice(1).join(',') })
  const scope = new Variables(call.variables)
  for (const [at, value] of [name, ...args.slice(1)].entries())
    scope.set(String(at), { value, isRecursive: false, origin: 'automatic' })
  // Its own name may occur in it: that is how such functions loop.
  return call.expander.expand(call.variables.get(name)?.value ?? '', scope)
}

/** `$(file >NAME,TEXT)`, `$(file >>NAME,TEXT)`, `$(file <NAME)`. */
function fileFunction([operation = '', text]: string[], { expander }: Call): string {
  const [, how, name = ''] = /^\s*(>>|>|<)\s*(.*?)\s*$/.exec(operation) ?? []
  if (how === undefined) throw new MakeError(`file: invalid file operation: ${operation}`)
  if (how === '<') return expander.surroundings.readFile(name).replace(/\n$/, '')
  const line = text === undefined ? '' : text.endsWith('\n') ? text : `${text}\n`
  expander.surroundings.writeFile(name, line, how === '>>')
  return ''
}

export const FUNCTIONS: ReadonlyMap<string, MakeFunction> = new Map<string, MakeFunction>([
  simple('subst', 3, ([from = '', to = '', text = '']) =>
    from === '' ? text + to : text.replaceAll(from, () => to),
  ),
  simple('patsubst', 3, ([from = '', to = '', text = '']) => patternSubstitute(from.trim(), to.trim(), text)),
  simple('strip', 1, ([text = '']) => wordsOf(text).join(' ')),
  simple('findstring', 2, ([part = '', text = '']) => (text.includes(part) ? part : '')),
  simple('filter', 2, ([patterns = '', text = '']) => filter(patterns, text, true)),
  simple('filter-out', 2, ([patterns = '', text = '']) => filter(patterns, text, false)),
  simple('sort', 1, ([text = '']) => [...new Set(wordsOf(text))].sort().join(' ')),
  simple('word', 2, ([at = '', text = '']) => wordsOf(text)[numberOf(at, 'word') - 1] ?? ''),
  simple('words', 1, ([text = '']) => String(wordsOf(text).length)),
  simple('wordlist', 3, ([from = '', to = '', text = '']) =>
    wordsOf(text)
      .slice(numberOf(from, 'wordlist') - 1, numberOf(to, 'wordlist'))
      .join(' '),
  ),
  simple('firstword', 1, ([text = '']) => wordsOf(text)[0] ?? ''),
  simple('lastword', 1, ([text = '']) => wordsOf(text).at(-1) ?? ''),
  each('dir', folderOf),
  each('notdir', fileOf),
  simple('suffix', 1, ([text = '']) =>
    wordsOf(text)
      .map(suffixOf)
      .filter((suffix) => suffix !== '')
      .join(' '),
  ),
  each('basename', (word) => word.slice(0, word.length - suffixOf(word).length)),
  simple('addsuffix', 2, ([suffix = '', text = '']) =>
    wordsOf(text)
      .map((word) => word + suffix)
      .join(' '),
  ),
  simple('addprefix', 2, ([prefix = '', text = '']) =>
    wordsOf(text)
      .map((word) => prefix + word)
      .join(' '),
  ),
  simple('join', 2, ([left = '', right = '']) => {
    const [one, other] = [wordsOf(left), wordsOf(right)]
    const count = Math.max(one.length, other.length)
    return Array.from({ length: count }, (_, at) => (one[at] ?? '') + (other[at] ?? '')).join(' ')
  }),
  simple('wildcard', 1, ([text = ''], { expander }) =>
    wordsOf(text)
      .flatMap((pattern) => expander.surroundings.wildcard(pattern))
      .join(' '),
  ),
  simple('realpath', 1, ([text = ''], { expander }) =>
    wordsOf(text)
      .flatMap((path) => expander.surroundings.realpath(path) ?? [])
      .join(' '),
  ),
  simple('abspath', 1, ([text = ''], { expander }) =>
    wordsOf(text)
      .map((path) => expander.surroundings.absolute(path))
      .join(' '),
  ),
  simple('error', 1, ([text = '']) => {
    throw new MakeError(text)
  }),
  simple('warning', 1, ([text = ''], { expander }) => {
    expander.surroundings.warn(text)
    return ''
  }),
  simple('info', 1, ([text = ''], { expander }) => {
    expander.surroundings.say(`${text}\n`)
    return ''
  }),
  simple('shell', 1, ([text = ''], { expander }) => expander.surroundings.shell(text)),
  simple('eval', 1, async ([text = ''], { expander }) => {
    await expander.surroundings.evaluate(text)
    return ''
  }),
  simple('value', 1, ([name = ''], { variables }) => variables.get(name.trim())?.value ?? ''),
  simple('origin', 1, ([name = ''], { variables }) => variables.get(name.trim())?.origin ?? 'undefined'),
  simple('flavor', 1, ([name = ''], { variables }) => {
    const variable = variables.get(name.trim())
    return variable === undefined ? 'undefined' : variable.isRecursive ? 'recursive' : 'simple'
  }),
  simple('file', Infinity, fileFunction),
  ['if', choose],
  ['or', (call) => firstTrue(call, false)],
  ['and', (call) => firstTrue(call, true)],
  ['foreach', forEach],
  ['call', callVariable],
])
