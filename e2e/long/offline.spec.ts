/** Without a network: installing, waiting messages, Python, and caches that other code has touched. */
import { text } from '../model-server/turn.ts'
import { everythingKept, filesOf } from '../support/kept-files.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { wholeBrowser } from '../support/whole-browser.ts'
import { Workbench } from '../support/workbench.ts'

let own: Site

test.beforeEach(async () => {
  own = await startSite({ cachesFiles: true })
})

test.afterEach(() => own.close())

test('the page can be installed as an app', async ({ playwright }) => {
  const browser = await playwright.chromium.launch(wholeBrowser())
  try {
    const page = await browser.newPage()
    await page.goto(own.url)
    await everythingKept(page, own)
    const session = await page.context().newCDPSession(page)
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // A test's profile installs nothing; else it could be.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  } finally {
    await browser.close()
  }
})

test('what is written without a network waits over a reload, and is sent once when there is one again', async ({
  page,
  model,
}) => {
  const context = page.context()
  model.setScript([{ content: [text('Here I am again.')] }])
  // A model that lies elsewhere: one on this device would need no network.
  await context.route('https://model.example/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const answer = await fetch(new URL(pathname, model.url), {
      method: request.method(),
      headers: request.headers(),
      body: request.postData(),
    })
    const headers = Object.fromEntries(answer.headers)
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) })
  })
  const workbench = new Workbench(page, own.url)
  await workbench.open()
  await workbench.configure({ url: 'https://model.example', apiKey: model.apiKey })
  await everythingKept(page, own)
  const queued = page.getByRole('list', { name: 'Queued messages' })
  await context.setOffline(true)
  // A message sent before the page knows that it is offline would be requested.
  await expect(page.getByRole('contentinfo')).toContainText('Offline')
  await workbench.send('Write the notes')
  await expect(queued).toContainText('Write the notes')
  await page.reload()
  await expect(queued).toContainText('Write the notes')
  expect(model.messageRequests()).toEqual([])
  await context.setOffline(false)
  await expect(workbench.answers.last()).toContainText('Here I am again.')
  await expect(queued).toBeHidden()
  await page.reload()
  await expect(workbench.answers.last()).toContainText('Here I am again.')
  expect(model.messageRequests()).toHaveLength(1)
  expect(JSON.stringify(model.messageRequests()[0]?.body)).toContain('Write the notes')
})

test('Python, once it was used, runs without the server, and says its size only the first time', async ({
  page,
}) => {
  // Python's first start is much to compute where other work has both cores.
  const workbench = new Workbench(page, own.url)
  await workbench.open()
  await everythingKept(page, own)
  const first = await workbench.exec('python3 -c "print(6 * 7)"')
  expect(first).toMatchObject({
    stdout: '42\n',
    stderr: 'python3: loading Python, about 14 MB, once …\n',
    exitCode: 0,
  })
  await own.close()
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  const second = await workbench.exec('python3 -c "print(6 * 8)"')
  expect(second).toMatchObject({ stdout: '48\n', stderr: '', exitCode: 0 })
})

test('what other code of the sandbox’s origin has put into the cache is not run', async ({ page }) => {
  const workbench = new Workbench(page, own.url)
  await workbench.open()
  await everythingKept(page, own)
  await workbench.exec('echo "<h1>Evil</h1>" > index.html')
  await workbench.showPage('/')
  const poisoned = await (
    await workbench.previewFrame()
  ).evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        if (!request.url.endsWith('/host.html')) continue
        await cache.put(
          request,
          new Response('<h1>poisoned</h1>', { headers: { 'content-type': 'text/html' } }),
        )
      }
    }
    return (await (await caches.match('/host.html'))?.text()) ?? ''
  })
  expect(poisoned).toContain('poisoned')
  await own.close()
  await page.reload()
  await expect(workbench.composer).toBeEditable()
  await expect(page.getByRole('alert').filter({ hasText: 'did not answer' })).toBeVisible()
  for (const frame of page.frames()) expect(await frame.content()).not.toContain('poisoned')
})

test('a kept program is run only with the headers that hold it', async ({ page }) => {
  const workbench = new Workbench(page, own.url)
  await workbench.open()
  await everythingKept(page, own)
  await workbench.exec('echo "<h1>Evil</h1>" > index.html')
  await workbench.showPage('/')
  const rewritten = await (
    await workbench.previewFrame()
  ).evaluate(async () => {
    let count = 0
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        const headers = new Headers(kept?.headers)
        headers.set('Content-Security-Policy-Report-Only', 'default-src *')
        await cache.put(request, new Response(await kept?.arrayBuffer(), { headers }))
        count += 1
      }
    }
    return count
  })
  expect(rewritten).toBe(filesOf('sandbox', '/assets/py'))
  const answers: string[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(`${own.sandboxOrigin}/assets/`))
      answers.push(JSON.stringify(response.headers()))
  })
  await page.reload()
  await expect(workbench.composer).toBeEditable()
  expect((await workbench.exec('echo up')).stdout).toBe('up\n')
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.filter((headers) => headers.includes('report-only'))).toEqual([])
})
