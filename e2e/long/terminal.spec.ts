/** The terminal: raw keys, several at once, pasted lines, and the progress of a long command. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { expect } from '@playwright/test'
import { test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'
import { SLOW_MS, terminalOf, rows } from '../support/terminal-region.ts'

test.setTimeout(patience(240_000))

test('node sees a terminal: colours, lines and single keys', async ({ workbench, page }) => {
  await workbench.open()
  const { screen, open, line } = terminalOf(page)
  await open()
  await line(
    `node -e 'console.log({tty: process.stdout.isTTY}); require("readline").createInterface({input: process.stdin, output: process.stdout}).question("name? ", (n) => { console.log("hi " + n); process.exit() })'`,
    'name?',
  )
  await expect(screen.locator('.xterm-fg-3', { hasText: 'true' })).toBeVisible()
  await line('Ada', 'hi Ada')
  await line('echo back', /back\s*workspace \$/)
})

test('several terminals live side by side, and come back after a reload', async ({ workbench, page }) => {
  await workbench.open()
  const { region, screen, open, line } = terminalOf(page)
  await open()
  await line('mkdir sub && cd sub && x=1', 'workspace/sub $')
  await region.getByRole('button', { name: 'New shell' }).click()
  await expect(region.getByRole('tab', { name: 'Shell 2' })).toHaveAttribute('aria-selected', 'true')
  await expect(screen).toContainText('workspace/sub $', { timeout: SLOW_MS })
  await line('echo "x is <$x>"', 'x is <>')
  await region.getByRole('button', { name: 'Rename Shell 2' }).click()
  await region.getByRole('textbox', { name: 'Name of the terminal' }).fill('server')
  await page.keyboard.press('Enter')
  await region.getByRole('tab', { name: 'Shell 1' }).click()
  // Hidden and shown again, it is as it was.
  await page.getByRole('tab', { name: 'Editor' }).click()
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await line('echo "x is <$x>"', 'x is <1>')
  await page.reload()
  await page.getByRole('button', { name: 'Open terminal' }).click()
  await expect(screen).toContainText('Opened anew in workspace/sub', { timeout: SLOW_MS })
  await expect(region.getByRole('tab', { name: 'server' })).toBeVisible()
  await expect(screen).toContainText('workspace/sub $', { timeout: SLOW_MS })
  await page.keyboard.press('ArrowUp')
  await expect(screen).toContainText('$ echo "x is <$x>"')
  await page.keyboard.press('Control+u')
  await line('history | head -1', 'mkdir sub')
})

test('several pasted lines are asked about and run when the person says so', async ({ workbench, page }) => {
  await workbench.open()
  const { screen, open } = terminalOf(page)
  await open()
  await screen.page().evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'echo first\n\u001b[201~echo second\n')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  const question = page.getByRole('alertdialog', { name: 'Paste 2 lines?' })
  await expect(question).toContainText('echo first')
  await question.getByRole('button', { name: 'Paste', exact: true }).click()
  await expect(screen).toContainText('> [201~echo second')
  expect((await rows(screen)).filter((row) => row === 'first')).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await rows(screen)).includes('first'), { timeout: SLOW_MS }).toBe(true)
})

test('npm install shows how far it is while it runs, and leaves one line behind', async ({
  registrySite: site,
  page,
}) => {
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  const { screen, open, line } = terminalOf(page)
  await open()
  await line('npm init -y > /dev/null; clear; npm install express@4.21.2', /\d+ of \d+ packages/)
  await expect(screen).toContainText(/added \d+ packages in/, { timeout: SLOW_MS })
  await expect(screen).not.toContainText(/ of \d+ packages/)
  // To a pipe nothing is drawn.
  await line(
    'rm -rf node_modules; npm ci 2>&1 | tr -d "\\n" | sed "s/in .*/done/"',
    /added \d+ packages done/,
  )
})
