import { configureAPIKey } from '@webcontainer/api'
import { expect, it } from 'vitest'
import { bootWebContainer } from './boot.ts'

// In this order: a page that has tried the client once, and in vain, cannot try it again.

it('says at once that a host is not there, and tries nothing', async () => {
  // Nothing listens on this port of ours: it is the one of discarded messages, and browsers refuse it.
  const outcome = await bootWebContainer({ origin: 'http://localhost:9' })
  expect(outcome).toEqual({
    ok: false,
    message: "WebContainer's host http://localhost:9 could not be reached.",
    hint: 'The embedded sandbox is used instead, with the same files.',
  })
  expect(document.querySelectorAll('iframe').length).toBe(0)
})

it('gives up on a host that answers and never speaks, and takes its frame away', async () => {
  configureAPIKey('silent')
  const { origin } = location
  const deadlines = { probeMs: 30_000, silenceMs: 50, bootMs: 60_000 }
  const outcome = await bootWebContainer({ origin, deadlines })
  expect(outcome).toMatchObject({
    ok: false,
    message: `WebContainer's host ${origin} answered, but not as one.`,
  })
  expect(document.querySelectorAll('iframe').length).toBe(0)
})

it('does not boot again in that page, where the client would wait forever', async () => {
  const outcome = await bootWebContainer({ origin: location.origin })
  expect(outcome).toMatchObject({
    ok: false,
    message: `WebContainer's host ${location.origin} answered, but not as one. It can be tried again when the page was reloaded.`,
  })
})
