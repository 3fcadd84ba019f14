/** Enter pressed to the first request of a session that is told 500 notes, against one whose memory is switched off. */
import type { ModelServer } from '../../e2e/model-server/contract.ts'
import { text } from '../../e2e/model-server/turn.ts'
import { test } from '../../e2e/support/test.ts'
import type { Workbench } from '../../e2e/support/workbench.ts'
import { pressEnter } from '../support/press-enter.ts'
import { median, report } from '../support/result.ts'
import { size } from '../support/size.ts'

const ROUNDS = size(15, 1)
const NOTES = size(500, 5)
const TARGET_MS = 10
/** Milliseconds from the opened session to Enter: the notes are read ahead meanwhile, as for anybody who types. */
const TYPING_MS = size(1_000, 0)

test('start of a session with notes', async ({ workbench, page, model }) => {
  model.setScript(() => ({ content: [text('Yes.')] }))
  await workbench.open()
  await workbench.configure(model)
  await page.evaluate(async (count) => {
    for (let at = 0; at < count; at++)
      await window.vivarium.memory.write(
        `everywhere/note-${at}.md`,
        `---\nname: Note ${at}\ndescription: How part ${at} is tested\ntype: project\n---\nPart ${at} is tested by src/part-${at}.ts alone.\n\nWhy: the whole takes an hour.\n`,
      )
  }, NOTES)
  const [on, off]: [number[], number[]] = [[], []]
  // The first of each loads code.
  for (let round = -1; round < ROUNDS; round++)
    for (const isOn of [true, false]) {
      const taken = await firstRequest(workbench, model, isOn)
      if (round >= 0) (isOn ? on : off).push(taken)
    }
  const [mine, without] = [median(on), median(off)]
  report('memory-start', [
    {
      what: `Enter to the first request of a session that is told ${NOTES} notes`,
      unit: 'ms',
      ours: mine,
      peer: 'the same with the memory switched off',
      peers: without,
      target: `${TARGET_MS} ms more`,
      met: mine - without <= TARGET_MS,
    },
  ])
})

/** Milliseconds from Enter to the arrival of the request. */
async function firstRequest(workbench: Workbench, model: ModelServer, isOn: boolean): Promise<number> {
  const { page } = workbench
  await page.getByRole('button', { name: 'New session' }).first().click()
  await test.expect(workbench.answers).toHaveCount(0)
  // The new session is open.
  await test
    .expect(() => page.evaluate((is) => window.vivarium.memory.setEnabled(is), isOn))
    .toPass({ intervals: [50] })
  const before = model.messageRequests().length
  await workbench.composer.fill('Is it known?')
  // A person takes longer to type.
  await page.waitForTimeout(TYPING_MS)
  const pressed = await pressEnter(page)
  await test.expect.poll(() => model.messageRequests().length).toBe(before + 1)
  // Its body comes after it.
  await test.expect.poll(() => workbench.runsEnded()).toBe(1)
  const request = model.messageRequests().at(-1)
  test.expect(JSON.stringify(request?.body).includes('<memory-notes>')).toBe(isOn)
  return (request?.arrivedAt ?? NaN) - pressed
}
