import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Egress } from '../../contract/egress.ts'
import { createMachine } from '../node/testing/run-program.ts'
import { createProcessOperations } from '../process/exec.ts'
import { ProcessTable } from '../process/process-table.ts'
import { LOADED_WORKERS } from '../process/testing/loaded-workers.ts'
import { patience } from '../../../testing/patience.ts'
import { slice } from '../../../testing/slice.ts'
import typed from '../shell/testing/typed-commands.json' with { type: 'json' }
import { createStandardVfs } from '../vfs/standard-tree.ts'
import { ASSETS_MEGABYTES } from './assets.ts'
import cases from './cpython-cases.json' with { type: 'json' }

interface Case {
  readonly name: string
  readonly command: string
  readonly files?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly stdout: string
  /** Compared where it is there. */
  readonly stderr?: string
  readonly code: number
}

/** The first process starts the interpreter from its files, which a busy machine takes long for. */
const TIMEOUT_MS = patience(120_000)

/**
 * How a program says that it has come so far: in one call, so that an interrupt comes after it. The object of an open
 * file would be closed when it is dropped, and there CPython itself forgets an interrupt without a word.
 */
const SAY_UP = 'import os; os.mkdir("up")'
const UNTIL_UP = 'until [ -e up ]; do sleep 0.05; done'

const machine = createMachine()
afterAll(() => machine.dispose())

/** The first process of the machine, which loads the interpreter: each test below can run alone. */
let first: Awaited<ReturnType<typeof run>> | undefined
beforeAll(async () => {
  first = await run(typedAlone.line)
}, TIMEOUT_MS)

const typedAlone = { line: '', stdout: '', ...typed.find(({ command }) => command === 'python3') }

const run = async (command: string, files: Readonly<Record<string, string>> = {}, stdin = '') => {
  // Each in an empty workspace of its own.
  for (const { name } of machine.vfs.readdir('/workspace')) machine.vfs.removeTree(`/workspace/${name}`)
  return machine.run({ command, files, stdin, timeoutMs: TIMEOUT_MS })
}

it('says how large it is before it is loaded, and no more when it was', async () => {
  const loading = `python3: loading Python, about ${ASSETS_MEGABYTES} MB, once …\n`
  const { line, stdout } = typedAlone
  expect(first).toEqual({ out: stdout, err: loading, exitCode: 0 })
  expect(await run(line)).toEqual({ out: stdout, err: '', exitCode: 0 })
})

describe('python3 does what CPython 3.13 has done (recorded)', () => {
  // The file is an array of these.
  it.each(slice(cases as readonly Case[], 10))(
    '$name',
    async ({ command, files, stdin, stdout, stderr, code }) => {
      const { out, err, exitCode } = await run(command, files, stdin)
      const said = stderr === undefined ? {} : { err }
      expect({ out, exitCode, ...said }).toEqual({
        out: stdout,
        exitCode: code,
        ...(stderr === undefined ? {} : { err: stderr }),
      })
    },
  )
})

describe('a process of python3', () => {
  it(
    'is in the table, and is interrupted where it computes and where it waits',
    { timeout: TIMEOUT_MS },
    async () => {
      const interrupted = async (program: string) => {
        const { out, err } = await run(
          `python3 a.py & ${UNTIL_UP}; ps -p $! -o args=; kill -INT $!; wait $!; echo $?`,
          { 'a.py': program },
        )
        return [out, err.trimEnd().split('\n').at(-1)]
      }
      expect(await interrupted(`${SAY_UP}\nwhile True: pass`)).toEqual([
        'python3 a.py\n130\n',
        'KeyboardInterrupt',
      ])
      expect(await interrupted(`import time; ${SAY_UP}\ntime.sleep(600)`)).toEqual([
        'python3 a.py\n130\n',
        'KeyboardInterrupt',
      ])
      expect(await interrupted(`import os; r, w = os.pipe(); ${SAY_UP}\nos.read(r, 1)`)).toEqual([
        'python3 a.py\n130\n',
        'KeyboardInterrupt',
      ])
    },
  )

  it('handles an interrupt and goes on', async () => {
    const program = `
import time
try:
    ${SAY_UP}; time.sleep(600)
except KeyboardInterrupt:
    print('tidied up')
`
    const command = `python3 a.py & ${UNTIL_UP}; kill -INT $!; wait $!; echo $?`
    expect(await run(command, { 'a.py': program })).toEqual({ out: 'tidied up\n0\n', err: '', exitCode: 0 })
  })

  it('is ended by signals that it does not handle, also in the middle of a long computation', async () => {
    const endBy = (signal: string, code: string) =>
      run(`python3 -c '${code}' & ${UNTIL_UP}; kill -${signal} $! 2>/dev/null; wait $! 2>/dev/null; echo $?`)
    expect((await endBy('TERM', `${SAY_UP}\nwhile True: pass`)).out).toBe('143\n')
    expect((await endBy('KILL', `${SAY_UP}\nwhile True: pass`)).out).toBe('137\n')
    // In C all the while, where no interrupt is looked for.
    expect((await endBy('INT', `${SAY_UP}\nprint(len(str(7 ** 10 ** 9)))`)).out).toBe('130\n')
  })

  it('ends with the time limit of its command', async () => {
    expect((await run(`timeout 3 python3 -c 'while True: pass'; echo $?`)).out).toBe('124\n')
  })

  it('does not fall with too much output, recursion or memory', { timeout: TIMEOUT_MS }, async () => {
    const files = {
      'far.py':
        'import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return n and 1 + f(n - 1)\nprint(f(20000))\n',
      'deep.py': 'import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()\n',
      'full.py': 'all = []\nwhile True: all.append(bytearray(1 << 26))\n',
    }
    const { out } = await run(
      `python3 -c 'while True: print("x" * 1000)' 2>/dev/null | head -c 3000000 | wc -c; python3 far.py; python3 deep.py 2>/dev/null || echo fell; python3 full.py 2>&1 | tail -n 1; python3 -c 'print("fine")'`,
      files,
    )
    expect(out).toBe('3000000\n20000\nfell\nMemoryError\nfine\n')
  })

  it('shares its files with node at once', async () => {
    const program = `
import subprocess
open('shared', 'w').write('from python')
print(subprocess.run(['node', '-e', 'console.log(fs.readFileSync("shared", "utf8")); fs.writeFileSync("shared", "from node"); fs.mkdirSync("made")'], capture_output=True, text=True).stdout)
import os
print(open('shared').read(), os.path.isdir('made'), os.stat('shared').st_mtime > 1e9)
`
    expect(await run('python3 a.py', { 'a.py': program })).toEqual({
      out: 'from python\n\nfrom node True True\n',
      err: '',
      exitCode: 0,
    })
  })
})

describe('what python3 has not', () => {
  it('is said', async () => {
    const program = `
import socket, threading, os, urllib.request, signal
def tell(f):
    try: f(); print('silence')
    except Exception as e: print(type(e).__name__, '|', e)
tell(socket.socket)
tell(threading.Thread(target=print).start)
tell(lambda: urllib.request.urlopen('http://example.test/'))
tell(lambda: signal.alarm(1))
`
    const { out } = await run('python3 a.py', { 'a.py': program })
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringContaining('Sockets are not available in this sandbox.'),
      expect.stringContaining('threads are not available in this sandbox.'),
      'URLError | <urlopen error This sandbox has no way to the network.>',
      expect.stringContaining('Timers that send signals are not available in this sandbox'),
    ])
    const { err, exitCode } = await run('python3 -m pip install requests')
    const ofTheShell = await run('pip install requests')
    expect([ofTheShell.err.slice(0, 52), ofTheShell.exitCode]).toEqual([
      'pip: packages cannot be installed in this sandbox. C',
      127,
    ])
    expect([err, exitCode]).toEqual([
      'python3: packages cannot be installed in this sandbox: pip is not there. Copy the sources of a pure-Python package into the workspace, and import it from there.\n',
      1,
    ])
    expect((await run(`python3 -c 'import numpy'`)).err).toContain(
      `ModuleNotFoundError: No module named 'numpy'\npython3: packages cannot be installed in this sandbox: 'numpy' is not there.`,
    )
    expect((await run('python3 -O -c 1')).err).toBe(
      'python3: the option -O is not available in this sandbox.\n',
    )
  })

  it('is all of it where its files cannot be loaded', async () => {
    const table = new ProcessTable({
      vfs: createStandardVfs(),
      workers: LOADED_WORKERS,
      unavailable: { python: 'not in this frame' },
      now: () => Date.now(),
    })
    const result = await createProcessOperations(table).exec({ id: 'job', command: 'python3 -V; echo $?' })
    table.dispose()
    expect(result).toMatchObject({
      ok: true,
      value: {
        stdout: new TextEncoder().encode('126\n'),
        stderr: new TextEncoder().encode('python3: not in this frame\n'),
      },
    })
  })
})

it('reaches the network through the gate', async () => {
  const asked: unknown[] = []
  const egress: Egress = {
    request: ({ url, method, headers, body }) => {
      asked.push([method, url, headers, body && new TextDecoder().decode(body)])
      const head = { type: 'response', status: 200, statusText: 'OK', url, unsent: [] } as const
      const answer = new Blob(['{"a": [1]}']).stream()
      return Promise.resolve({ ...head, headers: [['Content-Type', 'application/json']], body: answer })
    },
  }
  const table = new ProcessTable({
    vfs: createStandardVfs(),
    workers: LOADED_WORKERS,
    egress,
    now: () => Date.now(),
  })
  const program = `
import urllib.request, json
with urllib.request.urlopen('https://api.test/x') as r: print(r.status, r.headers['content-type'], json.load(r))
r = urllib.request.urlopen(urllib.request.Request('https://api.test/y', data=b'body', headers={'X-A': 'b'})); print(r.read())
`
  const result = await createProcessOperations(table).exec({
    id: 'job',
    command: 'python3',
    stdin: new TextEncoder().encode(program),
  })
  table.dispose()
  const { stdout, stderr } = result.ok ? result.value : {}
  expect([new TextDecoder().decode(stdout), new TextDecoder().decode(stderr)]).toEqual([
    `200 application/json {'a': [1]}\nb'{"a": [1]}'\n`,
    '',
  ])
  expect(asked).toEqual([
    ['GET', 'https://api.test/x', [['User-agent', 'Python-urllib/3.14']], undefined],
    ['POST', 'https://api.test/y', expect.arrayContaining([['X-a', 'b']]), 'body'],
  ])
})

it('asks a person at a terminal', async () => {
  const table = new ProcessTable({
    vfs: createStandardVfs(),
    workers: LOADED_WORKERS,
    now: () => Date.now(),
  })
  const operations = createProcessOperations(table)
  operations.openShell({ id: 'term', terminal: { columns: 90, rows: 20 } })
  const answers = ['Ada\n', 'x = 6 * 7\n', 'print(x)\n', 'exit()\n']
  let said = ''
  const command = `python3 -c 'import os, sys; print(sys.stdin.isatty(), os.get_terminal_size().columns); print("hello", input("name? "))'; python3 -q`
  await operations.exec({ id: 'line', command, shell: 'term' }, ({ data }) => {
    const text = new TextDecoder().decode(data)
    said += text
    const next = text.endsWith('? ') || text.endsWith('>>> ') ? answers.shift() : undefined
    if (next !== undefined)
      operations.writeShell('term', { type: 'bytes', data: new TextEncoder().encode(next) })
  })
  table.dispose()
  expect(said).toBe('True 90\nname? hello Ada\n>>> >>> 42\n>>> ')
})
