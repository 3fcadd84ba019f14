/** Goes through the program as a person does, and takes a picture of each state that docs/tour.md tells of. */
import type { Page } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { german } from '../../src/app/language/de/catalogue.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

interface Look {
  readonly scheme?: 'light' | 'dark'
  readonly narrow?: boolean
}

/** Waits until all that moves for a while has come to rest, beginning with the next frame. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
}

async function picture(
  page: Page,
  name: string,
  { scheme = 'light', narrow = false }: Look = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize(narrow ? { width: 390, height: 800 } : { width: 1280, height: 800 })
  await rest(page)
  await page.screenshot({ path: `docs/pictures/${name}.png`, caret: 'hide' })
}

async function openDemo(page: Page, url: string, id: string): Promise<Workbench> {
  const workbench = new Workbench(page, url)
  await page.goto(`${url}#demo=${id}`)
  await expect(page.getByText('Sandbox ready')).toBeVisible()
  await expect(workbench.conversation.getByRole('article').first()).toBeVisible()
  return workbench
}

const dialog = (page: Page) => page.getByRole('dialog')

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
}

test('a session as it lies there', async ({ page, site }) => {
  const workbench = await openDemo(page, site.url, 'fix-a-failing-test')
  await picture(page, 'session')
  await picture(page, 'session-phone', { scheme: 'dark', narrow: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByRole('button', { name: /^M / }).first().click()
  await picture(page, 'changes', { scheme: 'dark' })
  await page.getByRole('button', { name: 'Timeline' }).first().click()
  await dialog(page).getByRole('slider').focus()
  // To the edit.
  for (let back = 0; back < 5; back++) await page.keyboard.press('ArrowLeft')
  await picture(page, 'timeline')
  await closeDialog(page)
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect(dialog(page)).toBeVisible()
  await picture(page, 'share')
  await closeDialog(page)
  await page.getByRole('button', { name: 'Sessions' }).first().click()
  await picture(page, 'sessions')
  await closeDialog(page)
  await page.getByRole('button', { name: 'Demos' }).first().click()
  await picture(page, 'demos')
  await closeDialog(page)
  await page.keyboard.press('ControlOrMeta+k')
  await picture(page, 'commands')
  await page.keyboard.press('Escape')
  await expect(workbench.composer).toBeVisible()
})

test('a replay', async ({ page, site }) => {
  await openDemo(page, site.url, 'build-a-web-app')
  const bar = page.getByRole('region', { name: 'Replay' })
  await bar.getByRole('combobox', { name: 'Speed' }).selectOption('100 ×')
  await bar.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(bar.getByRole('status')).toHaveText(/^All \d+ results/, { timeout: patience(100_000) })
  await picture(page, 'replay', { scheme: 'dark' })
})

test('work with a model', async ({ page, site, model }) => {
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  await picture(page, 'start')
  await picture(page, 'start-phone', { scheme: 'dark', narrow: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  model.setScript([
    {
      content: [
        toolUse('Bash', { command: 'curl -s https://example.org/feed.json', description: 'Fetch the feed' }),
      ],
    },
    { content: [text('Without the feed, then.')] },
    {
      content: [
        toolUse('ExitPlanMode', {
          plan: '# Cache the feed\n\n1. Keep the last answer in `feed-cache.json`\n2. Fetch again after ten minutes\n3. Test both, with a clock of our own',
        }),
      ],
    },
    { content: [text('I begin with the cache.')] },
  ])
  await workbench.configure(model)
  await workbench.exec(
    'mkdir -p src && echo "export const feed = []" > src/feed.js && echo "<h1>Feed</h1>" > index.html',
  )
  await workbench.send('Show the feed')
  await expect(workbench.permission).toBeVisible()
  await picture(page, 'permission')
  await picture(page, 'permission-phone', { scheme: 'dark', narrow: true })
  await page.setViewportSize({ width: 1280, height: 800 })
  await workbench.permission
    .getByRole('button', { name: /^(deny|no)/i })
    .first()
    .click()
  await expect(workbench.answers.last()).toContainText('Without the feed')
  await page.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('plan')
  await workbench.send('Plan a cache for it')
  await expect(workbench.tool('ExitPlanMode')).toContainText('Cache the feed')
  await picture(page, 'plan')
  await workbench.tool('ExitPlanMode').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(workbench.answers.last()).toContainText('I begin')
  await page.getByRole('button', { name: /^Cost/ }).click()
  await picture(page, 'usage')
  await closeDialog(page)
  await page.getByRole('button', { name: 'Contents of the context' }).click()
  await picture(page, 'context', { scheme: 'dark' })
  await closeDialog(page)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await picture(page, 'settings')
  await closeDialog(page)
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await page.locator('.xterm').first().click()
  await page.keyboard.type('ls -la && node -p "process.version"\n')
  await expect(page.locator('.xterm')).toContainText('v2')
  await picture(page, 'terminal', { scheme: 'dark' })
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('the first visit, a question, what it costs', async ({ page, site, model }) => {
    const { chat, settings, screen, usage } = german
    const openSettings = () => page.getByRole('button', { name: screen.settings }).first().click()
    const composer = page.getByRole('textbox', { name: chat.message })
    await page.goto(site.url)
    await expect(page.getByRole('heading', { name: chat.workOn })).toBeVisible()
    await picture(page, 'start-german')
    const command = 'curl -s https://example.org/feed.json'
    model.setScript([
      { content: [toolUse('Bash', { command, description: 'Den Feed holen' })] },
      { content: [text('Dann ohne den Feed.')] },
    ])
    await openSettings()
    await dialog(page).getByLabel(settings.apiKey, { exact: true }).fill(model.apiKey)
    await dialog(page).getByLabel(settings.baseUrl, { exact: true }).fill(model.url)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await composer.fill('Zeig mir den Feed')
    await composer.press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible({ timeout: patience(60_000) })
    await picture(page, 'permission-german', { scheme: 'dark' })
    await picture(page, 'permission-german-phone', { narrow: true })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('alertdialog').getByRole('button', { name: german.chat.deny, exact: true }).click()
    await expect(page.getByRole('article', { name: chat.assistant }).last()).toContainText('Dann ohne')
    await page.getByRole('button', { name: screen.contextTitle }).click()
    await expect(dialog(page)).toContainText(usage.cellTexts.tools.name)
    await picture(page, 'context-german')
  })
})
