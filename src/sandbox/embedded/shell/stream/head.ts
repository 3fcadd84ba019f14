/** `head` of a pipe: it ends as soon as it has what it wants. Of files it is the command that reads them whole. */
import type { CustomCommand } from 'just-bash/browser'
import { command, type CommandContext } from '../just-bash.ts'
import { runStream, type CommandStream } from './command-stream.ts'

interface Amount {
  readonly unit: 'lines' | 'bytes'
  readonly count: number
}

const DEFAULT_LINES = 10
const NEWLINE = 10

/** `files`: the command for everything else. */
export function streamedHead(files: CustomCommand): CustomCommand {
  return command('head', (args, context) => {
    const amount = amountOf(args)
    if (context.feed.fd === null || amount === undefined) return executeOther(files, args, context)
    return runStream('head', context, (stream) => pass(stream, amount))
  })
}

function executeOther(files: CustomCommand, args: readonly string[], context: CommandContext) {
  if (!('execute' in files)) throw new Error('a command that is not loaded')
  // Our own commands take our own context, which the library's type does not name.
  return files.execute([...args], context as unknown as Parameters<typeof files.execute>[1])
}

async function pass(stream: CommandStream, { unit, count }: Amount): Promise<number> {
  for (let left = count; left > 0;) {
    const part = await stream.read()
    if (part.length === 0) break
    const { taken, counted } = unit === 'bytes' ? takeBytes(part, left) : takeLines(part, left)
    left -= counted
    await stream.write(part.subarray(0, taken))
    stream.unread(part.subarray(taken))
  }
  return 0
}

function takeBytes(part: Uint8Array, left: number): { taken: number; counted: number } {
  const taken = Math.min(part.length, left)
  return { taken, counted: taken }
}

function takeLines(part: Uint8Array, left: number): { taken: number; counted: number } {
  let at = 0
  let counted = 0
  while (counted < left) {
    const end = part.indexOf(NEWLINE, at)
    if (end < 0) return { taken: part.length, counted }
    at = end + 1
    counted += 1
  }
  return { taken: at, counted }
}

/** Undefined for anything but a plain number of lines or bytes of stdin. */
function amountOf(args: readonly string[]): Amount | undefined {
  const words = args.filter((arg) => arg !== '-q')
  if (words.length === 0) return { unit: 'lines', count: DEFAULT_LINES }
  const found = /^(?:-(?:n ?)?|--lines[= ]|-(c) ?|--(bytes)[= ])(\d+)$/.exec(words.join(' '))
  if (!found) return undefined
  return { unit: (found[1] ?? found[2]) ? 'bytes' : 'lines', count: Number(found[3]) }
}
