/** Settings are taken from a file, after the person has seen what of them would change. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import { settingsFile } from './settings-file.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const settings = page.getByRole('dialog', { name: 'Settings' })

async function given(change: (text: string) => string) {
  const mounted = mountApp()
  await mounted.started
  mounted.app.dialog = 'settings'
  const { settingsNow } = mounted.fake
  const text = change(settingsFile({ ...settingsNow, theme: 'dark', maxTurns: 77, allowBypass: true }))
  await settings
    .getByLabelText('Settings file')
    .first()
    .upload(new File([text], 'vivarium-settings.json'))
  return mounted
}

it('shows what would change and takes it when the person says so', async () => {
  const { fake } = await given((text) => text)
  const changes = settings.getByRole('group', { name: 'Changes to the settings' })
  await expect.element(changes).toHaveTextContent(/maxTurns\s*200 77/)
  await expect.element(changes).toHaveTextContent(/Marked settings decide what the agent may do/)
  expect(fake.settingsNow).toMatchObject({ maxTurns: 200, allowBypass: false })
  await changes.getByRole('button', { name: 'Take these' }).click()
  await expect.element(settings.getByText('3 settings taken.')).toBeVisible()
  expect(fake.settingsNow).toMatchObject({ theme: 'dark', maxTurns: 77, allowBypass: true })
  await expect.element(settings.getByLabelText('Turns before it pauses')).toHaveValue(77)
})

it('has the number of calls at the same time in the form and in the file, within its bounds', async () => {
  const { fake } = await given((text) => text.replace('"parallelCalls": 10', '"parallelCalls": 4'))
  const changes = settings.getByRole('group', { name: 'Changes to the settings' })
  await expect.element(changes).toHaveTextContent(/parallelCalls\s*10 4/)
  await changes.getByRole('button', { name: 'Take these' }).click()
  const field = settings.getByLabelText('Calls at the same time')
  await expect.element(field).toHaveValue(4)
  await field.fill('2')
  await settings.getByLabelText('Turns before it pauses').click()
  await expect.poll(() => fake.settingsNow.parallelCalls).toBe(2)
  await expect.element(field).toHaveAttribute('max', '10')
})

it('takes nothing from a file of something else, and says so', async () => {
  const { fake } = await given(() => '{"theme":"dark"}')
  await expect
    .element(settings.getByRole('alert'))
    .toHaveTextContent('This file has no settings of Vivarium.')
  expect(fake.settingsNow.theme).toBe('system')
})

it('leaves what the person does not want', async () => {
  const { fake } = await given((text) => text)
  await settings.getByRole('button', { name: 'Leave them' }).click()
  await expect
    .element(settings.getByRole('group', { name: 'Changes to the settings' }))
    .not.toBeInTheDocument()
  expect(fake.settingsNow.maxTurns).toBe(200)
})
