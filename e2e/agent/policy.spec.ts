/** A deployment's policy file: its rules, the modes and settings that it takes away, and one that cannot be used. */
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text, toolUse } from '../model-server/turn.ts'
import { startSite } from '../support/site.ts'
import { expect, test as base } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

/** Opens the app of a deployment with that policy file beside the build; a text is the file as it is. */
type Deploy = (policy: object | string) => Promise<Workbench>

const test = base.extend<{ deploy: Deploy }>({
  deploy: async ({ page }, use, info) => {
    const root = info.outputPath('dist')
    const closing: (() => Promise<void>)[] = [() => rm(root, { recursive: true, force: true })]
    await use(async (policy) => {
      await cp('dist', root, { recursive: true })
      const file = typeof policy === 'string' ? policy : JSON.stringify(policy)
      await writeFile(join(root, 'app/policy.json'), file)
      const site = await startSite({ root })
      closing.unshift(() => site.close())
      const workbench = new Workbench(page, site.url)
      await workbench.open()
      return workbench
    })
    for (const close of closing) await close()
  },
})

test('a build with the file that it ships says nothing of a policy', async ({ workbench }) => {
  const { page } = workbench
  await workbench.open()
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect(dialog.getByLabel('Model', { exact: true })).toBeEnabled()
  await expect(dialog).not.toContainText('by this deployment')
})

test('a command that the policy denies is denied in the mode that never asks', async ({
  deploy,
  page,
  model,
}) => {
  const workbench = await deploy({ permissions: { deny: ['Bash(npm publish:*)'] } })
  model.setScript([
    { content: [toolUse('Bash', { command: 'npm publish --dry-run' })] },
    { content: [toolUse('Bash', { command: 'touch made' })] },
    { content: [text('Done.')] },
  ])
  await workbench.configure(model)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('switch', { name: 'Offer the mode “Never ask”' }).click()
  await workbench.saveSettings()
  await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('bypassPermissions')
  await workbench.ask('Publish it')

  const events = await workbench.events()
  expect(events.flatMap((event) => (event.type === 'tool_result' ? [event.outcome] : []))).toEqual([
    'denied',
    'done',
  ])
  expect(events.some(({ type }) => type === 'permission_requested')).toBe(false)
  expect((await workbench.exec('ls')).stdout).toBe('made\n')
})

test('a closed mode is in neither the switch nor the settings, and the key steps over it', async ({
  deploy,
  page,
}) => {
  const workbench = await deploy({
    permissions: { disableBypassPermissionsMode: 'disable', disableAutoMode: 'disable' },
  })
  const mode = page.getByRole('combobox', { name: 'Mode', exact: true })
  const open = ['default', 'acceptEdits', 'plan', 'dontAsk']
  const offered = (of: typeof mode) =>
    of.locator('option').evaluateAll((options) => options.map((option) => option.getAttribute('value')))
  await expect
    .poll(() => mode.evaluate((select: HTMLSelectElement) => [...select.options].map(({ value }) => value)))
    .toEqual(open)
  for (const step of ['acceptEdits', 'plan', 'default']) {
    await workbench.composer.press('Alt+m')
    await expect(mode).toHaveValue(step)
  }
  await workbench.send('/mode bypassPermissions')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(mode).toHaveValue('default')
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const field = dialog.getByRole('combobox', { name: 'Permission mode' })
  await expect.poll(() => offered(field)).toEqual(open)
  await expect(dialog.getByRole('switch', { name: 'Offer the mode “Never ask”' })).toBeDisabled()
})

test('a file with a key that nothing enforces stops the agent, and the message stays', async ({
  deploy,
  page,
  model,
}) => {
  const workbench = await deploy({ hooks: {} })
  await workbench.configure(model)
  const banner = page.getByRole('alert').filter({ hasText: 'The policy of this deployment cannot be used' })
  await expect(banner).toContainText('"hooks"')
  await expect(banner.getByRole('button', { name: 'Reload' })).toBeVisible()
  await workbench.send('Make a file')
  await expect(workbench.composer).toHaveValue('Make a file')
  await expect(page.getByRole('alert')).toHaveCount(2)
  expect(model.messageRequests()).toEqual([])
  expect((await workbench.events()).some(({ type }) => type === 'run_started')).toBe(false)
})

test('a fixed model is shown, cannot be changed, and answers', async ({ deploy, page, model }) => {
  const workbench = await deploy({ model: 'claude-opus-4-6', env: { POLICY_VARIABLE: 'value-of-it' } })
  model.setScript([{ content: [text('Here.')] }])
  await workbench.configure(model)
  await expect(page.getByRole('combobox', { name: 'Answered by' })).toBeDisabled()
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const field = dialog.getByLabel('Model', { exact: true })
  await expect(field).toBeDisabled()
  await expect(field).toHaveValue('claude-opus-4-6')
  await expect(field).toHaveAccessibleDescription('Fixed by this deployment.')
  await dialog.getByText('Some of these settings are fixed by this deployment.').click()
  await expect(dialog.getByText('POLICY_VARIABLE')).toBeVisible()
  await expect(dialog).not.toContainText('value-of-it')
  await workbench.saveSettings()
  await workbench.send('/model claude-haiku-4-5')
  await expect(page.getByRole('status', { name: '/model' })).not.toContainText('answers from now on')
  expect((await workbench.exec('echo "$POLICY_VARIABLE"')).stdout).toBe('value-of-it\n')
  await workbench.ask('Who are you?')
  expect(model.messageRequests().map(({ body }) => JSON.stringify(body))).toEqual([
    expect.stringContaining('"model":"claude-opus-4-6"'),
  ])
})
