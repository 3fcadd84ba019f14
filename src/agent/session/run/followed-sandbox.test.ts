/** A run whose sandbox dies: reading goes on in the next one, and no change is made twice. */
import { expect, it } from 'vitest'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { ExecRequest, ExecResult, ForkRequest, Sandbox } from '../../../sandbox/contract/contract.ts'
import { bytes } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { emptySandbox } from '../../tools/testing/test-bench.ts'
import { followedSandbox } from './followed-sandbox.ts'

const GONE = fail('disposed', 'The sandbox is gone.')

/** A sandbox that has one file and notes what it is asked; a dead one says that it is gone. */
function sandbox(name: string, log: string[], isDead = false) {
  const state = { isDead }
  const answer = <T>(method: string, value: T): Promise<Result<T>> => {
    log.push(`${name} ${method}`)
    return Promise.resolve(state.isDead ? GONE : ok(value))
  }
  const methods = {
    readFile: () => answer('readFile', bytes(`of ${name}`)),
    writeFile: () => answer('writeFile', undefined),
    // Nothing of a result is looked at.
    exec: ({ command }: ExecRequest) => answer(`exec ${command}`, {} as ExecResult),
    checkpoint: () => answer('checkpoint', { root: `r ${name}`, changed: false, files: 1, bytes: 1 }),
    cancel: async (id: string) => void log.push(`${name} cancel ${id}`),
    fork: ({ id }: ForkRequest) => answer(`fork ${id}`, own),
  }
  const own: Sandbox = emptySandbox(methods)
  return { state, sandbox: own }
}

function setUp(nexts: readonly (Sandbox | 'none')[], first: Sandbox) {
  const waits: number[] = []
  const stop = new AbortController()
  const rest = [...nexts]
  const followed = followedSandbox(first, {
    next: async () => {
      const next = rest.shift() ?? 'none'
      return next === 'none' ? fail('disposed', 'No sandbox could be started.') : ok(next)
    },
    sleep: async (ms) => void waits.push(ms),
    signal: stop.signal,
  })
  return { followed, waits, stop }
}

const write = { path: 'a', data: bytes('b') }
const looks = (id: string) => ({ id, command: 'ls', readOnly: true })

it('repeats in the next sandbox what only looks, and goes on there', async () => {
  const log: string[] = []
  const dead = sandbox('first', log, true)
  const { followed, waits } = setUp([sandbox('next', log).sandbox], dead.sandbox)
  expect(await followed.readFile('a')).toEqual(ok(bytes('of next')))
  expect(await followed.exec(looks('x'))).toMatchObject({ ok: true })
  expect(await followed.writeFile(write)).toMatchObject({ ok: true })
  expect(log).toEqual(['first readFile', 'next readFile', 'next exec ls', 'next writeFile'])
  expect(waits).toEqual([500])
})

it('repeats a fork, which ended with its sandbox', async () => {
  const log: string[] = []
  const next = sandbox('next', log)
  const { followed } = setUp([next.sandbox], sandbox('first', log, true).sandbox)
  expect(await followed.fork({ id: 'x' })).toEqual(ok(next.sandbox))
  expect(log).toEqual(['first fork x', 'next fork x'])
})

it('repeats a command that is held to looking', async () => {
  const log: string[] = []
  const { followed } = setUp([sandbox('next', log).sandbox], sandbox('first', log, true).sandbox)
  expect(await followed.exec(looks('x'))).toMatchObject({ ok: true })
  expect(log).toEqual(['first exec ls', 'next exec ls'])
})

it.each([
  ['a change', (to: Sandbox) => to.writeFile(write), 'writeFile'],
  ['a command', (to: Sandbox) => to.exec({ id: 'x', command: 'make' }), 'exec make'],
] as const)('never repeats %s that broke off', async (_, act, said) => {
  const log: string[] = []
  const { followed, waits } = setUp([sandbox('next', log).sandbox], sandbox('first', log, true).sandbox)
  expect(await act(followed)).toEqual(GONE)
  expect([log.splice(0), waits]).toEqual([[`first ${said}`], []])
  expect(await act(followed)).toMatchObject({ ok: true })
  expect(log).toEqual([`next ${said}`])
})

it('gives up after three attempts, and says so', async () => {
  const log: string[] = []
  const { followed, waits } = setUp(
    [sandbox('second', log, true).sandbox, 'none', sandbox('late', log).sandbox],
    sandbox('first', log, true).sandbox,
  )
  const failed = await followed.readFile('a')
  expect(failed).toEqual(fail('disposed', 'No sandbox could be started. It was tried 3 times.'))
  expect([log, waits]).toEqual([
    ['first readFile', 'second readFile'],
    [500, 1_000],
  ])
  expect(await followed.readFile('a')).toEqual(ok(bytes('of late')))
})

it('repeats no failure but that of a sandbox that is gone, and nothing once the run is stopped', async () => {
  const log: string[] = []
  const alive = setUp([], sandbox('first', log).sandbox)
  expect(await alive.followed.stat('a')).toMatchObject({ ok: false, error: { kind: 'not_found' } })
  expect(alive.waits).toEqual([])
  const stopped = setUp([sandbox('next', log).sandbox], sandbox('dead', log, true).sandbox)
  stopped.stop.abort('stop')
  expect(await stopped.followed.readFile('a')).toEqual(GONE)
  expect(log).toEqual(['dead readFile'])
})

it('begins at once, so that a cancel comes after it; one that comes while it waits holds', async () => {
  const log: string[] = []
  const first = sandbox('first', log)
  const next = sandbox('next', log)
  const { followed } = setUp([next.sandbox], first.sandbox)
  const begun = followed.exec(looks('x'))
  void followed.cancel('x')
  expect(log.splice(0)).toEqual(['first exec ls', 'first cancel x'])
  await begun
  first.state.isDead = true
  await followed.exec({ id: 'y', command: 'make' })
  const waits = followed.exec({ id: 'z', command: 'make' })
  void followed.cancel('z')
  expect(await waits).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  expect(log).toEqual(['first exec make', 'first cancel z'])
})

it('lets no change that went with the sandbox pass for unchanged', async () => {
  const log: string[] = []
  const first = sandbox('first', log)
  const { followed } = setUp([sandbox('next', log).sandbox], first.sandbox)
  await followed.writeFile(write)
  expect(await followed.checkpoint()).toMatchObject({ ok: true })
  await followed.writeFile(write)
  first.state.isDead = true
  expect(await followed.readFile('a')).toEqual(ok(bytes('of next')))
  expect(await followed.checkpoint()).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('lost') },
  })
  expect(await followed.checkpoint()).toMatchObject({ ok: true, value: { root: 'r next' } })
})
