/** The page's `console`, read along. What it writes stays where the browser's own tools show it. */
import { formatWithOptions, inspect } from 'node-inspect-extracted'
import type { PageLine } from '../../../page/page-report.ts'
import { callerOf, ownStack } from './addresses.ts'
import type { Reporter } from './reporter.ts'

const INSPECT = { depth: 3, maxArrayLength: 100, maxStringLength: 10_000, breakLength: 100 }
/** Columns that a group moves its lines to the right. */
const GROUP_INDENT = 2
/** Causes of causes that are told. */
const MAX_CAUSES = 5

const LEVELS = [
  ['debug', 'debug'],
  ['log', 'info'],
  ['info', 'info'],
  ['dir', 'info'],
  ['dirxml', 'info'],
  ['table', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
] as const satisfies readonly (readonly [keyof Console, PageLine['level']])[]

/** Says what `console` gets, in words, from now on. */
export function readConsole(reporter: Reporter, own: Console = console): void {
  let groups = 0
  const counts = new Map<string, number>()
  const timers = new Map<string, number>()
  const say = (level: PageLine['level'], values: readonly unknown[], note = ''): void => {
    const at = reporter.hasRoom ? callerOf(new Error().stack) : undefined
    reporter.say(level, () => indent(note + textOf(values), groups * GROUP_INDENT), at)
  }
  const along = <Name extends keyof Console>(name: Name, read: (values: readonly unknown[]) => void) => {
    const native = own[name]
    const method = (...values: unknown[]): void => {
      Reflect.apply(native, own, values)
      // An unreadable value must not break the page's own call.
      try {
        read(values)
      } catch (error) {
        reporter.say('info', () => `A line of the console could not be read: ${String(error)}`, undefined)
      }
    }
    Object.defineProperty(own, name, { value: method, configurable: true, writable: true, enumerable: true })
  }
  for (const [name, level] of LEVELS) along(name, (values) => say(level, values))
  along('assert', ([condition, ...values]) => {
    if (!condition) say('error', values, values.length === 0 ? 'Assertion failed' : 'Assertion failed: ')
  })
  along('trace', (values) => {
    const stack = ownStack(new Error().stack ?? '')
    say('debug', values, `Trace${values.length === 0 ? '' : ': '}`)
    reporter.say('debug', () => stack.replace(/^.*\n/, ''), undefined)
  })
  const group = (values: readonly unknown[]): void => {
    if (values.length > 0) say('info', values)
    groups += 1
  }
  along('group', group)
  along('groupCollapsed', group)
  along('groupEnd', () => void (groups = Math.max(0, groups - 1)))
  along('count', ([label = 'default']) => {
    const count = (counts.get(String(label)) ?? 0) + 1
    counts.set(String(label), count)
    say('info', [], `${String(label)}: ${count}`)
  })
  along('countReset', ([label = 'default']) => void counts.delete(String(label)))
  const passed = (label: unknown): string => {
    const start = timers.get(String(label))
    return start === undefined ? 'no such timer' : `${(performance.now() - start).toFixed(1)} ms`
  }
  along('time', ([label = 'default']) => void timers.set(String(label), performance.now()))
  along('timeLog', ([label = 'default', ...values]) =>
    say('info', values, `${String(label)}: ${passed(label)}${values.length === 0 ? '' : ' '}`),
  )
  along('timeEnd', ([label = 'default']) => {
    say('info', [], `${String(label)}: ${passed(label)}`)
    timers.delete(String(label))
  })
}

/** As a console shows it: a first text may be a format, texts stand as they are, all else is inspected without calling it. */
function textOf(values: readonly unknown[]): string {
  const shown = values.map((value) =>
    value instanceof Error || value instanceof Node ? worded(value) : value,
  )
  return formatWithOptions(INSPECT, ...shown)
}

/** Any thrown or logged value in words. */
export function worded(value: unknown, causes = MAX_CAUSES): string {
  if (value instanceof Error) {
    const { stack = '' } = value
    const said = stack.includes(value.message) ? stack : `${value.name}: ${value.message}\n${stack}`
    const isTold = value.cause !== undefined && causes > 0
    const cause = isTold ? `\nCaused by: ${worded(value.cause, causes - 1)}` : ''
    return ownStack(said) + cause
  }
  if (value instanceof Element) {
    const { outerHTML, innerHTML } = value
    return innerHTML === '' ? outerHTML : outerHTML.replace(innerHTML, '…')
  }
  if (value instanceof Node) return value.nodeName
  return typeof value === 'string' ? value : inspect(value, INSPECT)
}

function indent(text: string, columns: number): string {
  return columns === 0 ? text : text.replace(/^/gm, ' '.repeat(columns))
}
