import { afterEach, describe, expect, it } from 'vitest'
import type { ExecRequest, ExecResult } from '../../contract/contract.ts'
import { EXEC_OUTPUT_MAX_BYTES, PROCESS_MAX } from '../../contract/limits.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'
import { createProcessOperations } from './exec.ts'
import { IS_WHOLE } from '../../../testing/slice.ts'
import { ProcessTable } from './process-table.ts'
import { WarmWorkers } from './warm-workers.ts'
import type { ProcessWorker } from './program-thread.ts'

const tables: ProcessTable[] = []

afterEach(() => {
  for (const table of tables.splice(0)) table.dispose()
})

function testProgram(): ProcessWorker {
  return new Worker(new URL('./testing/program.worker.ts', import.meta.url), { type: 'module' })
}

function setUp() {
  const table = new ProcessTable({
    vfs: createStandardVfs(),
    workers: new WarmWorkers(testProgram),
    now: () => Date.now(),
  })
  tables.push(table)
  const operations = createProcessOperations(table)
  const run = async (command: string, options: Partial<ExecRequest> = {}) => {
    const result = await operations.exec({ id: 'job', command, ...options })
    if (!result.ok) throw new Error(result.error.message)
    return shown(result.value)
  }
  return { table, operations, run }
}

function shown(result: ExecResult) {
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  const { exitCode, timedOut, signal, cwd } = result
  return { out: decode(result.stdout), err: decode(result.stderr), exitCode, timedOut, signal, cwd }
}

describe('processes', () => {
  it('run with their directory and environment, and tell where they ended', async () => {
    const { run } = setUp()
    expect(await run('where', { cwd: '/tmp', env: { GREETING: 'hi' } })).toMatchObject({
      out: '/tmp hi\n',
      exitCode: 0,
      cwd: '/tmp',
    })
    expect(await run('nonsense')).toMatchObject({ exitCode: 127 })
  })

  it('read and write files of any size, blocking or not, and get errors as such', async () => {
    const { run } = setUp()
    expect((await run('files')).out).toBe('true 5000000 5000000\n')
    const error = { name: 'Errno', code: 'ENOENT', syscall: 'open', path: '/nowhere' }
    expect(
      (await run('errno')).out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([error, error])
  })

  it('see at once what others have written, whatever was read ahead', async () => {
    const { run } = setUp()
    expect((await run('ahead')).out).toBe('a b c new e\n')
  })

  it('read what is piped in, to its end', async () => {
    const { run } = setUp()
    const stdin = new TextEncoder().encode('line\n'.repeat(5000))
    expect((await run('cat', { stdin })).out).toBe('line\n'.repeat(5000))
    expect((await run('cat')).out).toBe('')
  })

  it('start others, read from them through a pipe and wait for them while they sleep', async () => {
    const { run } = setUp()
    expect((await run('child echo hello')).out).toBe('child said hello and ended {"code":0,"signal":null}\n')
    expect((await run('child nonsense')).out).toBe('child said  and ended {"code":127,"signal":null}\n')
  })

  it('are killed when their time is up, even in a busy loop, with all that they started', async () => {
    const { run, table } = setUp()
    expect(await run('spin', { timeoutMs: 3_000 })).toMatchObject({
      out: 'spinning\n',
      exitCode: 124,
      timedOut: true,
    })
    expect(await run('child spin', { timeoutMs: 1_000 })).toMatchObject({ exitCode: 124, timedOut: true })
    expect(table.list()).toEqual([])
    expect(await run('echo alive')).toMatchObject({ out: 'alive\n' })
  })

  it('may handle a signal, and are ended by it when they do not', async () => {
    const { operations } = setUp()
    const start = async (command: string) => {
      const seen = Promise.withResolvers<undefined>()
      const done = operations.exec({ id: command, command }, () => seen.resolve(undefined))
      await seen.promise
      return { done, kill: (signal: 'SIGINT' | 'SIGKILL') => operations.kill(command, signal) }
    }
    const polite = await start('polite')
    polite.kill('SIGINT')
    expect(await polite.done).toMatchObject({ value: { exitCode: 42 } })
    const busy = await start('spin')
    busy.kill('SIGKILL')
    expect(await busy.done).toMatchObject({ value: { exitCode: 137, signal: 'SIGKILL' } })
    expect(operations.kill('polite', 'SIGINT')).toBe(false)
  })

  it('keep the head and the tail of many megabytes of output', async () => {
    const { operations } = setUp()
    const kilobytes = IS_WHOLE ? 51_200 : 8_192
    let live = 0
    const result = await operations.exec({ id: 'flood', command: `flood ${kilobytes}` }, ({ data }) => {
      live += data.length
    })
    expect(live).toBe(kilobytes * 1024)
    expect(result).toMatchObject({
      value: { exitCode: 0, droppedBytes: kilobytes * 1024 - EXEC_OUTPUT_MAX_BYTES },
    })
  })

  it('cannot be more than the ceiling, and end with their exec', async () => {
    const { run, table } = setUp()
    expect(await run('bomb')).toMatchObject({ exitCode: 11, timedOut: false })
    expect(PROCESS_MAX).toBeGreaterThan(8)
    expect(table.list()).toEqual([])
  })

  it('are ended with all of their command when they go on to start others, and others go on', async () => {
    const { operations, run, table } = setUp()
    const busy = operations.exec({ id: 'other', command: 'sleep' })
    const bomb = await run('forks')
    expect(bomb).toMatchObject({ exitCode: 137, signal: 'SIGKILL' })
    expect(bomb.err).toContain('The command was ended: it went on to start processes')
    expect(table.list().map(({ execId }) => execId)).toEqual(['other'])
    expect(await run('echo alive')).toMatchObject({ out: 'alive\n' })
    operations.kill('other', 'SIGKILL')
    await busy
  })

  it('that break their protocol or throw end as crashed, and nothing else does', async () => {
    const { run } = setUp()
    expect(await run('garbage')).toMatchObject({ exitCode: expect.any(Number) })
    expect(await run('throw')).toMatchObject({
      exitCode: 70,
      err: expect.stringContaining('a fault of the program'),
    })
    expect(await run('echo alive')).toMatchObject({ out: 'alive\n' })
  })

  it('leave the descriptors of their parent as they were when they cannot be started', async () => {
    const { run } = setUp()
    // The outer one reads to the end: it comes only when no reference to the pipe was left behind.
    expect((await run('child refused', { timeoutMs: 20_000 })).out).toBe(
      'child said EBADF ENOENT EMFILE true EMFILE and ended {"code":0,"signal":null}\n',
    )
  })

  it('are not believed about their last directory', async () => {
    const { run } = setUp()
    const ended = async (cwd: string) => (await run(`lie ${cwd}`)).cwd
    expect([await ended('/tmp'), await ended('/nowhere'), await ended('../tmp')]).toEqual([
      '/tmp',
      '/workspace',
      '/workspace',
    ])
  })

  it('start afresh when the program that was loaded ahead could not be', async () => {
    const broken = new Worker(URL.createObjectURL(new Blob(['throw new Error("broken")'])))
    const made: ProcessWorker[] = [broken]
    const workers = new WarmWorkers(() => made.pop() ?? testProgram())
    const table = new ProcessTable({
      vfs: createStandardVfs(),
      workers,
      now: () => Date.now(),
    })
    tables.push(table)
    void workers.warm('shell')
    // After the table's own listener, so that it has heard of it when this goes on.
    await new Promise<void>((resolve) => {
      broken.addEventListener('error', (event) => {
        event.preventDefault()
        resolve()
      })
    })
    const result = await createProcessOperations(table).exec({
      id: 'job',
      command: 'echo alive',
      timeoutMs: 20_000,
    })
    expect(result).toMatchObject({ value: { exitCode: 0, timedOut: false } })
  })

  it('refuse what cannot be started', async () => {
    const { operations } = setUp()
    expect(await operations.exec({ id: 'x', command: 'echo', cwd: '/nowhere' })).toMatchObject({
      ok: false,
      error: { kind: 'not_found' },
    })
  })
})
