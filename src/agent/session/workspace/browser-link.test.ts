import { expect, it } from 'vitest'
import type { BrowserPortRequest } from '../../protocol/browser.ts'
import { BrowserLink } from './browser-link.ts'

const CONSOLE = { type: 'console' } as const
const signal = () => new AbortController().signal

/** A link whose other end answers with what `answer` says. */
function linked(answer: (request: BrowserPortRequest, port: MessagePort) => void) {
  const link = new BrowserLink()
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<BrowserPortRequest>) => answer(data, port1)
  link.attach(port2)
  return { link, close: () => port1.close() }
}

it('gives each question its own answer, in whatever order they come', async () => {
  const asked: number[] = []
  const { link, close } = linked((request, port) => {
    asked.push(request.id)
    if (asked.length < 2) return
    for (const id of asked.toReversed()) port.postMessage({ id, answer: { ok: true, text: `${id}` } })
  })
  const answers = await Promise.all([link.ask(CONSOLE, signal()), link.ask(CONSOLE, signal())])
  expect(answers.map(({ text }) => text)).toEqual(asked.map(String))
  close()
})

it('answers at once when it is stopped, and tells the page', async () => {
  const told: string[] = []
  const heard = Promise.withResolvers<void>()
  const { link, close } = linked(({ type }) => {
    told.push(type)
    if (told.length === 2) heard.resolve()
  })
  const stop = new AbortController()
  const answer = link.ask(CONSOLE, stop.signal)
  stop.abort()
  expect(await answer).toEqual({ ok: false, text: 'It was stopped.' })
  await heard.promise
  expect(told).toEqual(['ask', 'cancel'])
  expect((await link.ask(CONSOLE, stop.signal)).ok).toBe(false)
  close()
})

it('says so where there is no page, or it has gone', async () => {
  expect((await new BrowserLink().ask(CONSOLE, signal())).text).toMatch(/^There is no screen here/)
  const { link, close } = linked(() => undefined)
  const waiting = link.ask(CONSOLE, signal())
  const { port1, port2 } = new MessageChannel()
  link.attach(port2)
  expect((await waiting).text).toMatch(/loaded anew meanwhile. Open the page again/)
  close()
  port1.close()
})
