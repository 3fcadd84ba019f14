/** A shell with a terminal, with real programs at it. */
import { afterEach, expect, test } from 'vitest'
import type { SandboxEvent } from '../../contract/contract.ts'
import { NO_EGRESS, type Egress } from '../../contract/egress.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'
import { createProcessOperations } from './exec.ts'
import { ProcessTable } from './process-table.ts'
import { LOADED_WORKERS } from './testing/loaded-workers.ts'

const tables: ProcessTable[] = []

afterEach(() => {
  for (const table of tables.splice(0)) table.dispose()
})

const bytes = (value: string) => new TextEncoder().encode(value)
const text = (value: Uint8Array | undefined) => new TextDecoder().decode(value)

function setUp(files: Readonly<Record<string, string>> = {}, egress: Egress = NO_EGRESS) {
  const vfs = createStandardVfs()
  for (const [path, content] of Object.entries(files)) vfs.writeFile(path, bytes(content))
  const table = new ProcessTable({
    vfs,
    workers: LOADED_WORKERS,
    now: () => Date.now(),
    egress,
  })
  tables.push(table)
  const operations = createProcessOperations(table)
  const events: SandboxEvent[] = []
  operations.onShell((event) => events.push(event))
  const size = { columns: 100, rows: 30 }
  expect(operations.openShell({ id: 'term', terminal: size, history: ['before'] })).toMatchObject({
    ok: true,
  })
  const run = async (command: string, onText: (text: string) => void = () => undefined) => {
    const result = await operations.exec({ id: 'line', command, shell: 'term' }, ({ data }) =>
      onText(text(data)),
    )
    if (!result.ok) throw new Error(result.error.message)
    const { stdout, stderr, exitCode, unread } = result.value
    return { out: text(stdout), err: text(stderr), exitCode, unread: text(unread) }
  }
  const type = (typed: string) => operations.writeShell('term', { type: 'bytes', data: bytes(typed) })
  return { operations, events, run, type }
}

test('what is typed goes to the program that reads, line by line, and its end ends one reader', async () => {
  const { operations, run, type } = setUp()
  expect(type('early\n')).toMatchObject({ error: { kind: 'not_permitted' } })
  const reading = run('echo name?; read -r name; echo "<$name>"; cat; echo ended', (said) => {
    if (said.includes('name?')) type('Ada\n')
    if (said.includes('<Ada>')) {
      type('one\n')
      type('two\n')
      operations.writeShell('term', { type: 'end' })
    }
  })
  expect(await reading).toEqual({ out: 'name?\n<Ada>\none\ntwo\nended\n', err: '', exitCode: 0, unread: '' })
  const again = run('echo go; cat', (said) => {
    if (!said.includes('go')) return
    type('again\n')
    operations.writeShell('term', { type: 'end' })
  })
  expect((await again).out).toBe('go\nagain\n')
})

test('what nobody has read comes back, and a reader that was interrupted takes nothing more', async () => {
  const { operations, run, type } = setUp()
  const slept = run('read -r first; echo "$first"; sleep 0.3', () => type('git status\n'))
  type('x\n')
  expect(await slept).toMatchObject({ out: 'x\n', unread: 'git status\n' })
  const cut = run('echo up; cat', () => operations.kill('line', 'SIGINT'))
  expect((await cut).exitCode).toBe(130)
  const next = run('echo up; read -r line; echo "<$line>"', (said) => {
    if (said.includes('up')) type('whole\n')
  })
  expect((await next).out).toBe('up\n<whole>\n')
})

test('node sees a terminal of that size, reads its lines, and gets single keys when it asks for them', async () => {
  const { operations, events, run, type } = setUp({
    '/workspace/tty.js': `
      console.log([process.stdin.isTTY, process.stdout.isTTY, process.stdout.columns, process.stdout.getColorDepth()].join(' '))
      process.stdin.once('data', (line) => {
        process.stdout.write(JSON.stringify(String(line)))
        process.stdin.setRawMode(true)
        process.stdin.once('data', (key) => {
          console.log(String(key) + ' ' + process.stdin.isRaw)
          process.exit()
        })
        console.log('raw')
      })
      console.log('ready')`,
  })
  operations.writeShell('term', { type: 'size', columns: 120, rows: 40 })
  const ran = await run('node tty.js; echo $COLUMNS', (said) => {
    if (said.includes('ready')) type('line\n')
    if (said.includes('raw')) type('k')
  })
  expect([ran.out, ran.err]).toEqual(['true true 120 24\nready\n"line\\n"raw\nk true\n120\n', ''])
  expect(events.filter(({ type }) => type === 'shell_mode')).toEqual([
    { type: 'shell_mode', shell: 'term', raw: true },
    { type: 'shell_mode', shell: 'term', raw: false },
  ])
})

test('a program that runs is told that its terminal has another size, and one that does not care goes on', async () => {
  const { operations, run } = setUp({
    '/workspace/resize.js': `
      process.stdout.on('resize', () => {
        console.log(process.stdout.columns + ' × ' + process.stdout.rows)
        process.exit()
      })
      setInterval(() => {}, 1000)
      console.log('ready')`,
  })
  const resize = (columns: number) =>
    expect(operations.writeShell('term', { type: 'size', columns, rows: 40 }).ok).toBe(true)
  const ran = await run(
    'node resize.js; echo up; sleep 0.2; node -e "setTimeout(() => {}, 200)"; echo on; echo $COLUMNS',
    (said) => {
      if (said.includes('ready')) resize(90)
      if (said.includes('up')) resize(80)
    },
  )
  expect(ran).toMatchObject({ out: 'ready\n90 × 40\nup\non\n100\n', err: '', exitCode: 0 })
})

test('a program waits for the screen, and is interrupted while it does', async () => {
  const { operations } = setUp()
  let shown = 0
  const flood = operations.exec({ id: 'flood', command: 'yes', shell: 'term' }, ({ data }) => {
    shown += data.length
    return new Promise(() => undefined)
  })
  await expect.poll(() => shown).toBe(131_072)
  // A program that is begun after it has its output seen before anything more of the flood is.
  expect(await operations.exec({ id: 'other', command: 'seq 20000 | tail -n 1' })).toMatchObject({
    value: { stdout: bytes('20000\n') },
  })
  expect(shown).toBe(131_072)
  operations.kill('flood', 'SIGINT')
  expect(await flood).toMatchObject({ value: { exitCode: 130 } })
})

test('a job in the background is heard at the prompt, and the shell knows the lines before it', async () => {
  const { events, run } = setUp()
  expect((await run('(sleep 0.2; echo from the job) & history')).out).toMatch(/1 {2}before\n/)
  const heard = () => events.map((event) => (event.type === 'shell_output' ? text(event.data) : '')).join('')
  await expect.poll(heard).toContain('from the job\n')
})

test('`node` alone is the prompt of Node, which keeps what a line declares', async () => {
  const { run, type } = setUp()
  const asking = run('node', (said) => {
    if (said.includes('for more information.')) type('const a = 20\n')
    else if (said.includes('undefined')) type('await Promise.resolve(a + 3)\n')
    else if (said.includes('23')) type('.exit\n')
  })
  const { out, exitCode } = await asking
  expect([out.includes('23'), exitCode]).toEqual([true, 0])
})

test('what a line asks the network for is told apart from what the next line asks for, whichever process asks', async () => {
  const runs: string[] = []
  const egress: Egress = {
    request: ({ initiator }) => {
      runs.push(initiator.run)
      return Promise.resolve({ type: 'refused', message: 'No.' })
    },
  }
  const files = { '/workspace/get.js': `fetch('https://a.test/')` }
  const { run } = setUp(files, egress)
  const line = 'node get.js; curl -s https://a.test/ & wait; node get.js'
  await run(line)
  await run(line)
  const [first, , , second] = runs
  expect(runs).toEqual([first, first, first, second, second, second])
  expect(first).not.toBe(second)
})
