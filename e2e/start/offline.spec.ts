/** Once loaded, the server may be gone: the page opens, the sandbox runs, the agent works with a model it can reach. */
import { text, toolUse } from '../model-server/turn.ts'
import { everythingKept } from '../support/kept-files.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

let own: Site

test.beforeEach(async () => {
  own = await startSite({ cachesFiles: true })
})

test.afterEach(() => own.close())

test('without the server the page opens again, runs programs, shows previews and lets the agent work', async ({
  page,
  model,
}) => {
  model.setScript([
    { content: [toolUse('Bash', { command: 'node -p "6*7"', description: 'Compute' })] },
    { content: [text('It is 42.')] },
  ])
  const workbench = new Workbench(page, own.url)
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec('echo "<h1>Kept</h1>" > index.html')
  await everythingKept(page, own)
  // A part of the version before, which no server has any more.
  await page.evaluate(async () => {
    const before = await caches.open('vivarium-shell-before')
    await before.put('/assets/part-0a1b2c3d.js', new Response('kept'))
  })
  await own.close()
  await page.reload()
  expect(await page.evaluate(async () => (await fetch('/assets/part-0a1b2c3d.js')).text())).toBe('kept')
  await expect(workbench.composer).toBeEditable()
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  await expect(workbench.status).toHaveText('ready')
  await workbench.ask('What is six times seven?')
  await expect(workbench.answers.last()).toContainText('It is 42.')
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain('42\\n')
  await page.context().setOffline(true)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Offline', { exact: true })).toBeHidden()
  await workbench.showPage('/')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await expect(preview.getByRole('heading')).toHaveText('Kept')
  const policy = await (
    await workbench.previewFrame()
  ).evaluate(async () => {
    const { headers } = await fetch(location.href)
    return headers.get('content-security-policy')
  })
  expect(policy).toContain("connect-src 'self'")
})
