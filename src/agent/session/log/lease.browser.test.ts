import { afterEach, describe, expect, it } from 'vitest'
import { isLed, SessionLease, tend } from './lease.ts'

const open: { lease: SessionLease; channel: BroadcastChannel }[] = []
let counter = 0

afterEach(() => {
  for (const { lease, channel } of open.splice(0)) {
    lease.close()
    channel.close()
  }
})

/** One tab's view of a session. `answers: false` plays a tab that hangs. */
function tab(session: string, options: { answers?: boolean } = {}) {
  const log: string[] = []
  const channel = new BroadcastChannel(session)
  const lease = new SessionLease({
    session,
    locks: navigator.locks,
    channel,
    onLead: async () => void log.push('lead'),
    onHandOver: () => {
      log.push('hand over')
      return options.answers === false ? new Promise(() => undefined) : Promise.resolve()
    },
    onLost: () => log.push('lost'),
  })
  open.push({ lease, channel })
  return { lease, log }
}

const newSession = () => `lease-${Date.now()}-${counter++}`

describe('session lease', () => {
  it('lets exactly one tab lead', async () => {
    const session = newSession()
    const tabs = [tab(session), tab(session), tab(session)]
    const roles = await Promise.all(tabs.map(({ lease }) => lease.start()))
    expect(roles.sort()).toEqual(['follower', 'follower', 'leader'])
  })

  it('waits for a tab that tends the session for a moment, and counts none as led by it', async () => {
    const session = newSession()
    const tending = Promise.withResolvers<string>()
    const tended = tend(navigator.locks, session, () => tending.promise)
    const { lease } = tab(session)
    await expect
      .poll(
        async () =>
          (await navigator.locks.query()).held?.filter(({ name }) => name?.includes(session)).length,
      )
      .toBe(2)
    const opened = Promise.all([isLed(navigator.locks, session), lease.start()])
    tending.resolve('done')
    expect(await tended).toBe('done')
    expect((await opened)[1]).toBe('leader')
    expect(await isLed(navigator.locks, session)).toBe(true)
    expect(await tend(navigator.locks, session, () => Promise.resolve('never'))).toBeUndefined()
  })

  it('passes the lead on when the leader closes', async () => {
    const session = newSession()
    const [first, second] = [tab(session), tab(session)]
    expect([await first.lease.start(), await second.lease.start()]).toEqual(['leader', 'follower'])
    first.lease.close()
    await expect.poll(() => second.lease.role).toBe('leader')
    expect(second.log).toEqual(['lead'])
  })

  it('hands over on request, after the leader has ended what it was doing', async () => {
    const session = newSession()
    const [first, second] = [tab(session), tab(session)]
    await first.lease.start()
    await second.lease.start()
    await second.lease.takeOver()
    expect([first.lease.role, second.lease.role]).toEqual(['follower', 'leader'])
    expect([first.log, second.log]).toEqual([['hand over'], ['lead']])
  })

  it('takes the lead from a tab that does not answer, and that tab learns it', async () => {
    const session = newSession()
    const [hung, other] = [tab(session, { answers: false }), tab(session)]
    await hung.lease.start()
    await other.lease.start()
    await other.lease.takeOver()
    await expect.poll(() => hung.log).toEqual(['hand over', 'lost'])
    expect([hung.lease.role, other.lease.role]).toEqual(['follower', 'leader'])
  })
})
