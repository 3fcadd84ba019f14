/** The user's own terminal, with the real shell and real programs. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { test } from './support/test.ts'
import { Workbench } from './support/workbench.ts'

/** Milliseconds for a shell, a program or the sandbox to start on a loaded machine. */
const SLOW_MS = 60_000

function terminalOf(page: Page) {
  const region = page.getByRole('region', { name: 'Terminal' })
  const screen = region.locator('.xterm-rows')
  return {
    region,
    screen,
    open: async () => {
      await page.getByRole('button', { name: 'Open terminal' }).click()
      await expect(screen).toContainText('workspace $', { timeout: SLOW_MS })
    },
    /** Types a line and waits until the screen shows what is expected. */
    line: async (text: string, shown: string | RegExp) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect(screen).toContainText(shown, { timeout: SLOW_MS })
    },
  }
}

/** The rows of the screen that have text. */
async function rows(screen: Locator): Promise<string[]> {
  const all = await screen.locator('> div').allTextContents()
  return all.map((row) => row.replaceAll('\u00a0', ' ').trimEnd()).filter((row) => row !== '')
}

test.setTimeout(240_000)

test('commands, editing, history, completion and interrupts, as at any shell', async ({
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
  // That stands in the line itself, too: what it says, and the next prompt, are waited for.
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
  // What it did is a step of the session, and on the screen.
  await expect(workbench.files.getByRole('treeitem', { name: 'docs' })).toBeVisible()
  const causes = (await workbench.events()).flatMap((event) =>
    event.type === 'checkpoint' ? [event.cause] : [],
  )
  expect(causes).toContain('user')
})

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
