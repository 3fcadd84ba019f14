/** Advice of a second model, by a call of our own. */
import { slice } from '../../src/testing/slice.ts'
import { asArray, asObject } from '../model-server/json.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const ADVICE = 'Take the second way, and look at the lock file first.'

for (const provider of slice(['Anthropic', 'OpenAI-compatible'] as const, 1)) {
  test(`is asked where the way forks, shown as its own, billed apart and limited (${provider})`, async ({
    workbench,
    model,
  }) => {
    const { page } = workbench
    const asks = (n: number) =>
      toolUse('Advisor', { question: `Way one or two? (${n})`, situation: 'Both were tried.' })
    model.setScript(({ body, results }) => {
      if (body['model'] === 'claude-opus-5-5') return { content: [text(ADVICE)] }
      const asked = results.length
      return { content: [asked < 2 ? asks(asked + 1) : text('I have taken the second way.')] }
    })
    await workbench.open()
    await workbench.configure(model, { provider })
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('combobox', { name: 'Advisor' }).fill('claude-opus-5-5')
    await dialog.getByRole('spinbutton', { name: 'Advice in a run' }).fill('1')
    await workbench.saveSettings()
    await workbench.ask('Decide')
    expect(model.rejections).toEqual([])

    const asked = model.messageRequests().map(({ body }) => asObject(body))
    expect(asked.filter((body) => body['model'] === 'claude-opus-5-5')).toHaveLength(1)
    expect(asArray(asked.find((body) => body['model'] === 'claude-opus-5-5')?.['tools'])).toEqual([])
    await expect(workbench.tool('Advisor').first()).toContainText('done')
    await expect(workbench.tool('Advisor').first()).toContainText('claude-opus-5-5')
    await expect(workbench.tool('Advisor').last()).toContainText('failed')
    // Folded: what it said is read by whoever opens it, and is nowhere among the agent's words.
    await expect(workbench.conversation.getByText(ADVICE)).toBeHidden()
    await expect(workbench.answers.last()).toContainText('I have taken the second way.')
    const events = await workbench.events()
    expect(events.filter(({ type }) => type === 'advice_given')).toMatchObject([{ model: 'claude-opus-5-5' }])
  })
}
