/**
 * A person's day without a mouse, wide and on a phone: settings, a project, asking, allowing, reviewing, editing, terminal, preview,
 * going back, the palette, export. At each stop the keyboard is on something that shows it, and axe finds nothing.
 */
import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { text, toolUse } from '../model-server/turn.ts'
import { Keyboard } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'

const LINES = ['const add = (a, b) => a - b', '', '// one', '// two', '', 'const sub = (a, b) => a + b']
const joined = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const MENDED = joined('const add = (a, b) => a + b', ...LINES.slice(1, 5), 'const sub = (a, b) => b - a')

const HUNK = /^Change \d/

async function importZip(page: Page, command: (line: string) => Promise<void>): Promise<void> {
  const zip = zipSync({ 'repo/src/add.js': strToU8(joined(...LINES)), 'repo/README.md': strToU8('# Sums\n') })
  const choosing = page.waitForEvent('filechooser')
  await command('/import')
  const file = { name: 'repo.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) }
  await (await choosing).setFiles(file)
}

for (const width of [1280, 390] as const)
  test(`the whole of it at ${width} pixels`, async ({ workbench, page, model }) => {
    await page.setViewportSize({ width, height: 800 })
    const keyboard = await Keyboard.of(page)
    const focusedName = () => keyboard.focusedName()
    const command = async (line: string) => {
      await expect(workbench.composer).toBeFocused()
      await keyboard.type(line)
      await keyboard.press('Enter')
    }
    /** A key that comes soon after the request is not for it: pressed until one is taken. */
    const allow = () =>
      expect(async () => {
        await keyboard.press('Enter')
        await expect(workbench.permission).toBeHidden({ timeout: patience(1_000) })
      }).toPass()
    model.setScript([
      { content: [toolUse('Read', { file_path: 'src/add.js' })] },
      { content: [toolUse('Write', { file_path: 'src/add.js', content: MENDED })] },
      { content: [text('Both are mended.')] },
      { content: [toolUse('Write', { file_path: 'page.html', content: '<!doctype html>\n<title>p</title>\n<h1>By keys</h1>\n' })] },
      { content: [text('I see.')] },
    ]) // prettier-ignore
    await workbench.open()
    await keyboard.expectGood('the first visit')

    await command('/config')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(settings).toBeVisible()
    await expect.poll(focusedName).toBe('API key')
    await keyboard.type(model.apiKey)
    await keyboard.tabTo('Base URL')
    await keyboard.press('Control+a')
    await keyboard.type(model.url)
    await keyboard.tabTo('Auto-allow in the sandbox')
    await keyboard.press('Space')
    await keyboard.expectGood('the settings')
    await keyboard.press('Escape')
    await expect(settings).toBeHidden()

    await command('/template')
    await keyboard.tabTo(/^Node library/)
    await keyboard.expectGood('the templates')
    await keyboard.press('Enter')
    const files = page.getByRole('treeitem', { includeHidden: true })
    await expect(files.filter({ hasText: 'package.json' })).toBeAttached()
    await keyboard.expectGood('a template')
    await keyboard.press('Escape')
    await importZip(page, command)
    await expect(files.filter({ hasText: 'package.json' })).not.toBeAttached()
    await keyboard.expectGood('what was imported')
    await keyboard.press('Escape')

    await command('Mend both')
    await expect(workbench.permission).toBeVisible()
    await expect.poll(focusedName).toBe('Allow once')
    await keyboard.expectGood('a permission')
    await allow()
    await expect(workbench.answers.last()).toContainText('Both are mended.')
    await expect(workbench.status).toHaveText('ready')
    await keyboard.expectGood('an answer')

    await keyboard.press('Alt+c')
    await expect(page.getByRole('list', { name: 'Changed files' })).toBeVisible()
    await keyboard.tabTo(/src\/add\.js$/)
    await keyboard.press('Enter')
    await expect(page.getByRole('group', { name: HUNK }).first()).toBeVisible()
    await keyboard.press('n')
    await expect.poll(focusedName).toMatch(HUNK)
    await keyboard.expectGood('a diff')
    await keyboard.press('c')
    await expect(page.getByRole('textbox', { name: /^Comment on line/ })).toBeFocused()
    await keyboard.type('Is this right?')
    await keyboard.expectGood('a comment')
    await keyboard.tabTo('Add comment')
    await keyboard.press('Enter')
    await keyboard.expectGood('a comment that is collected')
    await keyboard.press('n')
    await expect.poll(focusedName).toMatch(/^Change \d.*line 6/)
    await keyboard.press('r')
    await expect.poll(async () => (await workbench.exec('tail -1 src/add.js')).stdout).toBe(`${LINES[5]}\n`)
    await keyboard.expectGood('a hunk that was rejected')
    await keyboard.tabTo('Send 1 comment')
    await keyboard.press('Enter')
    await expect(workbench.permission).toBeVisible()
    await keyboard.expectGood('a second permission')
    await expect.poll(focusedName).toBe('Allow once')
    await allow()
    await expect(workbench.answers.last()).toContainText('I see.')
    await keyboard.expectGood('what the comment led to')

    await keyboard.press('Escape')
    await command('/open page.html')
    await keyboard.expectGood('an opened file')
    await keyboard.tabTo('Content of page.html')
    await keyboard.press('Control+End')
    await keyboard.type('edited by keys')
    await keyboard.expectGood('an edited file')
    await keyboard.press('Control+s')
    const lastLine = async () => (await workbench.exec('tail -1 page.html')).stdout.trim()
    await expect.poll(lastLine).toBe('edited by keys')

    await keyboard.press('Control+`')
    const terminal = page.getByRole('region', { name: 'Terminal' }).locator('.xterm-rows')
    await expect(terminal).toContainText('workspace $', { timeout: patience(60_000) })
    const isInTerminal = () => page.evaluate(() => document.activeElement?.closest('.xterm') !== null)
    await expect.poll(isInTerminal).toBe(true)
    await keyboard.type('echo $((40 + 2))')
    await keyboard.press('Enter')
    await expect(terminal).toContainText('42')
    await keyboard.expectGood('the terminal')
    await keyboard.press('Shift+Tab', 'Escape')

    await command('/preview page.html')
    await expect(page.frameLocator('iframe[title=Preview]').getByText('edited by keys')).toBeVisible()
    await keyboard.expectGood('the preview')

    await keyboard.press('Escape')
    await expect(workbench.composer).toBeFocused()
    await keyboard.press('Alt+r')
    const timeline = page.getByRole('dialog', { name: 'Timeline' })
    await expect(timeline.getByRole('slider', { name: 'Timeline' })).toBeVisible()
    await keyboard.tabTo('Timeline')
    await keyboard.press('Home')
    await expect(timeline).toContainText('Step 1 of')
    await keyboard.expectGood('the timeline')
    await keyboard.tabTo('Restore')
    await keyboard.press('Enter')
    await expect(timeline).toBeHidden()
    await expect.poll(async () => (await workbench.exec('ls page.html')).exitCode).not.toBe(0)
    await keyboard.expectGood('where it went back to')

    await keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Commands' })
    await expect(palette).toBeFocused()
    await keyboard.type('redo')
    await keyboard.expectGood('the palette')
    await keyboard.press('Enter')
    await expect(palette).toBeHidden()
    await expect.poll(lastLine).toBe('edited by keys')
    await keyboard.expectGood('what was done again')

    await keyboard.press('Escape')
    await keyboard.press('Control+f')
    await expect(page.getByRole('textbox', { name: 'Find in the conversation' })).toBeFocused()
    await keyboard.type('I see')
    await expect(page.getByRole('status', { name: 'Found' })).toHaveText('1 of 1')
    await keyboard.expectGood('what is found')
    await keyboard.press('Escape')

    for (const line of [
      '/cost',
      '/context',
      '/resume',
      '/share',
      '/keybindings',
      '/storage',
      '/demos',
      '/network',
    ]) {
      await command(line)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await keyboard.expectGood(line)
      await keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await keyboard.expectGood(`after ${line}`)
    }

    const download = page.waitForEvent('download')
    await command('/export')
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    await keyboard.expectGood('what was taken out')
    expect(keyboard.pointers).toEqual([])
    expect(model.rejections).toEqual([])
  })
