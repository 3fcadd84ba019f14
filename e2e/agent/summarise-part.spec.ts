/** The user has a part of the conversation summarised, looks at the summary before it counts, and takes it back. */
import { asArray, asObject } from '../model-server/json.ts'
import type { ModelServer } from '../model-server/contract.ts'
import type { Brain } from '../model-server/script.ts'
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const REQUESTS = ['Tell me about foxes', 'Tell me about owls', 'Tell me about hares'] as const
const FOCUS = 'the weight of the owl'
const SUMMARY = 'The heaviest of the owls was said to weigh 4,100 grams.'

/** Answers at length; a summary is short. */
const teller: Brain = ({ body }) => {
  const asked = JSON.stringify(asArray(body['messages']).at(-1))
  if (asked.includes('about to be cut here'))
    return {
      content: [text(`<summary>\n- The person asks to be told about owls.\n- ${SUMMARY}\n</summary>`)],
    }
  const animal =
    REQUESTS.findLast((request) => asked.includes(request))
      ?.split(' ')
      .at(-1) ?? 'all of it'
  return { content: [text(`About ${animal}. ${`There is much to say of ${animal}. `.repeat(300)}`)] }
}

/** Messages of the last request, each as its bytes. */
function lastMessages(model: ModelServer): readonly string[] {
  return asArray(asObject(model.messageRequests().at(-1)?.body)['messages']).map((message) => {
    const { role, content } = asObject(message)
    // The mark of the cache moves on with each request.
    return JSON.stringify({ role, content }, (key, value: unknown) =>
      key === 'cache_control' ? undefined : value,
    )
  })
}

test('a part becomes a summary once it was looked at, and its messages are back after an undo', async ({
  workbench,
  model,
}) => {
  const { page, conversation } = workbench
  model.setScript(teller)
  await workbench.open()
  await workbench.configure(model)
  for (const request of REQUESTS) await workbench.ask(request)
  const before = lastMessages(model)

  await conversation.getByRole('article', { name: 'You' }).last().hover()
  await conversation.getByRole('button', { name: 'Summarise up to here' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Summarise' })
  await expect(dialog.getByLabel('Up to')).toHaveValue(/./)
  await dialog.getByLabel('From').selectOption({ label: REQUESTS[1] })
  await dialog.getByLabel('Keep in particular').fill(FOCUS)
  await expect(dialog.getByRole('status')).toContainText('1 message of yours')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog).toBeHidden()
  const card = conversation.getByRole('region', { name: 'A summary to look at' })
  await expect(card).toContainText(SUMMARY)
  await expect(card).toContainText(FOCUS)
  await expect(card.getByRole('heading')).toBeInViewport()
  // No answer has named a weight; that it was about owls stands there.
  await expect(card).toContainText('4,100 does not stand in the log')
  await expect(card).toContainText('Checked against the log: 2 lines, 1 of them with sources · 1 remark')
  await card
    .getByRole('link', { name: /^Source #\d+$/ })
    .first()
    .click()
  await expect(conversation.getByText(REQUESTS[1], { exact: true })).toBeInViewport()
  const asked = lastMessages(model)
  expect(asked.at(-1)).toContain(FOCUS)

  await page.reload()
  await expect(card).toContainText(SUMMARY)
  await expect(workbench.status).toHaveText('ready')
  const requests = model.messageRequests().length
  await card.getByRole('button', { name: 'Use it' }).click()
  await expect(card).toBeHidden()
  await expect(conversation.getByText(/messages summarised as you asked/)).toBeVisible()
  expect(model.messageRequests()).toHaveLength(requests)

  await workbench.ask('Carry on')
  const after = lastMessages(model)
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
  const sent = after.join('\n')
  const places = [REQUESTS[0], SUMMARY, REQUESTS[2], 'Carry on'].map((part) => sent.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(sent).not.toContain('There is much to say of owls')
  expect(sent).toContain('There is much to say of hares')

  await conversation.getByRole('button', { name: 'Undo' }).click()
  await expect(conversation.getByText('· taken back')).toBeVisible()
  await workbench.ask('And on')
  const undone = lastMessages(model)
  expect(undone.slice(0, before.length)).toEqual(before)
  expect(undone.join('\n')).not.toContain(SUMMARY)
  expect(undone.join('\n')).toContain('Carry on')
  expect(model.rejections).toEqual([])
})
