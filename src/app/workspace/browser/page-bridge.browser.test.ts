import { afterEach, describe, expect, it } from 'vitest'
import { PageBridge, type Previewed } from './page-bridge.ts'

const NEVER = new AbortController().signal
const LOOK = { kind: 'look', offset: 1, chars: 100 } as const
const CLOSE = { signal: NEVER, ms: 5_000 }

afterEach(() => document.body.replaceChildren())

/** A page in a frame, with a script that answers as it likes: `say` is given each question with its port. */
async function framed(script: string, change: Partial<Previewed> = {}) {
  const frame = document.createElement('iframe')
  frame.srcdoc = `<script>onmessage = ({ data, ports: [port] }) => { const say = (x) => port.postMessage(x); ${script} }</script>`
  document.body.append(frame)
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  const preview: Previewed = {
    frame,
    address: location.origin,
    inlined: undefined,
    origin: { ok: true },
    closed: undefined,
    load: 1,
    loadedAt: performance.now(),
    shown: '/',
    reloadNow: () => undefined,
    ...change,
  }
  return new PageBridge(preview, () => Promise.resolve(new Blob(['export {}'])))
}

const HELLO = `if (!data.action) return say({ type: 'here', isLoading: false, title: '' })`
const done = (fields: string) =>
  `say({ type: 'done', ok: true, text: 'x', title: 't', lastRef: 3, left: false, ${fields} })`

describe('what a page answers', () => {
  it('is taken, and the script is sent along when the page has none', async () => {
    const bridge = await framed(`${HELLO}; if (!data.eyes) return say({ type: 'needs-eyes' }); ${done('')}`)
    expect(await bridge.act(LOOK, CLOSE)).toMatchObject({ ok: true, done: { text: 'x', lastRef: 3 } })
  })

  it('counts refs on from where the last page has ended, whatever numbers it makes up', async () => {
    const bridge = await framed(`${HELLO}; ${done("lastRef: 1e9, text: 'from ' + data.refsBefore")}`)
    expect(await bridge.act(LOOK, CLOSE)).toMatchObject({ done: { text: 'from 0' } })
    expect(await bridge.act(LOOK, CLOSE)).toMatchObject({ done: { text: 'from 100000000' } })
  })

  it('is cut', async () => {
    const bridge = await framed(`${HELLO}; ${done("text: 'y'.repeat(1e6), title: 'z'.repeat(1e6)")}`)
    const bridged = await bridge.act(LOOK, CLOSE)
    expect(bridged.ok && [bridged.done.text.length, bridged.done.title.length]).toEqual([40_000, 200])
  })

  it.each([
    ['a text', "say('done')"],
    ['nothing', 'say(null)'],
    ['another shape', "say({ type: 'done', ok: 'yes' })"],
    ['an object that has a picture of nothing', done('picture: { bytes: {} }')],
    ['numbers that are none', done('lastRef: NaN')],
    ['reports that are no number', done("reports: '1'")],
  ])('is no answer when it is %s', async (_, script) => {
    const bridge = await framed(`${HELLO}; ${script}`)
    expect(await bridge.act(LOOK, CLOSE)).toMatchObject({
      ok: false,
      text: expect.stringMatching(/did not answer/),
    })
  })

  it('is not waited for longer than was said', async () => {
    const bridge = await framed(HELLO)
    expect(await bridge.act(LOOK, { signal: NEVER, ms: 50 })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/did not answer within 0.05 s.*open the page again/),
    })
  })

  it('is not waited for when it was stopped', async () => {
    const bridge = await framed(HELLO)
    const stop = new AbortController()
    const acting = bridge.act(LOOK, { signal: stop.signal, ms: 60_000 })
    setTimeout(() => stop.abort(), 20)
    expect(await acting).toEqual({ ok: false, text: 'It was stopped.' })
  })
})

it('gives the next page its time, though the frame was loaded long ago', async () => {
  const slow = `if (!data.action && performance.now() < 1_500) return; ${HELLO}; ${done('')}`
  const bridge = await framed(slow, { loadedAt: -1e6 })
  expect(await bridge.act(LOOK, CLOSE)).toMatchObject({ ok: true })
})

describe('where there is no page to ask, it says why', () => {
  it.each([
    ['one that never speaks', { loadedAt: -1e6 }, /What is at \/ does not answer: it is no HTML page/],
    ['one that was closed', { closed: 'The page was closed.' }, /^The page was closed\.$/],
    [
      'none',
      { origin: { ok: false, message: 'No service workers here.' } as const },
      /^No service workers here\.$/,
    ],
  ])('%s', async (_, change, text) => {
    const bridge = await framed('', change)
    expect(await bridge.act(LOOK, CLOSE)).toMatchObject({ ok: false, text: expect.stringMatching(text) })
  })
})
