/** The agent looks at a page of the workspace and acts on it, in the person's own preview. */
import { text, toolUse } from './model-server/turn.ts'
import { startSite } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { Workbench } from './support/workbench.ts'

const COUNTER = `<!doctype html><title>Counter</title><h1>Count: 0</h1><button>Add one</button> <a href="two.html">Two</a>
  <script>let n = 0
  document.querySelector('button').onclick = () => {
    document.querySelector('h1').textContent = 'Count: ' + ++n
    if (n > 1) console.error('too many')
  }</script>`

const use = (input: Record<string, unknown>) => ({ content: [toolUse('Browser', input)] })

/** What the model was told, call by call. */
function results(body: unknown): string[] {
  const found: string[] = []
  JSON.stringify(body, (_, value: unknown) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      'type' in value &&
      value.type === 'tool_result' &&
      'content' in value
    )
      found.push(JSON.stringify(value.content))
    return value
  })
  return found
}

test('opens a page, reads it, clicks, and sees what has changed, while the person looks at something else', async ({
  workbench,
  model,
  page,
}) => {
  test.setTimeout(120_000)
  model.setScript([
    use({ action: 'open', page: '/' }),
    use({ action: 'click', target: 'e1' }),
    use({ action: 'wait', text: 'Count: 1' }),
    use({ action: 'click', target: 'button' }),
    use({ action: 'console' }),
    use({ action: 'screenshot' }),
    use({ action: 'click', target: 'e9' }),
    use({ action: 'click', target: 'e2' }),
    { content: [toolUse('Write', { file_path: 'two.html', content: '<h1>Written anew</h1>' })] },
    use({ action: 'snapshot' }),
    use({ action: 'open', page: 'localhost:4321' }),
    { content: [text('It counts.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await page.evaluate((html) => window.vivarium.sandbox.writeFile('index.html', html), COUNTER)
  await expect(workbench.files.getByRole('treeitem').first()).toBeVisible()
  await workbench.ask('Does the counter count?')
  expect(model.rejections).toEqual([])
  const told = results(model.messageRequests().at(-1)?.body)
  expect(told).toHaveLength(11)
  expect(told[0]).toMatch(/Counter.*heading.*Count: 0.*button.*Add one.*\[e1\]/)
  expect(told[1]).toMatch(/Clicked button.*- heading.*Count: 0.*\+ heading.*Count: 1/)
  expect(told[2]).toMatch(/is there after/)
  expect(told[3]).toMatch(/Count: 2.*reports an error.*too many/)
  expect(told[4]).toMatch(/\[error\] too many/)
  expect(told[5]).toMatch(/pixels, drawn from.*"image\/png"/)
  expect(told[6]).toMatch(/There is no e9/)
  expect(told[7]).toMatch(/two\.html.*It led to another page:.*There is no \/two\.html/)
  expect(told[9]).toMatch(/two\.html.*heading.*Written anew/)
  expect(told[10]).toMatch(/Nothing listens at port 4321/)
  // It is the page that the person sees as soon as they look, and not before.
  await expect(page.getByRole('tab', { name: 'Editor' })).toHaveAttribute('data-state', 'active')
  const reading = await page.evaluate(() =>
    window.vivarium.permission.explain('Browser', { action: 'snapshot' }, { mode: 'plan' }),
  )
  expect(reading).toMatchObject({ behavior: 'allow', source: 'tool' })
  const acting = await page.evaluate(() =>
    window.vivarium.permission.explain('Browser', { action: 'click', target: 'e1' }, { mode: 'plan' }),
  )
  expect(acting).toMatchObject({ behavior: 'deny', source: 'mode' })
})

test('the person picks an element for the message, and lets the agent hear of errors', async ({
  workbench,
  model,
  page,
}) => {
  test.setTimeout(120_000)
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
  test.setTimeout(120_000)
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
