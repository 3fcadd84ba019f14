/** The agent's answers about a page that it acts on. */
import { afterEach, expect, it } from 'vitest'
import { isPageReport } from '../../../sandbox/page/page-report.ts'
import { PreviewModel } from '../preview.svelte.ts'
import { Hands } from './hands.ts'
import { PageBridge } from './page-bridge.ts'

const NEVER = new AbortController().signal

afterEach(() => document.body.replaceChildren())

/** A page that says it has reported lines before its answer, which come so many milliseconds after it. */
async function handsOnPage(reports: number, lateMs: number) {
  const preview = new PreviewModel()
  preview.origin = {
    ok: true,
    kind: 'inlined',
    address: '/',
    reason: 'A test.',
    connect: () => new MessageChannel().port1,
  }
  preview.show('/')
  const frame = document.createElement('iframe')
  frame.srcdoc = `<script>onmessage = ({ data, ports: [port] }) => {
    if (!data.action) return port.postMessage({ type: 'here', isLoading: false, title: '' })
    port.postMessage({ type: 'done', ok: true, text: 'Clicked', title: 't', lastRef: 0, left: false, reports: ${reports} })
    const line = { level: 'error', text: 'too many' }
    setTimeout(() => parent.postMessage({ type: 'vivarium-page-lines', lines: [line], dropped: 0 }, '*'), ${lateMs})
  }</script>`
  document.body.append(frame)
  await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  preview.frame = frame
  preview.loaded()
  window.addEventListener('message', ({ data }) => isPageReport(data) && preview.report(data))
  return new Hands(preview, new PageBridge(preview, () => Promise.resolve(new Blob(['export {}']))))
}

const CLICK = { type: 'act', action: { kind: 'click', target: 'e1' } } as const

it('has the errors of the page in it that were reported before the answer, though they come after it', async () => {
  const hands = await handsOnPage(1, 400)
  expect(await hands.answer(CLICK, NEVER)).toMatchObject({
    ok: true,
    text: expect.stringMatching(/^Clicked\n\[The page reports an error.*too many/),
  })
})

it('is there in the end where a page has said of reports what is not true', async () => {
  const hands = await handsOnPage(9, 400)
  expect(await hands.answer(CLICK, NEVER)).toMatchObject({
    text: expect.stringMatching(/^Clicked\n.*too many/),
  })
})
