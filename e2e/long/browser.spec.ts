/** The Browser tool: what the user picks, and a host with one origin. */
import { text } from '../model-server/turn.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'
import { COUNTER, use, results } from '../support/browser-tool.ts'

test('the person picks an element for the message, and lets the agent hear of errors', async ({
  workbench,
  model,
  page,
}) => {
  const done = { content: [text('I see.')] }
  model.setScript([done, done])
  await workbench.open()
  await workbench.configure(model)
  await page.evaluate((html) => window.vivarium.sandbox.writeFile('index.html', html), COUNTER)
  await workbench.showPage('/')
  const add = page.frameLocator('iframe[title="Preview"]').getByRole('button', { name: 'Add one' })
  const health = page.getByLabel('Health of the preview')
  await expect(health).toHaveText(/^\s*Page is up as of \d\d:\d\d:\d\d$/)
  const pick = page.getByRole('button', { name: 'Pick an element' })
  await pick.click()
  await expect(pick).toHaveAttribute('aria-pressed', 'true')
  await add.click()
  await expect(workbench.composer).toBeFocused()
  await expect(workbench.composer).toHaveValue(
    /^This element of the preview at \/:\n\n```\nbutton "Add one"\nselector: button\n\n<button>Add one<\/button>\n```\n\n$/,
  )
  // The page has not noticed.
  await expect(page.frameLocator('iframe[title="Preview"]').getByRole('heading')).toHaveText('Count: 0')
  await workbench.composer.fill('')
  await pick.click()
  await expect(pick).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(pick).toHaveAttribute('aria-pressed', 'false')
  await expect(workbench.composer).toHaveValue('')
  // By keys alone, once the page has the keyboard.
  await pick.press('Enter')
  await expect(page.locator('iframe[title="Preview"]')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(workbench.composer).toHaveValue(/^This element of the preview at/)
  await workbench.composer.fill('')

  await add.click()
  await add.click()
  await expect(health).toHaveText(/^\s*Page is up, with errors/)
  await workbench.ask('One')
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).not.toContain('too many')
  const hears = page.getByRole('switch', { name: 'Tell the agent of errors' })
  await expect(hears).toHaveAttribute('aria-checked', 'false')
  await hears.click()
  await expect(hears).toHaveAttribute('aria-checked', 'true')
  await expect(hears).toHaveText(/Tell the agent\s1/)
  await workbench.ask('Two')
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toMatch(
    /system-reminder>The preview at \/ reports an error\..*too many/,
  )
  expect(model.rejections).toEqual([])
})

test('on a host with one origin looks at a page in its one document', async ({ page, model }) => {
  const site = await startSite({ origins: 1 })
  try {
    model.setScript([
      use({ action: 'open', page: '/index.html' }),
      use({ action: 'click', target: 'e1' }),
      use({ action: 'click', target: 'e2' }),
      { content: [text('It counts.')] },
    ])
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    await workbench.configure(model)
    await page.evaluate((html) => window.vivarium.sandbox.writeFile('index.html', html), COUNTER)
    await workbench.ask('Does the counter count?')
    const told = results(model.messageRequests().at(-1)?.body)
    expect(told[0]).toMatch(/heading.*Count: 0.*\[e1\]/)
    expect(told[1]).toMatch(/\+ heading.*Count: 1/)
    expect(told[2]).toMatch(/It led to another page:.*There is no \/two\.html/)
  } finally {
    await site.close()
  }
})
