/** Enter pressed to the request of a message, while an agent looks back on the work before it, against a look that is over. */
import type { ModelServer } from '../../e2e/model-server/contract.ts'
import { text } from '../../e2e/model-server/turn.ts'
import type { Fault } from '../../e2e/model-server/turn.ts'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { test } from '../../e2e/support/test.ts'
import type { Workbench } from '../../e2e/support/workbench.ts'
import { pressEnter } from '../support/press-enter.ts'
import { median, report } from '../support/result.ts'
import { size } from '../support/size.ts'

const ROUNDS = size(6, 1)
const TARGET_MS = 20
/** Milliseconds until the look begins, and some more. */
const UNTIL_LOOK_MS = patience(60_000)

/** The answer never ends. */
const HANGS: Fault = { kind: 'stall', at: { events: 1 }, ms: 'forever' }

test('a message while work is looked back on', async ({ workbench, model }) => {
  test.setTimeout(UNTIL_LOOK_MS * 3 * (ROUNDS + 2))
  model.setScript(() => ({ content: [text('Yes.')] }))
  await workbench.open()
  await workbench.configure(model)
  const [looking, idle]: [number[], number[]] = [[], []]
  // The first of each loads code.
  for (let round = -1; round < ROUNDS; round++)
    for (const isUnderWay of [true, false]) {
      const taken = await secondRequest(workbench, model, isUnderWay)
      if (round >= 0) (isUnderWay ? looking : idle).push(taken)
    }
  const [mine, without] = [median(looking), median(idle)]
  report('learning-delay', [
    {
      what: 'Enter to the request of a message, while the work before it is looked back on',
      unit: 'ms',
      ours: mine,
      peer: 'the same when the look is over',
      peers: without,
      target: `${TARGET_MS} ms more`,
      met: mine - without <= TARGET_MS,
    },
  ])
})

/** Milliseconds from Enter to the arrival of the second message's request in a new session. */
async function secondRequest(workbench: Workbench, model: ModelServer, isUnderWay: boolean): Promise<number> {
  const { page } = workbench
  model.setNoteTaker(() => ({ content: [text('Nothing.')], ...(isUnderWay && { fault: HANGS }) }))
  await page.getByRole('button', { name: 'New session' }).first().click()
  await test.expect(workbench.answers).toHaveCount(0)
  await workbench.ask('Use tabs in this project, never spaces.')
  const before = model.messageRequests().length
  const notes = model.noteRequests().length
  await test.expect.poll(() => model.noteRequests().length, { timeout: UNTIL_LOOK_MS }).toBe(notes + 1)
  if (!isUnderWay) await test.expect.poll(() => looksEnded(workbench)).toBe(1)
  await workbench.composer.fill('And now the second file.')
  const pressed = await pressEnter(page)
  await test.expect.poll(() => model.messageRequests().length).toBe(before + 1)
  return (model.messageRequests().at(-1)?.arrivedAt ?? NaN) - pressed
}

async function looksEnded(workbench: Workbench): Promise<number> {
  return (await workbench.events()).filter((event) => event.type === 'memory_learned').length
}
