/** The shell as the kernel runs it: real processes, real pipes, real programs. */
import { afterEach, expect, test } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { createProcessOperations } from '../process/exec.ts'
import { ProcessTable } from '../process/process-table.ts'
import { createWorker, LOADED_WORKERS } from '../process/testing/loaded-workers.ts'
import { WarmWorkers } from '../process/warm-workers.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'

const tables: ProcessTable[] = []

afterEach(() => {
  for (const table of tables.splice(0)) table.dispose()
})

function setUp(files: Readonly<Record<string, string>> = {}, workers = LOADED_WORKERS) {
  const vfs = createStandardVfs()
  for (const [path, text] of Object.entries(files)) {
    vfs.mkdir(path.slice(0, path.lastIndexOf('/')), 0o755, true)
    vfs.writeFile(path, new TextEncoder().encode(text), 0o755)
  }
  const table = new ProcessTable({ vfs, workers, now: () => Date.now() })
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

test('a worker that has run one command line knows nothing of it in the next', async () => {
  let made = 0
  const counted = new WarmWorkers((kind) => {
    made += 1
    return createWorker(kind)
  })
  const { run } = setUp({}, counted)
  const ask = 'echo "[$x$(type -t f)$OLDPWD $(umask) $-]"'
  const leave =
    'x=left; f() { :; }; alias ls=no; umask 077; set -f; cd /tmp; trap "echo bye" EXIT; exec 2>/dev/null'
  const first = await run(`${ask}; ${leave}`)
  const rest = [await run(ask), await run(ask), await run(`${ask}; ${leave}`), await run(ask)]
  const [shown] = first.out.split('\n')
  expect(rest.map(({ out }) => out.split('\n')[0])).toEqual(rest.map(() => shown))
  const before = made
  for (let round = 0; round < 4; round += 1) await run('true')
  expect(made - before).toBeLessThan(4)
})

test('what a script writes goes through the process that it has given to exec, and all of it is there at its end', async () => {
  const { run } = setUp({
    '/workspace/log.sh':
      '#!/bin/bash\nexec > >(tee -a run.log) 2>&1\necho start\nnode -e "console.log(1 + 1)"\nls /nowhere\nexit 3\n',
  })
  const said = "start\n2\nls: cannot access '/nowhere': No such file or directory\n"
  expect(await run('./log.sh; echo "code $?"; cat run.log')).toMatchObject({
    out: `${said}code 3\n${said}`,
    err: '',
    exitCode: 0,
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

test('a server in the background outlives its command, is listed, and can be ended', async () => {
  const { run, operations } = setUp({
    '/workspace/server.js': 'console.log("up"); let n = 0; setInterval(() => console.log(`tick ${++n}`), 20)',
  })
  const started = await run('node server.js & echo $!')
  // The server may have said something first.
  const pid = Number(started.out.split('\n').find((line) => /^\d+$/.test(line)))
  expect(operations.list()).toMatchObject([
    { pid, parent: 0, group: pid, command: 'node server.js', execId: 'job', background: true },
  ])
  const said = (): string => {
    const tail = operations.outputTail('job')
    return tail.ok ? new TextDecoder().decode(tail.value.data) : tail.error.message
  }
  await expect.poll(said).toContain('up\ntick 1\n')
  const asked = await run(
    `ps -o pid=,args= -p ${pid}; kill ${pid}; while kill -0 ${pid} 2> /dev/null; do sleep 0.05; done; kill -0 ${pid}`,
  )
  expect([asked.out, asked.exitCode]).toEqual([`${String(pid).padStart(7)} node server.js\n`, 1])
  expect(operations.list()).toEqual([])
})

test('programs in a pipe run at the same time, and end with their reader', async () => {
  const { run } = setUp({
    '/workspace/slow.js':
      'let n = 0; const t = setInterval(() => { console.log(++n); if (n === 3) clearInterval(t) }, 60)',
    '/workspace/forever.js':
      'setInterval(() => console.log("x".repeat(1000)), 1); process.stdout.on("error", () => process.exit(9))',
  })
  const heard: string[] = []
  const slow = await run('node slow.js | tee log | while read n; do echo "<$n>"; done; cat log', (text) =>
    heard.push(text),
  )
  expect([slow.out, heard.length >= 3]).toEqual(['<1>\n<2>\n<3>\n1\n2\n3\n', true])
  expect((await run('node forever.js | head -c 3; codes=${PIPESTATUS[*]}; echo " $codes"')).out).toBe(
    'xxx 9 0\n',
  )
  expect((await run('yes | head -2; echo ${PIPESTATUS[@]}')).out).toBe('y\ny\n141 0\n')
})

test('timeout ends a busy program, and an interrupt a busy node', async () => {
  const { run, operations } = setUp({ '/workspace/busy.js': 'console.log("up"); for (;;);' })
  // Long enough for a slow machine to start the program; neither command would end by itself.
  const seconds = patience(2_500) / 1_000
  expect((await run(`timeout ${seconds} node busy.js; echo $?`)).out).toBe('up\n124\n')
  const busy = await run('node busy.js', () => operations.kill('job', 'SIGINT'))
  expect(busy.exitCode).toBe(130)
})

test('a shell that stays keeps its state, and ends its jobs but the detached ones', async () => {
  const { operations } = setUp({ '/workspace/wait.js': 'setInterval(() => {}, 1000)' })
  const line = async (command: string) => {
    const result = await operations.exec({ id: 'line', command, shell: 'term' })
    if (!result.ok) throw new Error(result.error.message)
    const { stdout, exitCode, cwd } = result.value
    return [new TextDecoder().decode(stdout), exitCode, cwd]
  }
  expect(operations.openShell({ id: 'term', cwd: '/tmp' })).toEqual({ ok: true, value: undefined })
  expect(await line('x=1; cd /workspace; echo begun')).toEqual(['begun\n', 0, '/workspace'])
  expect(await line('echo $x; (exit 3)')).toEqual(['1\n', 3, '/workspace'])
  await line('node wait.js & nohup node wait.js > log 2>&1 &')
  const commands = () => operations.list().map(({ command }) => command)
  const nodes = () => commands().filter((command) => command === 'node wait.js').length
  await expect.poll(nodes).toBe(2)
  const begun = Promise.withResolvers<void>()
  const command = 'echo begun; while :; do :; done'
  const busy = operations.exec({ id: 'busy', command, shell: 'term' }, () => begun.resolve())
  await begun.promise
  expect(operations.kill('busy', 'SIGINT')).toBe(true)
  expect(await busy).toMatchObject({ value: { exitCode: 130, signal: 'SIGINT' } })
  expect(await line('echo $? $x')).toEqual(['130 1\n', 0, '/workspace'])
  expect(operations.closeShell('term')).toBe(true)
  await expect.poll(commands).toEqual(['/bin/bash -c nohup node wait.js > log 2>&1', 'node wait.js'])
  expect(await operations.exec({ id: 'late', command: 'true', shell: 'term' })).toMatchObject({
    error: { kind: 'not_found' },
  })
})

test('a script that kills itself ends alone, and what it has said is there', async () => {
  const { run } = setUp({
    '/workspace/k.sh': '#!/bin/bash -e\necho $(($$ == PPID)) >&2\necho said\nkill -9 $$\necho no\n',
  })
  const { out, err, exitCode } = await run('./k.sh; echo "$?"; bash -c \'kill -TERM $$; sleep 9\'; echo "$?"')
  expect({ out, err, exitCode }).toEqual({ out: 'said\n137\n143\n', err: '0\n', exitCode: 0 })
})
