/** A picture and a text file that go along with a message, over the real wire and over a reload. */
import { readFile } from 'node:fs/promises'
import { asArray, asBlocks, asObject, isObject } from '../model-server/json.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

test('a picture and a text go along with a message, and stay after a reload', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  model.setScript([
    { content: [text('I see the workbench.')] },
    { content: [toolUse('Read', { file_path: 'shot.png' })] },
    { content: [text('Still there.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await page.getByLabel('Images or texts for the message').setInputFiles([
    { name: 'shot.png', mimeType: 'image/png', buffer: await readFile('docs/screenshot.png') },
    { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('error: it broke\n') },
  ])
  await expect(page.getByRole('list', { name: 'Attached' }).getByRole('listitem')).toHaveCount(2)
  await workbench.ask('What is this?')
  expect(model.rejections).toEqual([])
  const body = model.messageRequests().at(-1)?.body
  const said = asArray(isObject(body) ? body['messages'] : []).flatMap((message) =>
    asBlocks(asObject(message)['content']),
  )
  // The program's own word on the memory comes first.
  expect(said.map((block) => block['type'])).toEqual(['text', 'image', 'text'])
  expect(JSON.stringify(said[0])).toContain('There is a memory')
  expect(JSON.stringify(said)).toContain('What is this?\\n\\nlog.txt:\\n```\\nerror: it broke\\n```')
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  const mine = workbench.conversation.getByRole('article', { name: 'You' })
  await expect(mine.locator('img')).toBeVisible()
  const shot = [...(await readFile('docs/screenshot.png'))]
  await page.evaluate((data) => window.vivarium.sandbox.writeFile('shot.png', new Uint8Array(data)), shot)
  await workbench.ask('And now?')
  // The user sees the image that the model has looked at.
  await workbench.tool('Read').getByRole('button').first().click()
  await expect(workbench.tool('Read').getByAltText('Picture that the model saw')).toBeVisible()
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain('"image"')
})
