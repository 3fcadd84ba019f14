import { describe, expect, test } from 'vitest'
import { createShell } from './shell.ts'
import { createMemoryKernel } from './testing/memory-kernel.ts'
import type { Program } from './testing/program.ts'
import { runShell } from './testing/run-shell.ts'

const show: Program = async (io) => {
  io.out(`[${io.argv.slice(1).join('|')}] ${await io.input()}\n`)
  return 0
}

describe('arguments', () => {
  test('a script file with arguments, strict options and its own $0', async () => {
    const { stdout, end } = await runShell('', {
      argv: ['bash', '-eu', 'dir/s.sh', 'a b', 'c'],
      files: { '/workspace/dir/s.sh': '#!/bin/bash\n  echo "$0 $# $1"\nfalse\necho no\n' },
    })
    expect([stdout, end.status.code]).toEqual(['dir/s.sh 2 a b\n', 1])
  })

  test('a script on stdin', async () => {
    const { stdout } = await runShell('', { argv: ['sh'], stdin: 'echo é $((1+1))\n' })
    expect(stdout).toBe('é 2\n')
  })

  test('what cannot be run is said', async () => {
    const none = await runShell('', { argv: ['bash', 'none.sh'] })
    expect([none.stderr, none.end.status.code]).toEqual(['bash: none.sh: No such file or directory\n', 127])
    const syntax = await runShell('if then')
    expect([syntax.stderr.startsWith('bash: syntax error:'), syntax.end.status.code]).toEqual([true, 2])
  })
})

describe('stdin of the process', () => {
  test('goes to whoever reads: read, cat, and programs', async () => {
    const run = await runShell('read a; read b; echo "$a,$b"; cat', { stdin: '1\n2\n3\n4\n' })
    expect(run.stdout).toBe('1,2\n3\n4\n')
    expect((await runShell('show x', { stdin: 'in', programs: { show } })).stdout).toBe('[x] in\n')
  })

  test('not to those who are fed otherwise', async () => {
    const run = await runShell('cat < /dev/null; echo p | show; show <<< h; x=$(echo q | cat); echo $x', {
      stdin: 'never',
      programs: { show },
    })
    expect(run.stdout).toBe('[] p\n\n[] h\n\nq\n')
  })
})

describe('programs', () => {
  test('get exported variables only, and the directory of the shell', async () => {
    const tell: Program = async (io) => {
      io.out(`${io.cwd} ${io.env['A'] ?? '-'} ${io.env['B'] ?? '-'} ${io.env['C'] ?? '-'}\n`)
      return 0
    }
    const run = await runShell('A=1; export B=2; cd /tmp; C=3 tell; echo x | xargs tell; sh -c tell', {
      programs: { tell },
    })
    expect(run.stdout).toBe('/tmp - 2 3\n/tmp - 2 -\n/tmp - 2 -\n')
  })

  test('killed by a signal show 128 and its number', async () => {
    const run = await runShell('dies; echo $?', { programs: { dies: () => Promise.resolve('SIGKILL') } })
    expect(run.stdout).toBe('137\n')
  })

  test('scripts in the workspace run by their first line', async () => {
    const run = await runShell('./a.sh x; ./b; sub/plain y', {
      programs: { b: show },
      files: {
        '/workspace/a.sh': '#!/usr/bin/env bash\necho "$0 $1"; exit 3\n',
        '/workspace/b': '#!/usr/bin/env node\n',
        '/workspace/sub/plain': '#!\necho none\n',
      },
    })
    expect([run.stdout, run.end.status.code]).toEqual(['./a.sh x\n[] \n', 127])
  })
})

describe('words', () => {
  test('"$@", arrays and variables in front are a command with its arguments', async () => {
    const run = await runShell(
      'f() { "$@"; }; f show "a b" c; a=(show d "e f"); "${a[@]}"; s="show g h"; $s; ""',
      {
        programs: { show },
      },
    )
    expect([run.stdout, run.stderr]).toEqual(['[a b|c] \n[d|e f] \n[g|h] \n', 'bash: : command not found\n'])
  })

  test('bytes that are no text arrive as they are', async () => {
    const { kernel } = await runShell(
      "printf '\\xff\\xc3\\xa9é😀\\303\\251'; echo -e '\\xe9'; printf '\\377' > f; cat f",
    )
    const expected = [0xff, 0xc3, 0xa9, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xc3, 0xa9, 0xe9, 0x0a, 0xff]
    expect(kernel.outputBytes.flatMap((bytes) => [...bytes])).toEqual(expected)
  })
})

describe('trap', () => {
  const cases: readonly (readonly [script: string, stdout: string, stderr: string, code: number])[] = [
    ["trap 'echo bye $?' EXIT; echo hi; exit 3", 'hi\nbye 3\n', '', 3],
    ["set -e; trap 'echo clean' EXIT; false; echo no", 'clean\n', '', 1],
    ["trap 'echo a; exit 9' EXIT; trap 'echo b' EXIT; echo c", 'c\nb\n', '', 0],
    ["(trap 'echo sub' EXIT; echo in); echo out", 'in\nsub\nout\n', '', 0],
    ["trap 'echo outer' EXIT; (echo in); sh -c \"trap 'echo inner' 0\"", 'in\ninner\nouter\n', '', 0],
    ["trap 'x' INT TERM; trap - TERM; trap", "trap -- 'x' SIGINT\n", '', 0],
    ["trap 'x' NOPE", '', 'bash: trap: NOPE: invalid signal specification\n', 1],
  ]
  test.each(cases)('%s', async (script, stdout, stderr, code) => {
    const run = await runShell(script)
    expect([run.stdout, run.stderr, run.end.status.code]).toEqual([stdout, stderr, code])
  })
})

test('the last directory is told, also after exit', async () => {
  expect((await runShell('cd /tmp; exit 2')).end).toEqual({ status: { code: 2, signal: null }, cwd: '/tmp' })
  expect((await runShell('cd /tmp; (cd /)')).end.cwd).toBe('/tmp')
})

test('real work passes the ceilings, runaway recursion does not', async () => {
  const run = await runShell(
    'i=0; while [ $i -lt 101000 ]; do i=$((i+1)); done; echo $i; seq 101000 | awk "{s+=\\$1} END{print s}"',
  )
  expect([run.stdout, run.end.status.code]).toEqual(['101000\n5100550500\n', 0])
  const bomb = await runShell('f() { f; }; f')
  expect([bomb.stderr, bomb.end.status.code]).toEqual([
    'bash: f: maximum recursion depth (200) exceeded, increase executionLimits.maxCallDepth\n',
    126,
  ])
})

describe('the end before the end', () => {
  test('a signal is passed on to the program, and what follows does not run', async () => {
    const kernel = createMemoryKernel({ programs: { waits: async (io) => io.signalled } })
    const shell = createShell({
      start: {
        pid: 1,
        ppid: 0,
        argv: ['sh', '-c', 'cd /tmp; echo a; waits; echo b'],
        cwd: '/workspace',
        env: {},
      },
      kernel,
      pause: () => Promise.resolve(),
    })
    kernel.onWrite = () => void shell.host.interrupt('SIGTERM')
    expect(await shell.run()).toEqual({ status: { code: null, signal: 'SIGTERM' }, cwd: '/tmp' })
    expect(kernel.written).toEqual([[1, 'a\n']])
  })

  test('nobody reads any more: the shell ends as by SIGPIPE', async () => {
    const { end } = await runShell('while true; do echo y; done', { closedOutput: true })
    expect(end.status).toEqual({ code: 141, signal: null })
  })
})
