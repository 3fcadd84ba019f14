/** The main job's tasks by a model that is given a shell and a replacement of text only. */
import { FIXTURES } from '../fixtures/definitions.ts'
import { prepareFixture } from '../fixtures/prepare.ts'
import { minimalBrain } from '../fixtures/stories/minimal.ts'
import { storyOf } from '../fixtures/stories/stories.ts'
import { asArray, asObject } from '../model-server/json.ts'
import { oneStory, storyBrain } from '../model-server/story.ts'
import { text } from '../model-server/turn.ts'
import { firstJob } from '../support/main-job.ts'
import { expect, test } from '../support/test.ts'
import type { Workbench } from '../support/workbench.ts'

const toolsOf = (body: unknown) =>
  asArray(asObject(body)['tools']).map(
    (tool) => asObject(asObject(tool)['function'])['name'] ?? asObject(tool)['name'],
  )

async function chooseTools(workbench: Workbench, name: string): Promise<void> {
  const { page } = workbench
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('combobox', { name: 'Tools' }).selectOption({ label: name })
  await workbench.saveSettings()
}

for (const [index, fixture] of FIXTURES.entries()) {
  const provider = index % 2 === 0 ? 'OpenAI-compatible' : 'Anthropic'
  // One for each of the wire formats.
  test(`two tools are enough for the task of ${fixture.name} (${provider})`, async ({ workbench, model }) => {
    const story = storyOf(fixture.name)
    const prepared = await prepareFixture(fixture)
    model.setScript(minimalBrain(oneStory(story)))
    await workbench.open()
    await workbench.configure(model, { provider })
    await chooseTools(workbench, 'Minimal: a shell and an edit')
    await workbench.importZip(prepared.zip)
    await workbench.ask(story.prompt)
    expect(model.rejections).toEqual([])
    expect(model.scriptErrors).toEqual([])
    await expect(workbench.status).toHaveText('ready')
    // The screen, as the log, has the tools' own names.
    await expect(workbench.tool('Edit').last()).toContainText('done')
    await expect(workbench.answers.last().getByRole('table')).toBeVisible()
    for (const { body } of model.messageRequests()) expect(toolsOf(body)).toEqual(['bash', 'str_replace'])
  })
}

test('a session goes on with all tools after it was begun with two, and back', async ({
  workbench,
  model,
}) => {
  const { story, zip } = await firstJob()
  const done = () => ({ content: [text('Nothing more to do.')] })
  model.setScript(minimalBrain(storyBrain([story], done)))
  await workbench.open()
  await workbench.configure(model)
  await chooseTools(workbench, 'Minimal: a shell and an edit')
  await workbench.importZip(zip)
  await workbench.ask(story.prompt)
  await chooseTools(workbench, 'All')
  model.setScript(done)
  await workbench.ask('Anything else?')
  const all = model.messageRequests().at(-1)?.body
  expect(JSON.stringify(asObject(all)['messages'])).toContain('"name":"Edit"')
  expect(JSON.stringify(asObject(all)['messages'])).not.toContain('str_replace')
  await chooseTools(workbench, 'Minimal: a shell and an edit')
  await workbench.ask('And now?')
  const two = JSON.stringify(asObject(model.messageRequests().at(-1)?.body)['messages'])
  expect(two).toContain('"name":"str_replace"')
  expect(two).not.toContain('"name":"Edit"')
  expect(model.rejections).toEqual([])
})
