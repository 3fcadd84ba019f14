/** `date`: the time now, or another, in any form. */
import { resolve } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import { shownNow } from '../../../process/realm-moment.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { formatDate } from './format-date.ts'
import { parseDate } from './parse-date.ts'
import { UTC, zoneOf, type Zone } from './zone.ts'

const SYNTAX: Syntax = {
  name: 'date',
  usage: 'date [OPTION]... [+FORMAT]',
  options: [
    'd,date=',
    'debug',
    'f,file=',
    'I,iso-8601=?',
    'resolution',
    'R,rfc-email,rfc-2822',
    'rfc-3339=',
    'r,reference=',
    's,set=',
    'u,utc,universal',
  ],
}
const DEFAULT = '%a %b %e %H:%M:%S %Z %Y'
const ISO: Readonly<Record<string, string>> = {
  date: '%Y-%m-%d',
  hours: '%Y-%m-%dT%H%:z',
  minutes: '%Y-%m-%dT%H:%M%:z',
  seconds: '%Y-%m-%dT%H:%M:%S%:z',
  ns: '%Y-%m-%dT%H:%M:%S,%N%:z',
}

export const date = streamTool(SYNTAX, async (run) => {
  const { options } = run
  if (options.has('s')) throw new CommandError('cannot set date: Operation not permitted')
  if (options.has('debug')) throw new CommandError('--debug is not supported here')
  const [operand, extra] = options.operands
  if (extra !== undefined) throw run.misuse(`extra operand '${extra}'`)
  if (operand !== undefined && !operand.startsWith('+')) {
    if (/^\d{8,12}(\.\d\d)?$/.test(operand))
      throw new CommandError('cannot set date: Operation not permitted')
    throw new CommandError(`invalid date '${operand}'`)
  }
  if (options.has('resolution')) return run.out('0.001000000\n')
  const zone = options.has('u') ? UTC : zoneOf(run.context.env.get('TZ'))
  const format = formatOf(run, operand)
  const print = (ms: number): Promise<void> => run.out(`${formatDate(format, ms, zone)}\n`)
  const file = options.value('f')
  if (file === undefined) return print(timeOf(run, zone))
  for (const line of (await run.text(file)).replace(/\n$/, '').split('\n')) {
    const ms = parseDate(line, { zone })
    if (ms === undefined) run.complain(`invalid date '${line}'`)
    else await print(ms)
  }
})

function formatOf(run: StreamRun, operand: string | undefined): string {
  const { options } = run
  const kinds = ['I', 'R', 'rfc-3339'].filter((name) => options.has(name))
  if (kinds.length + (operand === undefined ? 0 : 1) > 1)
    throw run.misuse('multiple output formats specified')
  if (operand !== undefined) return operand.slice(1)
  const [kind] = kinds
  if (kind === undefined) return DEFAULT
  if (kind === 'R') return '%a, %d %b %Y %H:%M:%S %z'
  const detail = options.value(kind) ?? 'date'
  const name = Object.keys(ISO).find((known) => known.startsWith(detail))
  const format = ISO[name ?? '']
  if (format === undefined || (kind === 'rfc-3339' && !/^(date|seconds|ns)$/.test(name ?? '')))
    throw run.misuse(`invalid argument '${detail}' for '--${kind === 'I' ? 'iso-8601' : kind}'`)
  return kind === 'I' ? format : format.replace('T', ' ').replace(',', '.')
}

function timeOf({ options, context }: StreamRun, zone: Zone): number {
  const reference = options.value('r')
  if (reference !== undefined) {
    try {
      return context.host.kernel.syscalls.stat(context.host.realPath(resolve(reference, context.cwd))).mtimeMs
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`${reference}: ${errnoSentence(error)}`)
    }
  }
  const given = options.value('d')
  if (given === undefined) return shownNow()
  // Nothing at all is today's midnight.
  const ms = parseDate(given.trim() === '' ? 'today 00:00' : given, { zone, now: shownNow() })
  if (ms === undefined) throw new CommandError(`invalid date '${given}'`)
  return ms
}
