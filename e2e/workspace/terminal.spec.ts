/** The user's own terminal, with the real shell and real programs. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { expect } from '@playwright/test'
import { test } from '../support/test.ts'
import { SLOW_MS, terminalOf, rows } from '../support/terminal-region.ts'

test.setTimeout(patience(240_000))

test('commands, editing, history, completion and interrupts, as at any shell @smoke', async ({
  workbench,
  page,
}) => {
  await workbench.open()
  const { screen, open, line } = terminalOf(page)
  await open()
  await line('mkdir -p docs && echo one > docs/about.txt && cd docs', 'workspace/docs $')
  await page.keyboard.type('cat ab')
  await page.keyboard.press('Tab')
  await expect(screen).toContainText('cat about.txt')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await rows(screen)).slice(-2), { timeout: SLOW_MS })
    .toEqual(['one', 'workspace/docs $'])
  // Editing: to the start, a word in front, and the end is kept.
  await page.keyboard.type('world')
  await page.keyboard.press('Control+a')
  await line('echo hello ', 'hello world')
  // The typed line has that text, too: wait for the output and the next prompt.
  await expect
    .poll(async () => (await rows(screen)).slice(-2), { timeout: SLOW_MS })
    .toEqual(['hello world', 'workspace/docs $'])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await rows(screen)).at(-1)).toContain('$ cat about.txt')
  await page.keyboard.press('Control+u')
  await page.keyboard.press('Control+r')
  await page.keyboard.type('mkd')
  await expect(screen).toContainText('search “mkd”')
  await page.keyboard.press('Escape')
  // A command that goes on in the next line.
  await page.keyboard.type('for n in 1 2; do')
  await page.keyboard.press('Enter')
  await line('echo "n is $n"; done', 'n is 2')
  // A busy loop and a reader are both interrupted.
  await page.keyboard.type('while :; do :; done')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Interrupt' })).toBeVisible()
  await page.keyboard.press('Control+c')
  await line('echo "code $?"', 'code 130')
  await page.keyboard.type('read -r name; echo "<$name>"')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Interrupt' })).toBeVisible()
  await line('Ada', '<Ada>')
  // Its work is a step of the session, and on the screen.
  await expect(workbench.files.getByRole('treeitem', { name: 'docs' })).toBeVisible()
  const causes = (await workbench.events()).flatMap((event) =>
    event.type === 'checkpoint' ? [event.cause] : [],
  )
  expect(causes).toContain('user')
})

test('processes are listed with what they say, and stopped', async ({ workbench, page }) => {
  await workbench.open()
  const { region, open, line } = terminalOf(page)
  await open()
  await line(`node -e 'setInterval(() => console.log("tick"), 200)' & echo started`, 'tick')
  await region.getByRole('tab', { name: /^Processes/ }).click()
  const table = region.getByRole('table', { name: 'Processes' })
  const row = table.getByRole('row', { name: /setInterval/ }).last()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /setInterval/ }).click()
  await expect(table).toContainText('tick', { timeout: SLOW_MS })
  await row.getByRole('button', { name: /^Kill/ }).click()
  await expect(table.getByRole('row', { name: /setInterval/ })).toHaveCount(0, { timeout: SLOW_MS })
})
