/** Commands, mentions, the palette and shortcuts, as a person uses them. */
import { text } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import type { Workbench } from '../support/workbench.ts'

async function withFiles(workbench: Workbench): Promise<void> {
  await workbench.open()
  await expect(workbench.page.getByText('Sandbox ready')).toBeVisible()
  await workbench.exec(
    'mkdir -p src/deep && echo 1 > src/deep/schedule.ts && echo 2 > "src/my notes.md" && echo 3 > a.js',
  )
}

test('a command is found by a few letters, runs with Enter, and one that does not exist loses nothing', async ({
  workbench,
}) => {
  await withFiles(workbench)
  const { page, composer } = workbench
  const list = page.getByRole('listbox', { name: 'Commands' })
  await composer.press('/')
  await expect(list.getByRole('option').first()).toBeVisible()
  await composer.pressSequentially('stat')
  await expect(list.getByRole('option').first()).toContainText('/status')
  await composer.press('Enter')
  const said = page.getByRole('status', { name: '/status' })
  await expect(said).toContainText('embedded')
  await expect(composer).toHaveValue('')
  await said.getByRole('button', { name: /Close/ }).click()
  await expect(said).toBeHidden()

  await workbench.send('/statuss now')
  await expect(page.getByRole('alert')).toContainText('There is no command /statuss.')
  await expect(page.getByRole('alert')).toContainText('Did you mean /status?')
  await expect(composer).toHaveValue('/statuss now')
  await composer.fill('')

  await workbench.send('/rename Of commands')
  await expect(page.getByText('Of commands')).toBeVisible()
  await workbench.send('/theme dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await workbench.send('/effort enormous')
  await expect(page.getByRole('status', { name: '/effort' })).toContainText('There is no effort “enormous”')
  await workbench.send('/plan')
  await expect(page.getByRole('combobox', { name: 'Mode' })).toHaveValue('plan')
  expect((await workbench.events()).some(({ type }) => type === 'user_message')).toBe(false)
})

test('a file is mentioned by a few letters, a line is run in the terminal, a message is called back', async ({
  workbench,
  model,
}) => {
  model.setScript([{ content: [text('I see.')] }])
  await workbench.open()
  await workbench.configure(model)
  await withFiles(workbench)
  const { page, composer } = workbench
  const list = page.getByRole('listbox', { name: 'Files' })
  await composer.pressSequentially('Look at @sched')
  await expect(list.getByRole('option').first()).toContainText('schedule.ts')
  await composer.press('Tab')
  await expect(composer).toHaveValue('Look at @src/deep/schedule.ts ')
  await composer.pressSequentially('and @notes')
  await expect(list.getByRole('option').first()).toContainText('my notes.md')
  await composer.press('Enter')
  await expect(composer).toHaveValue('Look at @src/deep/schedule.ts and @"src/my notes.md" ')
  await composer.press('Enter')
  await expect(workbench.answers.last()).toContainText('I see.')
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain('Look at @src/deep/schedule.ts and')

  await composer.press('ArrowUp')
  await expect(composer).toHaveValue('Look at @src/deep/schedule.ts and @"src/my notes.md"')
  await composer.press('ArrowDown')
  await expect(composer).toHaveValue('')

  await workbench.send('!echo from-the-composer > made.txt\ncat made.txt')
  await expect(page.getByRole('tab', { name: 'Terminal' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => (await workbench.exec('cat made.txt')).stdout).toBe('from-the-composer\n')
})

test('the palette does everything by name, and its keys can be changed', async ({ workbench }) => {
  await withFiles(workbench)
  const { page, composer } = workbench
  await composer.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const field = palette.getByRole('combobox', { name: 'Commands' })
  await expect(field).toBeFocused()
  // An unavailable command says why, and does nothing.
  await field.fill('copy')
  await expect(palette.getByRole('option', { selected: true })).toContainText('Nothing was said yet.')
  await field.press('Enter')
  await expect(palette).toBeVisible()
  await field.fill('sched')
  await palette.getByRole('option', { name: /schedule\.ts/ }).click()
  await expect(page.getByRole('tab', { name: 'Editor' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('.cm-content')).toContainText('1')

  await page.keyboard.press('Control+k')
  await field.fill('keybindings')
  await field.press('Enter')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByRole('button', { name: /keys of .context/ }).click()
  await page.keyboard.press('Control+k')
  await expect(keys.getByRole('status')).toContainText('/help has Ctrl+K already.')
  await page.keyboard.press('x')
  await expect(keys.getByRole('status')).toContainText('A shortcut needs Ctrl, Alt or Command')
  await page.keyboard.press('Alt+x')
  await expect(keys.getByRole('button', { name: /keys of .context/ })).toContainText('Alt+X')
  await keys.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(composer).toBeEditable()
  await expect(page.getByText('Sandbox ready')).toBeVisible()
  await composer.press('Alt+x')
  await expect(page.getByRole('dialog', { name: /context/i })).toBeVisible()
})
