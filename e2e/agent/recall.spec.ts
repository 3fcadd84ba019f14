/** The recall: what was said in an earlier session of the project is found again, by the agent and by a script. */
import { bringProject } from '../support/bring-project.ts'
import { asArray, asObject, asString } from '../model-server/json.ts'
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const COMMIT = 'git -c user.name=A -c user.email=a@b.c commit -qam'
const SAID = 'The tests need port 4000.'

/** Names of the tools that a request offers. */
function toolNames(body: unknown): readonly string[] {
  return asArray(asObject(body)['tools']).map((tool) => asString(asObject(tool)['name']))
}

test('the agent finds what was said in an earlier session; the call stays in the transcript', async ({
  workbench,
  model,
}) => {
  const { page } = workbench
  model.setScript([
    { content: [text('Noted.')] },
    { content: [toolUse('Recall', { query: 'port tests' })] },
    { content: [text('They need 4000.')] },
    { content: [text('Hello.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec(`git init -q . && echo 1 > app.js && git add -A && ${COMMIT} first`)
  const zip = await workbench.exportZip()
  await bringProject(workbench, 'shop.zip', zip)
  await workbench.ask(SAID)

  await bringProject(workbench, 'shop.zip', zip)
  await workbench.ask('Which one was it?')
  const [, asked, answered] = model.messageRequests().map(({ body }) => JSON.stringify(body))
  expect(asked).not.toContain(SAID)
  expect(answered).toContain(`\\n> ${SAID}`)

  const call = workbench.tool('Recall')
  const isThere = async () => {
    await expect(call).toHaveCount(1)
    await expect(call).toContainText('port tests')
    await expect(call).toContainText('1 found')
  }
  await isThere()
  await page.reload()
  await expect(workbench.status).toHaveText('ready')
  await isThere()

  const found = await page.evaluate(() => window.vivarium.memory.recall('port'))
  expect(found).toContainEqual({ id: expect.any(String), score: expect.any(Number), text: SAID })

  await page.evaluate(() => window.vivarium.memory.setEnabled(false))
  await workbench.ask('Hello.')
  const tools = model.messageRequests().map(({ body }) => toolNames(body).includes('Recall'))
  expect(tools).toEqual([true, true, true, false])
  expect(model.rejections).toEqual([])
})
