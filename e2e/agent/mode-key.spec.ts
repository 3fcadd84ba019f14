/** The key that changes the permission mode, while a run goes on: its next call is decided by the new mode. */
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const write = (name: string) => ({ content: [toolUse('Write', { file_path: name, content: 'x\n' })] })

test('the next call of a run is decided by the mode that the key has set', async ({ workbench, model }) => {
  model.setScript([
    write('asked.txt'),
    { ...write('accepted.txt'), hold: { name: 'second' } },
    { ...write('planned.txt'), hold: { name: 'third' } },
    { content: [text('Done.')] },
  ])
  await workbench.open()
  await workbench.configure(model, { autoAllow: false })
  const { page, composer, permission } = workbench
  const mode = page.getByRole('combobox', { name: 'Mode', exact: true })
  await workbench.send('Write three files')
  await permission.getByRole('button', { name: 'Allow once' }).click()

  await model.held('second')
  await composer.press('Alt+m')
  await expect(mode).toHaveValue('acceptEdits')
  await expect(page.locator('form.composer [aria-live]')).toHaveText('Mode: Accept edits')
  model.release('second')

  await model.held('third')
  await composer.press('Alt+m')
  await expect(mode).toHaveValue('plan')
  await expect(page.locator('form.composer [aria-live]')).toHaveText('Mode: Plan only')
  model.release('third')
  await expect(workbench.answers.last()).toContainText('Done.')

  const events = await workbench.events()
  expect(events.flatMap((event) => (event.type === 'tool_result' ? [event.outcome] : []))).toEqual([
    'done',
    'done',
    'denied',
  ])
  expect(events.filter(({ type }) => type === 'permission_requested')).toHaveLength(1)
  expect((await workbench.exec('ls')).stdout).toBe('accepted.txt\nasked.txt\n')
})

test('three quick presses are three steps, and the mode is there after a reload', async ({
  workbench,
  model,
}) => {
  await workbench.open()
  await workbench.configure(model)
  const { page, composer } = workbench
  const mode = page.getByRole('combobox', { name: 'Mode', exact: true })
  await composer.focus()
  await page.keyboard.down('Alt')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('m')
  await page.keyboard.up('Alt')
  await expect(mode).toHaveValue('auto')
  const changes = async () =>
    (await workbench.events()).flatMap((event) => (event.type === 'mode_changed' ? [event.mode] : []))
  await expect.poll(changes).toEqual(['acceptEdits', 'plan', 'auto'])
  await expect(composer).toHaveValue('')

  await workbench.send('/mode dontAsk')
  await expect(mode).toHaveValue('dontAsk')
  await page.reload()
  await expect(composer).toBeEditable()
  await expect(mode).toHaveValue('dontAsk')
  await composer.press('Alt+m')
  await expect(mode).toHaveValue('default')
})
