/** A short day in a browser that speaks German: the screen does, the agent is spoken to as before, and English is one choice away. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { german } from '../../src/app/language/de/catalogue.ts'
import { slice } from '../../src/testing/slice.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

test.use({ locale: 'de-DE' })

for (const width of slice([1280, 390], 1))
  test(`a person's day at ${width} pixels`, async ({ page, site, model, workbench }) => {
    await page.setViewportSize({ width, height: 844 })
    model.setScript([
      { content: [toolUse('Write', { file_path: 'gruss.txt', content: 'Guten Tag\n' })] },
      { content: [text('Die Datei ist **da**.')] },
    ])
    const { chat, settings, screen, names } = german
    await page.goto(site.url)
    await expect(page.getByRole('heading', { name: chat.workOn })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')

    await page.getByRole('button', { name: screen.settings }).first().click()
    const dialog = page.getByRole('dialog', { name: settings.title })
    await dialog.getByLabel(settings.apiKey, { exact: true }).fill(model.apiKey)
    await dialog.getByLabel(settings.baseUrl, { exact: true }).fill(model.url)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const composer = page.getByRole('textbox', { name: chat.message })
    await composer.fill('Schreibe einen Gruß')
    await composer.press('Enter')
    const conversation = page.getByRole('log', { name: chat.conversation })
    await expect(conversation.getByRole('article', { name: chat.assistant }).last()).toContainText(
      'Die Datei ist da.',
      {
        timeout: patience(60_000),
      },
    )
    await expect(page.getByRole('status', { name: screen.agent })).toHaveText(names.agent.ready)
    // Nothing that goes to the model is translated.
    const [request] = model.messageRequests()
    expect(JSON.stringify(request)).toContain('Schreibe einen Gruß')
    expect(JSON.stringify(request)).not.toContain(chat.workOn)

    await composer.fill('/language en')
    await composer.press('Enter')
    await expect(workbench.composer).toBeEditable()
    await expect(workbench.conversation.getByRole('article', { name: 'Assistant' }).last()).toContainText(
      'Die Datei',
    )
    await page.reload()
    await expect(workbench.composer).toBeEditable()
  })
