import { afterEach, expect, test } from 'vitest'
import { createMemoryKernel, type MemoryKernel } from './testing/memory-kernel.ts'
import type { Program } from './testing/program.ts'
import { startShellWorker, type RunningShell } from './testing/worker-kernel.ts'

const running: RunningShell[] = []

afterEach(() => {
  for (const shell of running.splice(0)) shell.terminate()
})

async function start(
  script: string,
  programs: Readonly<Record<string, Program>> = {},
): Promise<{ kernel: MemoryKernel; shell: RunningShell }> {
  const kernel = createMemoryKernel({ programs })
  const shell = await startShellWorker(kernel, {
    pid: 7,
    ppid: 1,
    argv: ['bash', '-c', script],
    cwd: '/workspace',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/user' },
  })
  running.push(shell)
  return { kernel, shell }
}

test('runs a script and tells its code and its last directory', async () => {
  const { kernel, shell } = await start('echo hello | tr a-z A-Z; mkdir -p a/b; cd a/b; pwd >&2; exit 3')
  expect(await shell.exit).toEqual({
    type: 'exit',
    status: { code: 3, signal: null },
    cwd: '/workspace/a/b',
    isClean: true,
  })
  expect(kernel.written).toEqual([
    [1, 'HELLO\n'],
    [2, '/workspace/a/b\n'],
  ])
})

test('what a program says arrives while it runs', async () => {
  let finish: () => void = () => undefined
  const canEnd = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { kernel, shell } = await start('echo before; slow; echo "code $?"', {
    slow: async (io) => {
      io.out('running\n')
      await canEnd
      return 5
    },
  })
  await new Promise<void>((resolve) => {
    kernel.onWrite = (text) => {
      if (text === 'running\n') resolve()
    }
  })
  expect(kernel.written).toEqual([[1, 'before\nrunning\n']])
  finish()
  expect((await shell.exit).status).toEqual({ code: 0, signal: null })
  expect(kernel.written).toEqual([[1, 'before\nrunning\ncode 5\n']])
})

test('a signal ends the program in the foreground and the shell with it', async () => {
  const { kernel, shell } = await start('echo go; waits; echo not', {
    waits: async (io) => {
      io.out('up\n')
      return io.signalled
    },
  })
  await new Promise<void>((resolve) => {
    kernel.onWrite = (text) => {
      if (text === 'up\n') resolve()
    }
  })
  shell.send({ type: 'signal', signal: 'SIGINT', isForGroup: false })
  expect((await shell.exit).status).toEqual({ code: null, signal: 'SIGINT' })
  expect(kernel.written).toEqual([[1, 'go\nup\n']])
})

test('a signal gets into a loop of builtins', async () => {
  const { kernel, shell } = await start('echo go; i=0; while true; do i=$((i+1)); done')
  await new Promise<void>((resolve) => {
    kernel.onWrite = () => resolve()
  })
  shell.send({ type: 'signal', signal: 'SIGTERM', isForGroup: false })
  expect((await shell.exit).status).toEqual({ code: null, signal: 'SIGTERM' })
})

test('files of ten megabytes go through the commands unchanged', async () => {
  const { kernel, shell } = await start(
    'cat big | head -c 70000 > part; cp big copy; cmp big copy && sha256sum < big; wc -c < part; cat big | sha256sum',
  )
  // The worker has not reached the file yet: it is blocked on its first call until this test yields.
  const data = Uint8Array.from({ length: 10 * 1024 * 1024 }, (_, at) => (at * 31) % 256)
  kernel.vfs.writeFile('/workspace/big', data)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  expect((await shell.exit).status).toEqual({ code: 0, signal: null })
  expect(kernel.written).toEqual([[1, `${hex}  -\n70000\n${hex}  -\n`]])
})
