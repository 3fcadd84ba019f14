/** Locks of the person: refused with words by tools and commands in every mode, undone where a program writes anyway. */
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

test('nothing that the agent does changes a locked file or folder', async ({ workbench, model }) => {
  const { page } = workbench
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec(
    'mkdir -p keep src && echo one > keep/a.txt && echo two > keep/b.txt && echo x > src/c.txt',
  )
  await workbench.exec(
    `printf 'require("fs").writeFileSync("keep/a.txt", "evil"); require("fs").rmSync("keep/b.txt"); require("fs").writeFileSync("src/c.txt", "fine")' > sneak.js`,
  )
  const folder = workbench.files.getByRole('treeitem', { name: 'keep' })
  await folder.click()
  const lock = page.getByRole('button', { name: 'Lock keep' })
  await lock.click()
  await expect(lock).toHaveAttribute('aria-pressed', 'true')
  await expect(folder).toHaveAccessibleDescription('locked')
  await expect(workbench.files.getByRole('treeitem', { name: 'a.txt' })).toHaveAccessibleDescription('locked')
  await page.screenshot({ path: 'e2e/.artifacts/locks-wide-light.png' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  await page
    .getByRole('button', { name: 'Files', exact: true })
    .or(page.getByRole('tab', { name: 'Files' }))
    .first()
    .click()
  await page.screenshot({ path: 'e2e/.artifacts/locks-phone-dark.png' })
  await page.setViewportSize({ width: 1280, height: 800 })

  model.setScript([
    { content: [toolUse('Write', { file_path: '/workspace/keep/new.txt', content: 'x' })] },
    { content: [toolUse('Bash', { command: 'echo x > keep/a.txt' })] },
    { content: [toolUse('Bash', { command: 'rm -rf keep' })] },
    { content: [toolUse('Bash', { command: 'node sneak.js' })] },
    { content: [text('I could not.')] },
  ])
  await workbench.ask('Change it all')
  await expect(workbench.answers.last()).toContainText('I could not.')
  for (const nth of [0, 1]) await expect(workbench.tool('Bash').nth(nth)).toContainText('denied')
  await expect(workbench.tool('Write')).toContainText('denied')
  const told = JSON.stringify(model.messageRequests().at(-1)?.body)
  expect(told).toContain('locked by the user')
  expect(told).toContain('What was done to it was undone.')
  expect((await workbench.exec('cat keep/*; cat src/c.txt')).stdout).toBe('one\ntwo\nfine')

  // The person's own hand is free, and after a reload the lock is there.
  await workbench.exec('echo mine > keep/a.txt')
  await page.reload()
  await expect(workbench.composer).toBeEditable()
  await expect(workbench.files.getByRole('treeitem', { name: 'keep' })).toHaveAccessibleDescription('locked')
  expect((await workbench.exec('cat keep/a.txt')).stdout).toBe('mine\n')
  await workbench.files.getByRole('treeitem', { name: 'keep' }).click()
  await page.getByRole('button', { name: 'Lock keep' }).click()
  model.setScript([
    { content: [toolUse('Bash', { command: 'echo new > keep/a.txt' })] },
    { content: [text('Done.')] },
  ])
  await workbench.ask('Now?')
  expect((await workbench.exec('cat keep/a.txt')).stdout).toBe('new\n')
})
