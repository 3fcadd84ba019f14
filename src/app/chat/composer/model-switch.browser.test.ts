/** The model and how much it thinks, chosen beside the message. */
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'

afterEach(unmountApp)

const composer = () => page.getByRole('textbox', { name: 'Message' })

it('changes what answers and how much it thinks, and shows what is set elsewhere', async () => {
  const { started, fake, app } = mountApp((agent) => {
    agent.settingsNow = { ...agent.settingsNow, model: 'a-model-of-mine', thinkingTokens: 5_000 }
  })
  await started
  const model = page.getByRole('combobox', { name: 'Answered by' })
  const effort = page.getByRole('combobox', { name: 'Effort' })
  await expect.element(model).toHaveValue('a-model-of-mine')
  await expect.element(effort).toHaveValue('5000')
  await effort.selectOptions('Thinking: High')
  await expect.poll(() => fake.settingsNow.thinkingTokens).toBe(32_768)
  const other = [...(model.element() as HTMLSelectElement).options].at(-1)?.value ?? '' // it is a select
  expect(other).not.toBe('a-model-of-mine')
  await model.selectOptions(other)
  await expect.poll(() => fake.settingsNow.model).toBe(other)
  await app.settings.update({ thinkingTokens: 0 })
  await expect.element(effort).toHaveValue('0')
})

it.each([390, 320])('leaves room for all of the row at %d pixels', async (width) => {
  await page.viewport(width, 700)
  const { started } = mountApp()
  await started
  await composer().fill('Hello')
  await expect.element(page.getByRole('combobox', { name: 'Effort' })).toBeVisible()
  const row = ['Mode', 'Answered by', 'Effort'].map((name) => page.getByRole('combobox', { name }).element())
  const send = page.getByRole('button', { name: 'Send' }).element().getBoundingClientRect()
  expect(send.right).toBeLessThanOrEqual(width)
  for (const element of row) expect(element.getBoundingClientRect().width).toBeGreaterThan(44)
})

it('leaves what a message says of its limit in sight on a phone', async () => {
  await page.viewport(390, 700)
  const { started } = mountApp()
  await started
  await expect.element(page.getByRole('combobox', { name: 'Effort' })).toBeVisible()
  await composer().fill('+500k Mend it')
  const hint = document.querySelector('.hint.kept')
  expect(hint?.getBoundingClientRect().width).toBeGreaterThan(60)
})
