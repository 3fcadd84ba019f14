/** The shell as the kernel runs it: real processes, real pipes, real programs. */
import { afterEach, expect, test } from 'vitest'
import { nodeWorkerUrl } from '../node/assets.ts'
import { createProcessOperations } from '../process/exec.ts'
import { ProcessTable } from '../process/process-table.ts'
import type { ProgramKind } from '../process/protocol.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'

const tables: ProcessTable[] = []

afterEach(() => {
  for (const table of tables.splice(0)) table.dispose()
})

function setUp(files: Readonly<Record<string, string>> = {}) {
  const vfs = createStandardVfs()
  for (const [path, text] of Object.entries(files)) {
    vfs.mkdir(path.slice(0, path.lastIndexOf('/')), 0o755, true)
    vfs.writeFile(path, new TextEncoder().encode(text), 0o755)
  }
  const table = new ProcessTable({ vfs, createWorker, now: () => Date.now() })
  tables.push(table)
  const operations = createProcessOperations(table)
  const run = async (command: string, onOutput?: (text: string) => void) => {
    const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
    const result = await operations.exec({ id: 'job', command, timeoutMs: 30_000 }, (chunk) =>
      onOutput?.(decode(chunk.data)),
    )
    if (!result.ok) throw new Error(result.error.message)
    const { stdout, stderr, exitCode, cwd, signal } = result.value
    return { out: decode(stdout), err: decode(stderr), exitCode, cwd, signal }
  }
  return { run, operations }
}

function createWorker(kind: ProgramKind): Worker {
  if (kind === 'node') return new Worker(nodeWorkerUrl(), { name: kind })
  return new Worker(new URL('./shell.worker.ts', import.meta.url), { type: 'module', name: kind })
}

const PACKAGE = JSON.stringify({
  name: 'pkg',
  version: '1.0.0',
  scripts: { test: 'node test.js', pretest: 'echo first' },
})

test('builtins, pipes, files and the last directory', async () => {
  const { run } = setUp()
  const result = await run('mkdir -p a && cd a && seq 3 | tac > f && cat f && ls -a | wc -l; exit 3')
  expect(result).toEqual({
    out: '3\n2\n1\n3\n',
    err: '',
    exitCode: 3,
    cwd: '/workspace/a',
    signal: undefined,
  })
})

test('npm test runs node, streams, and ends with its code', async () => {
  const { run } = setUp({
    '/workspace/package.json': PACKAGE,
    '/workspace/test.js':
      'console.log("testing", process.argv[2], process.env.npm_lifecycle_event); process.exitCode = 3',
  })
  const heard: string[] = []
  const result = await run('npm test -- now; echo "code $?"', (text) => heard.push(text))
  expect(result.out).toBe(
    '\n> pkg@1.0.0 pretest\n> echo first\n\nfirst\n\n> pkg@1.0.0 test\n> node test.js now\n\ntesting now test\ncode 3\n',
  )
  expect(heard.length).toBeGreaterThan(1)
})

test('node in pipes, substitutions and redirections', async () => {
  const { run } = setUp({
    '/workspace/up.js':
      'let s = ""; process.stdin.on("data", (d) => (s += d)).on("end", () => process.stdout.write(s.toUpperCase()))',
  })
  const result = await run(
    'echo abc | node up.js | rev; x=$(echo q | node up.js); echo "[$x]"; node up.js < up.js > out; wc -c < out',
  )
  expect([result.out, result.err, result.exitCode]).toEqual(['CBA\n[Q]\n108\n', '', 0])
})

test('an interrupt ends the program and the shell', async () => {
  const { run, operations } = setUp({
    '/workspace/wait.js': 'console.log("up"); setInterval(() => {}, 1000)',
  })
  const result = await run('echo go; node wait.js; echo not', (text) => {
    if (text.includes('up')) operations.kill('job', 'SIGINT')
  })
  expect([result.out, result.exitCode, result.signal]).toEqual(['go\nup\n', 130, 'SIGINT'])
})

test('an endless loop is ended by the kernel', async () => {
  const { run, operations } = setUp()
  const result = await run('echo go; while :; do :; done', () => operations.kill('job', 'SIGTERM'))
  expect([result.exitCode, result.signal]).toEqual([143, 'SIGTERM'])
})
