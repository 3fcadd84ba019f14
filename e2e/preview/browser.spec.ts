/** The agent looks at a page of the workspace and acts on it, in the person's own preview. */
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { COUNTER, use, results } from '../support/browser-tool.ts'

test('opens a page, reads it, clicks, and sees what has changed, while the person looks at something else', async ({
  workbench,
  model,
  page,
}) => {
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
