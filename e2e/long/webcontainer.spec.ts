/** WebContainer as the sandbox, with the stand-in for its hosted runtime: the terminal, and pages of what it serves. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { serveWebContainerStandIn } from '../../scripts/lib/serve/webcontainer-stand-in.mjs'
import { text, toolUse } from '../model-server/turn.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

/** Milliseconds for what is served from source, or starts a program, on a loaded machine. */
const SLOW_MS = patience(60_000)

const SERVER = `require('node:http').createServer((request, response) => {
  response.setHeader('Content-Type', 'text/html')
  response.end('<h1>Served at ' + request.url + '</h1><script>console.error("the page has failed")</script>')
}).listen(3000, () => console.log('listening'))`

test('the terminal and the preview work in WebContainer, and say what they cannot do', async ({
  page,
  model,
}) => {
  test.setTimeout(patience(300_000))
  const runtime = await serveWebContainerStandIn()
  const site = await startSite({ containerOrigin: runtime.origin })
  try {
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    await workbench.configure(model)
    await workbench.exec('mkdir sub && echo kept > sub/before.txt')
    await page.evaluate((code) => window.vivarium.sandbox.writeFile('serve.cjs', code), SERVER)
    await page.getByRole('button', { name: 'Settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('combobox', { name: 'Sandbox' }).selectOption('webcontainer')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Sandbox ready (WebContainer)')).toBeVisible({ timeout: SLOW_MS })

    await page.getByRole('button', { name: 'Open terminal' }).click()
    const screen = page.getByRole('region', { name: 'Terminal' }).locator('.xterm-rows')
    const line = async (text: string, shown: string | RegExp) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect(screen).toContainText(shown, { timeout: SLOW_MS })
    }
    await expect(screen).toContainText('workspace $', { timeout: SLOW_MS })
    await line('cd sub && X=12', 'workspace/sub $')
    await line('echo "x is <$X>" > after.txt; cat after.txt before.txt', /x is <12>\s*kept/)
    await line('read -r name; echo "hello $name"', 'hello $name')
    await line('Ada', 'hello Ada')
    // Typed without a look at the screen: lines for the program, and the next line for the shell.
    for (const typed of ['sleep 1; read -r name; echo "again $name"', 'Grace', 'echo "last ${name}."']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    await expect(screen).toContainText(/again Grace[^]*last Grace\./, { timeout: SLOW_MS })
    await line('cat before.txt', 'kept')
    // The shell has gone to another directory by itself, and back.
    for (const typed of ['sleep 1', 'cd ..']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    await expect(screen).toContainText(/cd \.\.[^]*workspace \$/, { timeout: SLOW_MS })
    await line('cd sub', 'workspace/sub $')
    // The file that the line wrote is a step of the session, as in any sandbox.
    const causes = (await workbench.events()).flatMap((event) =>
      event.type === 'checkpoint' ? [event.cause] : [],
    )
    expect(causes).toContain('user')

    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect(page.getByText('has no preview of its files')).toBeVisible()
    await page.getByRole('tab', { name: 'Terminal' }).click()
    await line('node ../serve.cjs', 'listening')
    await page.getByRole('tab', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe[title="Preview"]')
    await expect(frame.getByRole('heading')).toHaveText('Served at /', { timeout: SLOW_MS })
    await expect(page.getByLabel('Health of the preview')).toContainText('Port 3000 is up, with errors')
    await expect(page.getByRole('button', { name: 'Pick an element' })).toBeDisabled()

    // The agent opens pages for the person, and is told that it cannot look into them.
    model.setScript([
      { content: [toolUse('Browser', { action: 'open', page: 'localhost:3000/shop' })] },
      { content: [text('It is on your screen.')] },
    ])
    await workbench.ask('Show me the shop.')
    await expect(frame.getByRole('heading')).toHaveText('Served at /shop')
    const told = JSON.stringify(model.messageRequests().at(-1)?.body)
    expect(told).toContain('The user is shown localhost:3000/shop.')
    expect(told).toContain('cannot look into it')

    await page.getByRole('tab', { name: 'Terminal' }).click()
    await page.keyboard.press('Control+c')
    await expect(screen).toContainText(/\^C[^]*workspace\/sub \$/, { timeout: SLOW_MS })
    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect(page.getByText('No program listens at port 3000.')).toBeVisible({ timeout: SLOW_MS })
  } finally {
    await site.close()
    await runtime.close()
  }
})
