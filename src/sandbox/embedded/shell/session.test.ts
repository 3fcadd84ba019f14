/** A shell that stays between its lines. */
import { expect, test } from 'vitest'
import type { LineResult } from './session.ts'
import { createShell } from './shell.ts'
import { createMemoryKernel } from './testing/memory-kernel.ts'
import type { Program } from './testing/program.ts'

/** Runs until it is signalled. */
const server: Program = async (io) => {
  io.out('up\n')
  return io.signalled
}

function open() {
  const kernel = createMemoryKernel({ programs: { server } })
  const shell = createShell({
    start: {
      pid: 10,
      ppid: 0,
      argv: ['bash'],
      cwd: '/workspace',
      env: { HOME: '/home/user' },
      isSession: true,
    },
    kernel,
    pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
  })
  const session = shell.openSession()
  const line = async (text: string): Promise<readonly [out: string, code: number]> => {
    const before = kernel.written.map(([, said]) => said).join('').length
    const result = await session.run(text)
    return [
      kernel.written
        .map(([, said]) => said)
        .join('')
        .slice(before),
      result.exitCode,
    ]
  }
  const run = (text: string): Promise<LineResult> => session.run(text)
  return { kernel, shell, line, run }
}

test('keeps directory, variables, functions, options, arguments and the last code', async () => {
  const { line, run } = open()
  expect(await run('mkdir a && cd a')).toMatchObject({
    exitCode: 0,
    cwd: '/workspace/a',
    hasExited: false,
  })
  await line('x=1; export y=2; f() { echo "f $1 $x"; }; a=(p q); set -- one two')
  expect(await line('pwd; f 3; echo ${a[1]} $2; sh -c "echo \\$x.\\$y"')).toEqual([
    '/workspace/a\nf 3 1\nq two\n.2\n',
    0,
  ])
  expect(await line('(exit 4)')).toEqual(['', 4])
  expect(await line('echo $?')).toEqual(['4\n', 0])
  await line('alias l="echo listed"; shopt -s expand_aliases; set -o pipefail')
  expect(await line('l; false | true; echo $?')).toEqual(['listed\n1\n', 0])
  expect(await line('exec 3>log; echo x >&3')).toEqual(['', 0])
  expect(await line('echo y >&3; exec 3>&-; cat log')).toEqual(['x\ny\n', 0])
})

test('goes on after what ends a script', async () => {
  const { line } = open()
  expect(await line('if then')).toEqual([expect.stringContaining('syntax error'), 2])
  expect(await line('set -u; echo $nothing')).toEqual(['bash: nothing: unbound variable\n', 1])
  expect(await line('set +u; nosuch; echo $?')).toEqual(['bash: nosuch: command not found\n127\n', 0])
})

test('knows its jobs and its history', async () => {
  const { line } = open()
  await line('server > log &')
  expect(await line('jobs')).toEqual(['[1]+  Running                 server > log &\n', 0])
  expect(await line('kill %1; wait %1; echo $?; jobs')).toEqual(['143\n', 0])
  expect(await line('history')).toEqual([
    '    1  server > log &\n    2  jobs\n    3  kill %1; wait %1; echo $?; jobs\n    4  history\n',
    0,
  ])
})

test('ends with exit and does what was left to do', async () => {
  const { run, kernel } = open()
  expect((await run("trap 'echo bye' EXIT")).hasExited).toBe(false)
  expect(await run('exit 3')).toMatchObject({ exitCode: 3, hasExited: true })
  expect(kernel.written).toEqual([[1, 'bye\n']])
})

// Each would go on for longer than a test may take.
test.each([
  'sleep 600',
  'while :; do :; done',
  'f() { local x=in; sleep 600; }; f',
  'server | cat',
  'cat | head -1',
])('is at its prompt again after an interrupt of: %s', async (busy) => {
  const { line, shell } = open()
  await line('x=out; cd /tmp')
  setTimeout(() => void shell.host.interrupt('SIGINT'), 100)
  expect((await line(busy === 'cat | head -1' ? 'sleep 600 | head -1' : busy))[1]).toBe(130)
  expect(await line('echo $? $x; pwd')).toEqual(['130 out\n/tmp\n', 0])
})
