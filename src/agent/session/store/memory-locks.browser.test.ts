/** The locks that stand in for the browser's do what the browser's do. */
import { describe, expect, it } from 'vitest'
import { MemoryLocks } from './memory-locks.ts'

/** Waits until so many requests for that lock hold it, and so many wait. */
function standing(
  locks: LockManager,
  lock: string,
  counts: { held: number; waiting: number },
): Promise<void> {
  const count = (infos: readonly LockInfo[] = []) => infos.filter(({ name }) => name === lock).length
  return expect
    .poll(async () => {
      const { held, pending } = await locks.query()
      return { held: count(held), waiting: count(pending) }
    })
    .toEqual(counts)
}

describe.each([
  ['the browser', () => navigator.locks],
  ['memory', () => new MemoryLocks()],
])('locks of %s', (_, make) => {
  const name = () => `test-${crypto.randomUUID()}`

  it('are held by one, and given on in the order of asking', async () => {
    const [locks, lock, order] = [make(), name(), [] as string[]]
    const release = Promise.withResolvers<void>()
    const first = locks.request(lock, async (held) => {
      order.push(`first ${held?.mode}`)
      await release.promise
      return 1
    })
    const others = ['second', 'third'].map((who) => locks.request(lock, () => void order.push(who)))
    await standing(locks, lock, { held: 1, waiting: 2 })
    await expect.poll(() => order).toEqual(['first exclusive'])
    release.resolve()
    expect(await first).toBe(1)
    await Promise.all(others)
    expect(order).toEqual(['first exclusive', 'second', 'third'])
  })

  it('are shared by those who share them, not past one who waits for it alone', async () => {
    const [locks, lock, order] = [make(), name(), [] as string[]]
    const release = Promise.withResolvers<void>()
    const share = (who: string) =>
      locks.request(lock, { mode: 'shared' }, async () => {
        order.push(who)
        await release.promise
      })
    const all = [share('a'), share('b')]
    await standing(locks, lock, { held: 2, waiting: 0 })
    all.push(locks.request(lock, () => void order.push('alone')))
    all.push(share('c'), share('d'))
    await standing(locks, lock, { held: 2, waiting: 3 })
    await expect.poll(() => order).toEqual(['a', 'b'])
    const { held = [], pending = [] } = await locks.query()
    const modes = (infos: readonly LockInfo[]) =>
      infos.filter((info) => info.name === lock).map(({ mode }) => mode)
    expect(modes(held)).toEqual(['shared', 'shared'])
    expect(modes(pending)).toEqual(['exclusive', 'shared', 'shared'])
    release.resolve()
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'alone', 'c', 'd'])
  })

  it('are not waited for by who takes only a free one, and can be stolen', async () => {
    const [locks, lock] = [make(), name()]
    const forever = locks.request(lock, () => new Promise<never>(() => undefined))
    const lost = forever.catch((error: DOMException) => error.name)
    await standing(locks, lock, { held: 1, waiting: 0 })
    expect(await locks.request(lock, { ifAvailable: true }, (held) => held)).toBeNull()
    const waiting = locks.request(lock, () => 'in the end')
    expect(await locks.request(lock, { steal: true }, (held) => held?.name)).toBe(lock)
    expect(await lost).toBe('AbortError')
    expect(await waiting).toBe('in the end')
    expect(await locks.request(lock, { ifAvailable: true }, (held) => held?.mode)).toBe('exclusive')
  })

  it('are not waited for any more once that is stopped, and let go by who fails', async () => {
    const [locks, lock] = [make(), name()]
    const release = Promise.withResolvers<void>()
    const first = locks.request(lock, async () => {
      await release.promise
      throw new Error('failed')
    })
    const stop = new AbortController()
    const stopped = locks.request(lock, { signal: stop.signal }, () => 'never').catch(() => 'stopped')
    const next = locks.request(lock, () => 'next')
    await standing(locks, lock, { held: 1, waiting: 2 })
    stop.abort()
    expect(await stopped).toBe('stopped')
    release.resolve()
    await expect(first).rejects.toThrow('failed')
    expect(await next).toBe('next')
    await expect(locks.request(lock, { signal: stop.signal }, () => 'never')).rejects.toThrow()
  })
})
