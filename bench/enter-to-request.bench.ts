/** Enter pressed to the first request on the wire, against a bare fetch from the same page. */
import { test } from '../e2e/support/test.ts'
import { text } from '../e2e/model-server/turn.ts'
import { pressEnter } from './support/press-enter.ts'
import { median, report } from './support/result.ts'
import { size } from './support/size.ts'

const ROUNDS = size(10, 1)
const TARGET_MS = 100

test('enter to request', async ({ workbench, page, model }) => {
  model.setScript(() => ({ content: [text('Yes.')] }))
  await workbench.open()
  await workbench.configure(model)
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await workbench.composer.fill(`Question ${round}`)
    const pressed = await pressEnter(page)
    const requests = await model.waitForRequests(round + 1)
    ours.push((requests.at(-1)?.arrivedAt ?? NaN) - pressed)
    const sent = await page.evaluate(async (url) => {
      const start = performance.timeOrigin + performance.now()
      await fetch(`${url}/v1/models`, {
        headers: { 'x-api-key': 'test-key', 'anthropic-version': '2023-06-01' },
      })
      return start
    }, model.url)
    bare.push((model.requests.findLast((request) => request.path === '/v1/models')?.arrivedAt ?? NaN) - sent)
    await test.expect.poll(() => workbench.runsEnded()).toBe(round + 1)
  }
  const [mine, peers] = [median(ours), median(bare)]
  report('enter-to-request', [
    {
      what: 'Enter to the first request on the wire',
      unit: 'ms',
      ours: mine,
      peer: 'a bare fetch from the page',
      peers,
      target: `${TARGET_MS} ms`,
      met: mine <= TARGET_MS,
    },
  ])
})
