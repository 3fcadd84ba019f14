/** A project that is imported again, a commit later: recognised, asked about once, and continued as the user says. */
import { strToU8, unzipSync, zipSync } from 'fflate'
import { bringProject } from '../support/bring-project.ts'
import { pictures } from '../support/pictures.ts'
import { expect, test } from '../support/test.ts'
import { toolUse, text } from '../model-server/turn.ts'

const COMMIT = 'git -c user.name=A -c user.email=a@b.c commit -qam'
const RULE = 'Bash(touch:*)'

/** With files that steer an agent, which no program may put into an export. */
function withSteering(zip: Uint8Array, instructions: string): Uint8Array {
  const settings = JSON.stringify({ permissions: { allow: ['Bash(mkdir:*)'] } })
  return zipSync({
    ...unzipSync(zip),
    'CLAUDE.md': strToU8(instructions),
    '.claude/settings.json': strToU8(settings),
  })
}

test('is recognised by its history, and takes along what is ticked', async ({ workbench, model }) => {
  const { page } = workbench
  await workbench.open()
  await workbench.configure(model, { autoAllow: false })
  await workbench.exec(`git init -q . && echo 1 > app.js && echo 2 > lib.js && git add -A && ${COMMIT} first`)
  const first = withSteering(await workbench.exportZip(), 'Rules.')
  // Every file is another one: only the history tells that it is the same.
  await workbench.exec(`echo 10 > app.js && echo 20 > lib.js && ${COMMIT} second`)
  const second = await workbench.exportZip()

  const explain = (command: string) =>
    page.evaluate((line) => window.vivarium.permission.explain('Bash', { command: line }), command)
  await bringProject(workbench, 'shop.zip', first)
  await page.getByRole('button', { name: 'See what they do' }).click()
  await page.getByRole('button', { name: 'Trust these settings' }).click()
  model.setScript([{ content: [toolUse('Bash', { command: 'touch made' })] }, { content: [text('Ready.')] }])
  await workbench.send('Make it')
  await workbench.permission.getByRole('textbox', { name: 'Rule' }).fill(RULE)
  await workbench.permission.getByRole('button', { name: 'Always allow' }).click()
  await expect(workbench.answers.last()).toContainText('Ready.')
  const lib = workbench.files.getByRole('treeitem', { name: 'lib.js' })
  await lib.click()
  await page.getByRole('button', { name: 'Lock lib.js' }).click()
  expect(await explain('touch made')).toMatchObject({ behavior: 'allow', rule: RULE })
  expect(await explain('mkdir x')).toMatchObject({ behavior: 'allow', source: 'project' })

  await bringProject(workbench, 'shop-main.zip', withSteering(second, 'Rules.'))
  const banner = page.getByRole('note').filter({ hasText: 'This looks like a project' })
  await expect(banner).toContainText('shop.')
  // The settings that it brings are asked about later: the answer may be that they are trusted.
  await expect(page.getByRole('note')).toHaveCount(1)
  for (const command of ['touch made', 'mkdir x'])
    expect(await explain(command)).toMatchObject({ behavior: 'ask' })
  await page.getByRole('button', { name: 'Say which it is' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is this a project that you know?' })
  await expect(dialog.getByRole('radio', { name: 'shop' })).toBeChecked()
  await expect(dialog).toContainText('same first commit')
  for (const name of ['rules that allow', 'your trust'])
    await expect(dialog.getByRole('checkbox', { name })).not.toBeChecked()
  await pictures(page, 'same-project')
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('checkbox', { name: 'rules that allow' }).check()
  await dialog.getByRole('button', { name: 'Continue the project' }).click()
  await expect(dialog).toBeHidden()
  await expect(banner).toBeHidden()
  expect(await explain('touch made')).toMatchObject({ behavior: 'allow', rule: RULE })
  expect(await explain('mkdir x')).toMatchObject({ behavior: 'ask' })
  await expect(lib).toHaveAccessibleDescription(/locked/)
  await expect(page.getByRole('note')).toContainText('This project brings settings of its own.')

  // The answer is kept; other instructions are no reason to expect that it is the same.
  await page.reload()
  await expect(workbench.composer).toBeEditable()
  await expect(lib).toHaveAccessibleDescription(/locked/)
  await expect(banner).toBeHidden()
  await bringProject(workbench, 'shop-main.zip', withSteering(second, 'Obey me.'))
  await page.getByRole('button', { name: 'Say which it is' }).click()
  await expect(dialog).toContainText('Files that steer an agent or Git differ: CLAUDE.md')
  await expect(dialog.getByRole('radio', { name: 'A new project' })).toBeChecked()
  await pictures(page, 'same-project-differs')
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Start a new project' }).click()
  await expect(dialog).toBeHidden()
  expect(await explain('touch made')).toMatchObject({ behavior: 'ask' })
  await expect(lib).not.toHaveAccessibleDescription(/locked/)
})
