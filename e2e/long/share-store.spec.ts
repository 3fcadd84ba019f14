/** A session through an S3-compatible bucket: encrypted, opened in a fresh profile, taken back. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

test('a session is shared through a bucket, opens elsewhere with the same steps, and is gone when it is unshared', async ({
  workbench,
  model,
  browser,
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'vivarium-share-'))
  const rule = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedMethod>DELETE</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>`
  const buckets = [
    { name: 'open', configs: [rule] },
    { name: 'shut', configs: [rule.replace('>PUT<', '>POST<')] },
  ]
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: buckets }
  const server = new S3rver(options)
  const { port } = await server.run()
  try {
    const { page } = workbench
    model.setScript([
      { content: [toolUse('Bash', { command: 'echo hello > a.txt', description: 'Write' })] },
      { content: [text('It is written.')] },
    ])
    await workbench.open()
    await workbench.configure(model)
    await workbench.ask('Write hello')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    const share = page.getByRole('dialog', { name: 'Share this session' })
    const setBucket = async (bucket: string) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Settings' }).first().click()
      await settings.getByRole('combobox', { name: 'Share through' }).selectOption('S3-compatible bucket')
      await settings.getByLabel('Endpoint').fill(`http://127.0.0.1:${port}`)
      await settings.getByLabel('Bucket', { exact: true }).fill(bucket)
      await settings.getByLabel('Access key id').fill('S3RVER')
      await settings.getByLabel('Secret access key').fill('a-secret-key-of-a-bucket')
      await settings.getByRole('switch', { name: /in the path/ }).check()
      await settings.getByRole('button', { name: 'Keep the store' }).click()
      await expect(settings.getByText(`${bucket}, its key ends in cket`)).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Share' }).click()
      await share.getByRole('button', { name: 'Share through 127.0.0.1' }).click()
    }
    await setBucket('shut')
    await expect(share.getByRole('alert')).toContainText('CORS')
    await expect(share.getByRole('alert')).toContainText('"AllowedMethods":["GET","PUT","DELETE"]')

    await setBucket('open')
    const address = share.getByRole('textbox', { name: 'Address in the store' })
    await expect(address).toHaveValue(/#share=http.*&k=[\w-]{43}$/)
    const link = await address.inputValue()

    const reader = await browser.newContext()
    const other = new Workbench(await reader.newPage(), new URL(link).origin)
    const asked: string[] = []
    other.page.on('request', (request) => void asked.push(request.url()))
    await other.page.goto(link)
    await expect(
      other.page.getByText(`Fetch a shared session from 127.0.0.1:${port}?`, { exact: false }),
    ).toBeVisible()
    expect(asked.filter((url) => url.startsWith(`http://127.0.0.1:${port}/`))).toEqual([])
    await other.page.getByRole('button', { name: 'Fetch and open' }).click()
    await expect(other.answers.last()).toContainText('It is written.')
    const [here, there] = [await workbench.events(), await other.events()]
    const results = (events: typeof here) =>
      events.flatMap((event) => (event.type === 'tool_result' ? [[event.tool, event.root]] : []))
    expect(results(there)).toEqual(results(here))
    expect(JSON.stringify(there)).not.toContain('a-secret-key-of-a-bucket')

    await share.getByRole('button', { name: 'Unshare' }).click()
    await expect(share.getByRole('list', { name: 'Shared' })).toBeHidden()
    await reader.close()
    const latecomer = await browser.newContext()
    const late = await latecomer.newPage()
    await late.goto(link)
    await late.getByRole('button', { name: 'Fetch and open' }).click()
    await expect(late.getByText('does not have this session any more')).toBeVisible()
    await late.goto(link.slice(0, -5))
    await late.getByRole('button', { name: 'Fetch and open' }).click()
    await expect(late.getByText('has 38 characters of its key instead of 43')).toBeVisible()
    await latecomer.close()
  } finally {
    const closed = server.close()
    // The browser has opened some in advance that it never asks anything on.
    server.httpServer.closeAllConnections()
    await closed
    await rm(directory, { recursive: true, force: true })
  }
})
