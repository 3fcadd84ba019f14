/** A text delta on the wire to its paint in the transcript, against a bare reader that only appends text. */
import { test } from '../e2e/support/test.ts'
import { text } from '../e2e/model-server/turn.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const WORDS = size(40, 5)
const FRAME_MS = 1000 / 60
const TARGET_FRAMES = 2

declare global {
  interface Window {
    painted: Record<string, number>
    watching?: MutationObserver
  }
}

test('delta to paint', async ({ workbench, page, model }) => {
  // Words that occur nowhere else, each a delta of its own, further apart than a paint takes.
  const words = Array.from({ length: WORDS }, (_, index) => `w${String(index).padStart(3, '0')} `)
  model.setScript(() => ({ content: [text(words.join(''))], splitText: { size: 5 }, pace: { eventMs: 40 } }))
  await workbench.open()
  await workbench.configure(model)
  const run = async (start: () => Promise<unknown>, selector: string) => {
    await page.evaluate(watch, selector)
    const before = model.messageRequests().length
    await start()
    await test.expect
      .poll(() => page.evaluate(() => Object.values(window.painted).filter(Number.isFinite).length))
      .toBe(WORDS)
    const request = model.messageRequests()[before]
    const sent = (request?.sent ?? []).filter((event) => event.event === 'content_block_delta/text_delta')
    const painted = await page.evaluate(() => window.painted)
    return words.map((word, index) => (painted[word.trim()] ?? NaN) - (sent[index]?.at ?? NaN))
  }
  const ours = await run(() => workbench.send('Speak'), '[role=log]')
  const bare = await run(() => page.evaluate(readBare, { url: model.url, key: model.apiKey }), '#bare')
  const [mine, peers] = [median(ours) / FRAME_MS, median(bare) / FRAME_MS]
  report('delta-to-paint', [
    {
      what: 'text delta to paint, frames added to a bare reader',
      unit: 'frames',
      ours: mine,
      peer: 'a bare reader that appends text',
      peers,
      target: `${TARGET_FRAMES} frames added`,
      met: mine - peers <= TARGET_FRAMES,
    },
  ])
})

/** In the page: notes for each word when the frame that shows it has been drawn. */
function watch(selector: string): void {
  window.painted = {}
  if (selector === '#bare' && !document.querySelector('#bare')) {
    const bare = document.createElement('div')
    bare.id = 'bare'
    document.body.append(bare)
  }
  window.watching?.disconnect()
  window.watching = new MutationObserver(() => {
    // Looked up anew: the first message may replace what stood there before.
    const shown = (document.querySelector(selector)?.textContent ?? '').match(/w\d{3}/g) ?? []
    const fresh = shown.filter((word) => !(word in window.painted))
    for (const word of fresh) window.painted[word] = NaN
    requestAnimationFrame(() => {
      // The task after a frame's callbacks runs when the frame is on its way to the screen.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        for (const word of fresh) window.painted[word] = performance.timeOrigin + performance.now()
      }
      port2.postMessage(0)
    })
  })
  window.watching.observe(document.body, { childList: true, subtree: true, characterData: true })
}

async function readBare({ url, key }: { url: string; key: string }): Promise<void> {
  const response = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    },
    body: JSON.stringify({
      model: 'm',
      max_tokens: 1000,
      stream: true,
      messages: [{ role: 'user', content: 'Speak' }],
    }),
  })
  if (!response.ok) throw new Error(`The model server refused: ${await response.text()}`)
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  const target = document.querySelector('#bare')
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    for (const [, words] of decoder
      .decode(chunk.value, { stream: true })
      .matchAll(/"text":\s*"(w\d{3} )"/g)) {
      target?.append(words ?? '')
    }
  }
}
