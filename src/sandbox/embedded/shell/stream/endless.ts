/** `yes`, `seq` and `sleep`: commands that go on for as long as somebody wants them. */
import { command } from '../just-bash.ts'
import { runStream, streamCommand } from './command-stream.ts'
import { original } from './original.ts'

/** Letters of one piece: enough that the pieces cost nothing, little enough to end soon. */
const PIECE = 16_384

export const yesCommand = streamCommand('yes', async (args, stream, { host }) => {
  const words = args[0] === '--' ? args.slice(1) : args
  const line = `${words.length === 0 ? 'y' : words.join(' ')}\n`
  const piece = line.repeat(Math.max(1, Math.floor(PIECE / line.length)))
  for (;;) {
    await stream.text(piece)
    await host.tick()
  }
})

const WHOLE = /^-?\d{1,15}$/

export const seqCommand = command('seq', (args, context) => {
  if (args.length === 0 || args.length > 3 || !args.every((arg) => WHOLE.test(arg)))
    return original(context, args)
  const numbers = args.map(Number)
  const [first = 1, step = 1, last = 1] =
    numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers
  if (step === 0) return original(context, args)
  return runStream('seq', context, async (stream) => {
    let piece = ''
    for (let value = first; step > 0 ? value <= last : value >= last; value += step) {
      piece += `${value}\n`
      if (piece.length < PIECE) continue
      await stream.text(piece)
      await context.host.tick()
      piece = ''
    }
    if (piece !== '') await stream.text(piece)
    return 0
  })
})

const UNITS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 }

export const sleepCommand = streamCommand('sleep', async (args, stream, { host }) => {
  const operands = args[0] === '--' ? args.slice(1) : args
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
