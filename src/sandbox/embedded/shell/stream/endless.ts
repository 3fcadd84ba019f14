/** `yes` and `sleep`: commands that go on for as long as somebody wants them. */
import { parseOptions, type Syntax } from '../../../languages/option-parser.ts'
import { streamCommand } from './command-stream.ts'

const YES: Syntax = { name: 'yes', usage: 'yes [STRING]...', options: [] }
const SLEEP: Syntax = { name: 'sleep', usage: 'sleep NUMBER[SUFFIX]...', options: [] }
/** Letters of one piece: enough that the pieces cost nothing, little enough to end soon. */
const PIECE = 16_384

export const yesCommand = streamCommand('yes', async (args, stream, { host }) => {
  const words = parseOptions(YES, args).operands
  const line = `${words.length === 0 ? 'y' : words.join(' ')}\n`
  const piece = line.repeat(Math.max(1, Math.floor(PIECE / line.length)))
  for (;;) {
    await stream.text(piece)
    await host.tick()
  }
})

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 }

export const sleepCommand = streamCommand('sleep', async (args, stream, { host }) => {
  const { operands } = parseOptions(SLEEP, args)
  if (operands.length === 0) {
    stream.error("sleep: missing operand\nTry 'sleep --help' for more information.\n")
    return 1
  }
  let ms = 0
  for (const operand of operands) {
    const seconds = secondsOf(operand)
    if (seconds === undefined) {
      stream.error(`sleep: invalid time interval '${operand}'\nTry 'sleep --help' for more information.\n`)
      return 1
    }
    ms += seconds * 1000
  }
  const signal = await host.sleep(ms)
  return signal === undefined ? 0 : 128 + signal
})

/** Undefined for what is no time. */
export function secondsOf(text: string): number | undefined {
  if (/^inf(inity)?$/i.test(text)) return Number.POSITIVE_INFINITY
  const [, amount, unit = ''] = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(text) ?? []
  return amount === undefined ? undefined : Number(amount) * (UNITS[unit] ?? 1)
}
