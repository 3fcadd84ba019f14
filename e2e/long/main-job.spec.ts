/** The main job with further repositories, and over the other wire format; `e2e/start/main-job.spec.ts` has the first. */
import { FIXTURES } from '../fixtures/definitions.ts'
import { oneStory } from '../model-server/story.ts'
import { thinking } from '../model-server/turn.ts'
import { doMainJob, expectAccepted, expectStablePrefix, firstJob } from '../support/main-job.ts'
import { expect, test } from '../support/test.ts'

for (const fixture of FIXTURES.slice(1)) {
  test(`makes the failing test of ${fixture.name} pass, survives a reload and gives the repository back`, ({
    workbench,
    model,
  }) => doMainJob(fixture, { workbench, model }))
}

test('the same job runs over the other wire format, and reasoning comes back to who sent it', async ({
  workbench,
  model,
}) => {
  const { story, zip } = await firstJob()
  const brain = oneStory(story, { splitText: { size: 12 } })
  model.setScript((conversation) => {
    const turn = brain(conversation)
    return { ...turn, content: [thinking('I look at what there is.'), ...(turn.content ?? [])] }
  })
  await workbench.open()
  await workbench.configure(model, { provider: 'OpenAI-compatible' })
  await workbench.importZip(zip)
  await workbench.ask(story.prompt)
  expectAccepted(model)
  await expect(workbench.status).toHaveText('ready')
  await expect(workbench.tool('Edit').last()).toContainText('done')
  await expect(workbench.answers.last().getByRole('table')).toBeVisible()
  expect(new Set(model.messageRequests().map(({ path }) => path))).toEqual(new Set(['/v1/chat/completions']))
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain('"reasoning_content"')
  expectStablePrefix(model)
})
