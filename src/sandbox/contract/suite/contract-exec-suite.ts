import { expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import type { OutputChunk } from '../contract.ts'
import { bytes, kindOf, run, text, treeOf, value, type ContractContext } from './contract-test-support.ts'
import { EXEC_OUTPUT_MAX_BYTES } from '../limits.ts'

/** Commands. They use only what every shell has. */
export function execTests(context: () => ContractContext, separateStderr: boolean): void {
  it('runs a command to its end and gives its output and exit code', async () => {
    const { sandbox } = context()
    expect(await run(sandbox, 'echo "hello  world"')).toEqual({ code: 0, out: 'hello  world\n', err: '' })
    expect((await run(sandbox, 'echo before; exit 3; echo never')).code).toBe(3)
    expect(await run(sandbox, 'true && echo yes || echo no')).toMatchObject({ code: 0, out: 'yes\n' })
    const missing = await run(sandbox, 'no-such-command-here')
    expect(missing.code).toBe(127)
    expect(missing.out + missing.err).toContain('no-such-command-here')
  })

  it('gives a command its directory, environment and input', async () => {
    const { sandbox } = context()
    const { workspacePath, endDirectory } = await sandbox.describe()
    await value(sandbox.makeDirectory('sub/dir'))
    expect((await run(sandbox, 'pwd')).out).toBe(`${workspacePath}\n`)
    expect((await run(sandbox, 'pwd', { cwd: 'sub' })).out).toBe(`${workspacePath}/sub\n`)
    expect((await run(sandbox, 'pwd', { cwd: `${workspacePath}/sub` })).out).toBe(`${workspacePath}/sub\n`)
    expect((await run(sandbox, 'echo "<$NAME>"', { env: { NAME: 'a b' } })).out).toBe('<a b>\n')
    expect((await run(sandbox, 'cat', { stdin: bytes('line\n') })).out).toBe('line\n')
    const moved = await value(sandbox.exec({ id: 'cd', command: 'cd sub/dir' }))
    expect(moved.cwd).toBe(endDirectory ? '/workspace/sub/dir' : '/workspace')
    expect((await run(sandbox, 'pwd')).out).toBe(`${workspacePath}\n`)
    expect(await kindOf(sandbox.exec({ id: 'none', command: 'pwd', cwd: 'nowhere' }))).toBe('not_found')
  })

  it('shares its files with commands', async () => {
    const { sandbox } = context()
    await value(sandbox.writeFile({ path: 'in', data: bytes('from outside') }))
    expect((await run(sandbox, 'cat in')).out).toBe('from outside')
    await run(sandbox, 'echo from inside > out')
    expect(await treeOf(sandbox)).toMatchObject({ out: '644 66726f6d20696e736964650a' })
    expect((await run(sandbox, 'cat none')).code).toBe(1)
  })

  it('tells the two outputs apart', async () => {
    const { sandbox } = context()
    const { out, err } = await run(sandbox, 'echo out; echo err >&2')
    expect(separateStderr ? [out, err] : [out + err, '']).toEqual(
      separateStderr ? ['out\n', 'err\n'] : ['out\nerr\n', ''],
    )
  })

  it('hands out output while the command runs, in its order', async () => {
    const { sandbox } = context()
    const chunks: OutputChunk[] = []
    let ended = false
    const first = new Promise<boolean>((resolve) => {
      void sandbox
        .exec({ id: 'stream', command: 'echo one; sleep 30; echo two' }, (chunk) => {
          chunks.push(chunk)
          resolve(ended)
        })
        .then(() => (ended = true))
    })
    expect(await first).toBe(false)
    expect(chunks.map(({ data }) => text(data))).toEqual(['one\n'])
    await sandbox.cancel('stream')
  })

  it('keeps the head and the tail of an output beyond the cap, and streams all of it', async () => {
    const { sandbox } = context()
    let streamed = 0
    const result = await value(
      sandbox.exec({ id: 'long', command: 'seq 1000000', timeoutMs: 60_000 }, ({ data }) => {
        streamed += data.length
      }),
    )
    const all = 6_888_896
    expect([streamed, result.stdout.length, result.droppedBytes]).toEqual([
      all,
      EXEC_OUTPUT_MAX_BYTES,
      all - EXEC_OUTPUT_MAX_BYTES,
    ])
    expect(text(result.stdout.subarray(0, 6))).toBe('1\n2\n3\n')
    expect(text(result.stdout.subarray(-8))).toBe('1000000\n')
  })

  it('ends a command that runs too long, keeping what it said', async () => {
    const { sandbox } = context()
    // The first shell of all takes longest; its start is not in the limit.
    await value(sandbox.exec({ id: 'warm', command: 'true' }))
    let streamed = ''
    const result = await value(
      sandbox.exec(
        { id: 'slow', command: 'echo early; sleep 60', timeoutMs: patience(2_000) },
        ({ data }) => {
          streamed += text(data)
        },
      ),
    )
    expect([result.exitCode, result.timedOut, text(result.stdout)]).toEqual([124, true, 'early\n'])
    expect(streamed).toBe('early\n')
    expect(result.durationMs).toBeLessThan(patience(30_000))
    expect(await value(sandbox.processes())).toEqual([])
  })

  it('stops a command by its id', async () => {
    const { sandbox } = context()
    const start = (id: string) => {
      const running = Promise.withResolvers<void>()
      const result = value(sandbox.exec({ id, command: 'echo up; sleep 60' }, () => running.resolve()))
      return { result, up: running.promise }
    }
    const [one, two] = [start('one'), start('two')]
    await Promise.all([one.up, two.up])
    expect(await kindOf(sandbox.exec({ id: 'one', command: 'true' }))).toBe('exists')
    expect((await value(sandbox.processes())).map(({ execId }) => execId)).toEqual(
      expect.arrayContaining(['one', 'two']),
    )
    await value(sandbox.kill('one', 'SIGKILL'))
    await sandbox.cancel('two')
    const [killed, cancelled] = await Promise.all([one.result, two.result])
    expect([killed.exitCode, killed.signal, killed.timedOut, text(killed.stdout)]).toEqual([
      137,
      'SIGKILL',
      false,
      'up\n',
    ])
    expect([cancelled.signal === undefined, cancelled.timedOut]).toEqual([false, false])
    expect(await value(sandbox.processes())).toEqual([])
    expect(await kindOf(sandbox.kill('one', 'SIGTERM'))).toBe('not_found')
    await sandbox.cancel('never heard of')
  })

  it('runs commands beside each other', async () => {
    const { sandbox } = context()
    const results = await Promise.all(
      ['a', 'b', 'c'].map((id) => value(sandbox.exec({ id, command: `sleep 0.1; echo ${id}` }))),
    )
    expect(results.map(({ stdout }) => text(stdout))).toEqual(['a\n', 'b\n', 'c\n'])
  })

  it('ends running commands when it is disposed', async () => {
    const { sandbox } = context()
    const up = Promise.withResolvers<void>()
    const running = sandbox.exec({ id: 'left', command: 'echo up; sleep 60' }, () => up.resolve())
    await up.promise
    await sandbox.dispose()
    const result = await running
    expect(result.ok ? result.value.signal : result.error.kind).toMatch(/^(SIGKILL|SIGTERM|disposed)$/)
  })
}
