/** A model that runs in the tab: real weights (a tiny model made here), the real llama.cpp, the real loop and tools. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tinyModel } from '../../src/agent/model/local/testing/tiny-model.ts'
import { everythingKept } from '../support/kept-files.ts'
import { startSite, type Site } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

const MODEL = tinyModel({
  says: 'The command has answered forty-two.',
  calls: { name: 'bash', arguments: { command: 'expr 6 \\* 7 > answer.txt' } },
})

let site: Site
let weights: Server
let address: string

test.beforeEach(async () => {
  site = await startSite({ cachesFiles: true })
  weights = createServer((request, response) => {
    const allowed = request.url !== '/shut/tiny.gguf'
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(MODEL.length),
      ...(allowed
        ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Content-Length' }
        : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : MODEL)
  })
  await new Promise<void>((resolve) => weights.listen(0, '127.0.0.1', resolve))
  // A listening server has one.
  address = `http://127.0.0.1:${(weights.address() as AddressInfo).port}`
})
test.afterEach(async () => {
  await site.close()
  weights.closeAllConnections()
  await new Promise((resolve) => weights.close(resolve))
})

test('is fetched in Settings, calls tools, and works on without any network after a reload', async ({
  page,
}) => {
  test.setTimeout(patience(240_000))
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  await everythingKept(page, site)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('combobox', { name: 'Provider' }).selectOption('In this browser')
  await expect(dialog.getByText(/often call tools wrongly/)).toBeVisible()
  const field = dialog.getByRole('textbox', { name: 'Address of a model' })
  await field.fill(`${address}/shut/tiny.gguf`)
  await dialog.getByRole('button', { name: 'How large is it?' }).click()
  await expect(dialog.getByRole('alert')).toContainText('choose the file')
  await field.fill(`${address}/tiny.gguf`)
  await dialog.getByRole('button', { name: 'How large is it?' }).click()
  await dialog.getByRole('button', { name: 'Download 1.5 MB' }).click()
  const kept = dialog.getByRole('list', { name: 'Models in this browser' })
  await expect(kept).toContainText('calls tools')
  await expect(kept).toContainText('In use')
  // The whole prompt of the agent, in letters: this model knows no words but its own.
  await dialog
    .getByRole('textbox', { name: 'Model facts' })
    .fill('{"tiny.gguf": {"contextWindow": 49152, "maxOutput": 500, "tools": "minimal"}}')
  await workbench.saveSettings()
  await expect(page.getByText('Local model', { exact: true })).toBeVisible()

  await workbench.ask('What is six times seven?')
  await expect(workbench.answers.last()).toContainText('The command has answered forty-two.')
  await expect(workbench.tool('Bash')).toHaveCount(1)
  expect(await workbench.exec('cat answer.txt')).toMatchObject({ stdout: '42\n' })

  await site.close()
  await page.context().setOffline(true)
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await workbench.exec('rm answer.txt')
  await workbench.ask('And again?')
  await expect(workbench.tool('Bash')).toHaveCount(2)
  expect(await workbench.exec('cat answer.txt')).toMatchObject({ stdout: '42\n' })
})
