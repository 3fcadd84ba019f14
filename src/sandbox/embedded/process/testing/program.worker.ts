/** A program for the tests of the process table: what it does is named by its second argument. */
import { Errno } from '../../syscalls.ts'
import type { StdioSpec } from '../../syscalls.ts'
import { connectSyscalls } from '../channel-client.ts'
import type { SyscallClient } from '../channel-client.ts'
import type { FromProcess, ProcessStart, ToProcess } from '../protocol.ts'

interface Scope {
  onmessage: ((event: MessageEvent<ToProcess>) => void) | null
  postMessage(message: unknown): void
}

const scope = globalThis as unknown as Scope
const post = (message: FromProcess): void => scope.postMessage(message)
const text = (value: string) => new TextEncoder().encode(value)
let client: SyscallClient | undefined
let handlesSignals = false

scope.onmessage = ({ data }) => {
  if (data.type === 'start') {
    client = connectSyscalls(data.channel, post)
    void main(data.start, client)
  } else if (client?.receive(data)) return
  else if (data.type === 'signal' && handlesSignals) {
    post({ type: 'handled' })
    client?.syscalls.write(1, text(`got ${data.signal}\n`), null)
    post({ type: 'exit', status: { code: 42, signal: null } })
  }
}
post({ type: 'ready' })

async function main({ argv, cwd, env }: ProcessStart, own: SyscallClient): Promise<void> {
  const { syscalls, asyncSyscalls } = own
  // Started as `bash -c <what> …` by an exec, or with what to do as the first argument by another program.
  const [what = '', ...rest] = argv[1] === '-c' ? (argv[2] ?? '').split(' ') : argv.slice(1)
  const say = (line: string) => syscalls.write(1, text(`${line}\n`), null)
  let code = 0
  switch (what) {
    case 'echo':
      say(rest.join(' '))
      break
    case 'where':
      say(`${cwd} ${env['GREETING'] ?? ''}`)
      break
    case 'cat':
      for (let part = syscalls.read(0, 1000, null); part.length > 0; part = syscalls.read(0, 1000, null)) {
        syscalls.write(1, part, null)
      }
      break
    case 'files': {
      const big = new Uint8Array(5_000_000).map((_, index) => index * 7)
      syscalls.writeFile('/workspace/big', big)
      const back = syscalls.readFile('/workspace/big')
      const same = back.length === big.length && back.every((byte, index) => byte === big[index])
      const asynchronous = (await asyncSyscalls.readFile('/workspace/big')).length
      say(`${same} ${asynchronous} ${syscalls.stat('/workspace/big').size}`)
      break
    }
    case 'ahead':
      say(readWhileOthersWrite(own, { cwd, env }))
      break
    case 'write':
      syscalls.writeFile(rest[0] ?? '', text(rest[1] ?? ''))
      break
    case 'errno':
      try {
        syscalls.readFile('/nowhere')
      } catch (error) {
        say(JSON.stringify(error))
      }
      await asyncSyscalls.readFile('/nowhere').catch((error: unknown) => say(JSON.stringify(error)))
      break
    case 'flood': {
      const line = text(`${'x'.repeat(1023)}\n`)
      for (let count = 0; count < Number(rest[0]); count++) syscalls.write(1, line, null)
      break
    }
    case 'child': {
      const { pid, fds } = syscalls.spawn({
        argv: ['sh', ...rest],
        cwd,
        env,
        stdio: [{ type: 'null' }, { type: 'pipe' }, { type: 'inherit', fd: 2 }],
      })
      const out = new TextDecoder().decode(syscalls.read(fds[1] ?? -1, 1000, null))
      say(`child said ${out.trim()} and ended ${JSON.stringify(syscalls.wait(pid))}`)
      break
    }
    case 'bomb':
      code = spawnUntilRefused(own, { cwd, env })
      break
    case 'forks':
      return spawnForEver(own, { cwd, env })
    case 'refused':
      say(refusedSpawns(own, { cwd, env }))
      break
    case 'lie':
      return post({ type: 'exit', status: { code: 0, signal: null }, cwd: rest[0] ?? '' })
    case 'sleep':
      return
    case 'polite':
      handlesSignals = true
      say('waiting')
      return
    case 'spin':
      say('spinning')
      return spin()
    case 'garbage':
      for (const message of [
        null,
        7,
        {},
        { type: 'call' },
        { type: 'exit' },
        { type: 'call', id: 1, name: 'constructor', args: [] },
      ]) {
        scope.postMessage(message)
      }
      return
    case 'throw':
      setTimeout(() => {
        throw new Error('a fault of the program')
      })
      return
    default:
      code = 127
  }
  post({ type: 'exit', status: { code, signal: null }, cwd })
}

/** Reads file after file, of which another process changes one in between. Returns what it has read. */
function readWhileOthersWrite({ syscalls }: SyscallClient, place: Pick<ProcessStart, 'cwd' | 'env'>): string {
  const read = (name: string) => new TextDecoder().decode(syscalls.readFile(`/tmp/ahead/${name}`))
  syscalls.mkdir('/tmp/ahead', 0o755, true)
  for (const name of 'abcde') syscalls.writeFile(`/tmp/ahead/${name}`, text(name))
  const seen = [read('a'), read('b'), read('c')]
  const { pid } = syscalls.spawn({ argv: ['sh', 'write', '/tmp/ahead/d', 'new'], ...place, stdio: [] })
  syscalls.wait(pid)
  return [...seen, read('d'), read('e')].join(' ')
}

/** A bomb that goes on when it is refused. */
function spawnForEver(own: SyscallClient, place: Pick<ProcessStart, 'cwd' | 'env'>): never {
  for (;;) spawnUntilRefused(own, place)
}

/** Starts sleepers for ever; gives an exit code of its own when the kernel has had enough. */
function spawnUntilRefused({ syscalls }: SyscallClient, place: Pick<ProcessStart, 'cwd' | 'env'>): number {
  try {
    for (;;) syscalls.spawn({ argv: ['sh', 'sleep'], ...place, stdio: [] })
  } catch {
    return 11 // EAGAIN, which is what this is for
  }
}

/** Spawns that cannot be, each of which must leave every descriptor as it was. Returns how they fail. */
function refusedSpawns({ syscalls }: SyscallClient, place: Pick<ProcessStart, 'cwd' | 'env'>): string {
  const spawn = (argv: string[], ...stdio: StdioSpec[]) => {
    try {
      return String(syscalls.spawn({ argv, ...place, stdio }).fds)
    } catch (error) {
      return error instanceof Errno ? error.code : String(error)
    }
  }
  const pipe = { type: 'pipe' } as const
  const codes = [
    spawn(['sh', 'echo'], pipe, { type: 'inherit', fd: 1 }, { type: 'inherit', fd: 77 }),
    spawn(['nowhere'], pipe, { type: 'inherit', fd: 1 }),
  ]
  const opened: number[] = []
  try {
    for (;;) opened.push(syscalls.open('/dev/null', 0))
  } catch {
    // The table is full, which is what this is for.
  }
  syscalls.close(opened.pop() ?? -1)
  codes.push(spawn(['sh', 'echo'], pipe, pipe))
  // The one free place is still free, and nothing else has become so.
  return [...codes, syscalls.open('/dev/null', 0) === opened.length + 3, spawn(['sh', 'echo'], pipe)].join(
    ' ',
  )
}

function spin(): never {
  for (;;);
}
