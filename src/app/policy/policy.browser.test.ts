/** The policy of a deployment on the screen: refused, in force, and the choices that it takes away. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PolicyInForce } from '../../agent/protocol/calls/policy.ts'
import { fail } from '../../sandbox/contract/errors.ts'
import type { FakeAgent } from '../testing/fake-agent/fake-agent.ts'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import { POLICY, REFUSED_POLICY } from '../testing/policies.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const settings = page.getByRole('dialog', { name: 'Settings' })
const modeSwitch = page.getByRole('combobox', { name: 'Mode', exact: true })
const composer = page.getByRole('textbox', { name: 'Message' })
const FIXED = 'Fixed by this deployment.'

const optionsOf = (select: Element) => [...select.querySelectorAll('option')].map(({ value }) => value)

/** An app whose worker has read that policy, and has its values among the settings. */
async function under(policy: PolicyInForce, prepare: (fake: FakeAgent) => void = () => undefined) {
  const mounted = mountApp((fake) => {
    fake.policy = policy
    fake.settingsNow = { ...fake.settingsNow, ...policy.fixed }
    prepare(fake)
  })
  await mounted.started
  return mounted
}

describe('a refused policy', () => {
  it('is said with its problem and who is to be told', async () => {
    const { started } = mountApp((fake) => (fake.policy = REFUSED_POLICY))
    await started
    const banner = page.getByRole('alert')
    await expect
      .element(banner)
      .toHaveTextContent(
        'The policy of this deployment cannot be used, so the agent does not start: The file sets "hooks", which this version of Vivarium cannot enforce.',
      )
    await expect
      .element(banner)
      .toHaveTextContent(
        'Tell the operator of this deployment. The file is https://vivarium.example/policy.json.',
      )
    await expect.element(banner.getByRole('button', { name: 'Reload' })).toBeVisible()
  })

  it('leaves a message that the worker refuses in the composer', async () => {
    const { fake, started } = mountApp((agent) => {
      agent.policy = REFUSED_POLICY
      agent.agent.runs.say = async () => fail('not_permitted', 'The policy cannot be used.')
    })
    await started
    await composer.fill('Make it work')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('The policy cannot be used.')).toBeVisible()
    await expect.element(composer).toHaveValue('Make it work')
    expect(fake.emitted('run_started')).toEqual([])
  })

  it('goes from the screen when a later one is in force', async () => {
    const { fake, started } = mountApp((agent) => (agent.policy = REFUSED_POLICY))
    await started
    await expect.element(page.getByRole('alert')).toBeVisible()
    fake.notice({ type: 'policy', state: POLICY })
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('does not widen a narrow screen', async () => {
    await page.viewport(390, 844)
    const { started } = mountApp((fake) => (fake.policy = REFUSED_POLICY))
    await started
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
  })
})

describe('a policy in force', () => {
  it('is listed above the settings, without the values of variables', async () => {
    const { app } = await under(POLICY)
    app.dialog = 'settings'
    const note = settings.getByText('Some of these settings are fixed by this deployment.')
    await note.click()
    await expect.element(settings.getByText('Policy file')).toBeVisible()
    const text = () => document.querySelector('details.policy')?.textContent.replaceAll(/\s+/g, ' ')
    for (const part of [
      'Policy file https://vivarium.example/policy.json',
      'Never allowed Bash(npm publish:*)Read(./.env)',
      'Always asked Bash(git push:*)',
      'Always allowed Bash(npm test:*)',
      'Closed modes Ask a classifier firstNever ask',
      'Available models opussonnet',
      'Denied models claude-sonnet-4-0',
      'Variables of programs HTTPS_PROXY',
      'Only its rules allow anything',
    ])
      expect(text()).toContain(part)
    expect(document.body.textContent).not.toContain('secret@proxy')
    expect(text()).not.toContain('cached copy')
    expect(text()).not.toContain('Mode of new sessions')
  })

  it('says that it is a cached copy, and leaves out what it does not set', async () => {
    const { app } = await under({ ...POLICY, isCached: true, onlyItsAllows: false, deniedModels: [] })
    app.dialog = 'settings'
    await settings.getByText('Some of these settings are fixed by this deployment.').click()
    await expect.element(settings.getByText('A cached copy of an earlier visit')).toBeVisible()
    await expect.element(settings.getByText('Denied models')).not.toBeInTheDocument()
    await expect.element(settings.getByText('Only its rules allow anything')).not.toBeInTheDocument()
  })

  it.each([
    ['textbox', 'Model'],
    ['textbox', 'Fallback model'],
    ['textbox', 'Advisor'],
    ['switch', 'Summarise what no longer fits'],
    ['switch', 'Keep the prompt cached for an hour'],
    ['switch', 'Offer the mode “Never ask”'],
  ])('disables the %s %s, and says why', async (role, name) => {
    const { app } = await under(POLICY)
    app.dialog = 'settings'
    const field =
      role === 'switch'
        ? settings.getByRole('switch', { name })
        : settings.getByLabelText(name, { exact: true })
    await expect.element(field).toBeDisabled()
    await expect.element(field).toHaveAccessibleDescription(FIXED)
  })

  it('shows the values that it fixes, and stores nothing when the dialog is closed', async () => {
    const { app, fake } = await under(POLICY)
    // As after a notice that came before the settings were read again.
    fake.settingsNow = { ...fake.settingsNow, model: 'my-own' }
    await app.settings.load()
    app.dialog = 'settings'
    await expect.element(settings.getByLabelText('Model', { exact: true })).toHaveValue('claude-opus-4-6')
    await settings.getByRole('button', { name: 'Done' }).click()
    await expect.element(settings).not.toBeInTheDocument()
    expect(fake.calls.filter((call) => call.startsWith('settings:'))).toEqual([])
  })

  it('leaves all fields free that it does not fix', async () => {
    const { app } = await under({ ...POLICY, fixed: {}, closedModes: [] })
    app.dialog = 'settings'
    for (const name of ['Model', 'Fallback model', 'Advisor', 'Permission mode'])
      await expect.element(settings.getByLabelText(name, { exact: true })).toBeEnabled()
    await expect.element(settings.getByRole('switch', { name: 'Offer the mode “Never ask”' })).toBeEnabled()
    expect(document.body.textContent).not.toContain(FIXED)
  })

  it('keeps closed modes from the switch, the key and the settings, though their switch is on', async () => {
    const { app, fake } = await under(POLICY, (agent) => {
      agent.settingsNow = { ...agent.settingsNow, allowBypass: true }
    })
    await expect
      .poll(() => optionsOf(modeSwitch.element()))
      .toEqual(['default', 'acceptEdits', 'plan', 'dontAsk'])
    for (const mode of ['acceptEdits', 'plan', 'default']) {
      await userEvent.keyboard('{Alt>}m{/Alt}')
      await expect.element(modeSwitch).toHaveValue(mode)
    }
    expect(fake.emitted('mode_changed').map(({ mode }) => mode)).toEqual(['acceptEdits', 'plan', 'default'])
    app.dialog = 'settings'
    const select = settings.getByLabelText('Permission mode')
    await expect.element(select).toBeEnabled()
    expect(optionsOf(select.element())).toEqual(['default', 'acceptEdits', 'plan', 'dontAsk'])
    await expect
      .element(settings.getByRole('switch', { name: 'Offer the mode “Never ask”' }))
      .not.toBeChecked()
  })

  it('begins sessions in its own mode, which the settings show as fixed', async () => {
    const { app } = await under({ ...POLICY, defaultMode: 'plan' })
    await expect.element(modeSwitch).toHaveValue('plan')
    app.dialog = 'settings'
    const select = settings.getByLabelText('Permission mode')
    await expect.element(select).toHaveValue('plan')
    await expect.element(select).toBeDisabled()
    await expect.element(select).toHaveAccessibleDescription(FIXED)
  })

  it('fixes the model beside the message, too', async () => {
    await under(POLICY)
    const model = page.getByRole('combobox', { name: 'Answered by' })
    await expect.element(model).toHaveValue('claude-opus-4-6')
    await expect.element(model).toBeDisabled()
    await expect.element(model).toHaveAttribute('title', FIXED)
  })

  it('has the settings read again, which have its values then', async () => {
    const { app, fake, started } = mountApp()
    await started
    fake.settingsNow = { ...fake.settingsNow, ...POLICY.fixed }
    fake.notice({ type: 'policy', state: POLICY })
    await expect.poll(() => app.settings.values?.model).toBe('claude-opus-4-6')
    fake.settingsNow = { ...fake.settingsNow, model: 'my-own' }
    fake.notice({ type: 'policy', state: { status: 'none' } })
    await expect.poll(() => app.settings.values?.model).toBe('my-own')
  })

  it('does not widen the settings on a narrow screen', async () => {
    await page.viewport(390, 844)
    const long = `Bash(${'a'.repeat(200)}:*)`
    const { app } = await under({ ...POLICY, rules: { ...POLICY.rules, deny: [long] } })
    app.dialog = 'settings'
    await settings.getByText('Some of these settings are fixed by this deployment.').click()
    await expect.element(settings.getByText(long)).toBeVisible()
    const form = document.querySelector('.dialog.settings .form')
    expect(form?.scrollWidth).toBe(form?.clientWidth)
    expect(document.documentElement.scrollWidth).toBe(390)
  })
})

describe('/status', () => {
  it.each([
    ['none', { status: 'none' } as const],
    ['https://vivarium.example/policy.json', POLICY],
    ['https://vivarium.example/policy.json, a cached copy', { ...POLICY, isCached: true }],
    ['https://vivarium.example/policy.json, refused', REFUSED_POLICY],
  ])('has the policy: %s', async (said, policy) => {
    const { started } = mountApp((fake) => (fake.policy = policy))
    await started
    await composer.fill('/status')
    await userEvent.keyboard('{Escape}{Enter}')
    const output = page.getByRole('status', { name: '/status' })
    const rows = () =>
      [...output.element().querySelectorAll('tr')].map((row) => row.textContent.trim().replace(/\s+/g, ' '))
    await expect.poll(() => rows().filter((row) => row.startsWith('Policy'))).toEqual([`Policy ${said}`])
  })
})
