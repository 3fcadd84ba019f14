/** The three ways to begin, each to the point where the agent has the first message or the tour plays. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from '../testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const way = (name: string) => page.getByRole('list', { name: 'Ways to begin' }).getByRole('button', { name })
const settings = page.getByRole('dialog', { name: 'Settings' })

async function first() {
  const { fake, started } = mountApp((agent) => {
    agent.settingsNow = { ...agent.settingsNow, provider: 'anthropic', baseUrl: 'https://api.anthropic.com' }
  })
  await started
  return fake
}

async function say(text: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await userEvent.keyboard('{Enter}')
}

describe('whoever has no key yet', () => {
  it('adds one, and is asked for nothing more', async () => {
    const fake = await first()
    await way('Add your key').click()
    await settings.getByLabelText('API key').first().fill('sk-ant-12345678')
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => fake.keyHint).toBe('5678')
    await userEvent.keyboard('{Escape}')
    await expect.element(settings).not.toBeInTheDocument()
    await expect.element(page.getByRole('list', { name: 'Ways to begin' })).not.toBeInTheDocument()
    await say('hello')
    await expect.poll(() => fake.calls.at(-1)).toBe('send: hello')
  })

  it('takes a model on this machine, whose address and name can be changed at once', async () => {
    const fake = await first()
    await way('Use a model on this machine').click()
    await expect.element(settings).toBeVisible()
    expect(fake.settingsNow).toMatchObject({ provider: 'openai', baseUrl: 'http://localhost:11434/v1' })
    await expect.element(settings.getByLabelText('Base URL')).toHaveValue('http://localhost:11434/v1')
    await settings.getByLabelText('Base URL').fill('http://localhost:1234/v1')
    await userEvent.keyboard('{Tab}')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('list', { name: 'Ways to begin' })).not.toBeInTheDocument()
    await say('hello')
    await expect.poll(() => fake.calls.at(-1)).toBe('send: hello')
  })

  it('takes the tour', async () => {
    const fake = await first()
    await way('Take the tour').click()
    await expect.poll(() => fake.calls.includes('open: recording')).toBe(true)
    expect(fake.keyHint).toBe('')
  })
})
