/** A person's day without a mouse: settings, import, asking, allowing, reviewing, editing, terminal, preview, timeline. */
import type { Page } from '@playwright/test'
import { FIXTURES } from './fixtures/definitions.ts'
import { prepareFixture } from './fixtures/prepare.ts'
import { text, toolUse } from './model-server/turn.ts'
import { expect, test } from './support/test.ts'

/** Presses of Tab after which a thing counts as out of reach. */
const REACH = 90

/** What the keyboard is on, as a screen reader would name it. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const label = labels.map((each) => each.textContent).join(' ')
    return (element?.getAttribute('aria-label') ?? (label || element?.textContent) ?? '').trim()
  })
}

/** By Tab alone. Each thing on the way shows that the keyboard is on it. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let press = 0; press < REACH; press += 1) {
    await page.keyboard.press('Tab')
    const focused = await focusedName(page)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    passed.push(focused.slice(0, 30))
  }
  throw new Error(`Tab does not reach ${String(name)}. It was on: ${passed.join(' | ')}`)
}

test('the whole of it', async ({ workbench, page, model }) => {
  test.setTimeout(300_000)
  const [fixture] = FIXTURES
  if (!fixture) throw new Error('There is no fixture.')
  const { zip } = await prepareFixture(fixture)
  model.setScript([
    {
      content: [toolUse('Write', { file_path: 'page.html', content: '<!doctype html>\n<h1>By keys</h1>\n' })],
    },
    { content: [text('It is there.')] },
  ])
  // Nothing may be clicked from here on: a pointer would be seen.
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => console.error('A pointer was used.'), { capture: true })
  })
  const clicks: string[] = []
  page.on('console', (message) => message.text().includes('pointer was used') && clicks.push(message.text()))
  const { keyboard } = page
  const command = async (line: string) => {
    await expect(workbench.composer).toBeFocused()
    await keyboard.type(line)
    await keyboard.press('Enter')
  }
  await workbench.open()

  await command('/config')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings).toBeVisible()
  await tabTo(page, 'API key')
  await keyboard.type(model.apiKey)
  await tabTo(page, 'Base URL')
  await keyboard.press('Control+a')
  await keyboard.type(model.url)
  await tabTo(page, 'Auto-allow in the sandbox')
  await keyboard.press('Space')
  await keyboard.press('Escape')
  await expect(settings).toBeHidden()

  const choosing = page.waitForEvent('filechooser')
  await command('/import')
  await (await choosing).setFiles(zip)
  await expect(workbench.files.getByRole('treeitem').first()).toBeVisible({ timeout: 30_000 })

  await keyboard.press('Escape')
  await command('Make a page')
  await expect(workbench.permission).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Allow once')
  // Keys that were on their way are not for it.
  await page.waitForTimeout(300)
  await keyboard.press('Enter')
  await expect(workbench.answers.last()).toContainText('It is there.')
  await expect(workbench.status).toHaveText('ready')

  await keyboard.press('Alt+c')
  await expect(page.getByRole('list', { name: 'Changed files' })).toBeVisible()
  await tabTo(page, /^Accept file/)
  await keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'Review' })).toHaveText(/^[1-9]\d* of/)

  await keyboard.press('Escape')
  await command('/open page.html')
  await tabTo(page, 'Content of page.html')
  await keyboard.press('Control+End')
  await keyboard.type('edited by keys')
  await keyboard.press('Control+s')
  await expect
    .poll(async () => (await workbench.exec('tail -1 page.html')).stdout.trim())
    .toBe('edited by keys')

  await keyboard.press('Control+`')
  const terminal = page.getByRole('region', { name: 'Terminal' }).locator('.xterm-rows')
  await expect(terminal).toContainText('workspace $', { timeout: 60_000 })
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.xterm') !== null)).toBe(true)
  await keyboard.type('echo $((40 + 2))')
  await keyboard.press('Enter')
  await expect(terminal).toContainText('42')
  await keyboard.press('Shift+Tab')
  await keyboard.press('Escape')

  await command('/preview page.html')
  await expect(page.frameLocator('iframe[title=Preview]').getByText('edited by keys')).toBeVisible({
    timeout: 30_000,
  })

  await keyboard.press('Escape')
  await expect(workbench.composer).toBeFocused()
  await keyboard.press('Alt+r')
  const timeline = page.getByRole('dialog', { name: 'Timeline' })
  await expect(timeline.getByRole('slider', { name: 'Timeline' })).toBeVisible()
  await tabTo(page, 'Timeline')
  await keyboard.press('Home')
  await expect(timeline).toContainText('Step 1 of')
  await keyboard.press('Escape')
  await expect(timeline).toBeHidden()

  await keyboard.press('Control+f')
  await expect(page.getByRole('textbox', { name: 'Find in the conversation' })).toBeFocused()
  await keyboard.type('is there')
  await expect(page.getByRole('status', { name: 'Found' })).toHaveText('1 of 1')
  await keyboard.press('Escape')
  await expect(workbench.composer).toBeFocused()
  expect(clicks).toEqual([])
  expect(model.rejections).toEqual([])
})
