/** The main job with a real repository, and what happens in its middle: stops, messages, reloads, circles. */
import { FIXTURES } from '../fixtures/definitions.ts'
import { prepareFixture } from '../fixtures/prepare.ts'
import { storyOf } from '../fixtures/stories/stories.ts'
import { oneStory } from '../model-server/story.ts'
import { text } from '../model-server/turn.ts'
import { doMainJob, expectAccepted } from '../support/main-job.ts'
import { expect, test } from '../support/test.ts'

const [fixture] = FIXTURES
if (!fixture) throw new Error('There is no fixture.')

test(`makes the failing test of ${fixture.name} pass, survives a reload and gives the repository back @smoke`, ({
  workbench,
  model,
}) => doMainJob(fixture, { workbench, model }))

test('closed in the middle of a run, it goes on where it was @smoke', async ({ workbench, model }) => {
  const story = storyOf(fixture.name)
  const prepared = await prepareFixture(fixture)
  const brain = oneStory(story, { splitText: { size: 4 } })
  let turns = 0
  model.setScript((conversation) => {
    turns += 1
    // In the middle of its answer.
    const hold = { name: 'the fourth turn', after: { events: 4 } }
    return { ...brain(conversation), ...(turns === 4 ? { hold } : {}) }
  })
  await workbench.open()
  await workbench.configure(model)
  await workbench.importZip(prepared.zip)
  await workbench.send(story.prompt)
  await model.held('the fourth turn')
  const known = await workbench.events()
  await workbench.page.reload()

  await expect(workbench.status).toHaveText('ready')
  const after = await workbench.events()
  expect(after.slice(0, known.length)).toEqual(known)
  expect(after.at(-1)).toMatchObject({ type: 'run_ended' })
  await workbench.ask(story.prompt)
  expectAccepted(model)
  await expect(workbench.answers.last().getByRole('table')).toBeVisible()
})

test('stop ends a running command at once and the next message is accepted @smoke', async ({
  workbench,
  model,
}) => {
  model.setScript([
    {
      content: [
        { type: 'tool_use', name: 'Bash', input: { command: 'node -e "for(;;);"', description: 'Spin' } },
      ],
    },
    { content: [text('Stopped, as you asked.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.send('Spin for ever')
  await expect(workbench.tool('Bash')).toContainText('running')
  await workbench.page.getByRole('button', { name: 'Stop' }).click()
  await expect(workbench.tool('Bash')).toContainText('cancelled')
  await expect(workbench.status).toHaveText('ready')
  await workbench.ask('And now?')
  await expect(workbench.answers.last()).toContainText('Stopped, as you asked.')
  expectAccepted(model)
})

test('what is sent meanwhile is read after the round, or at once, and the run goes on', async ({
  workbench,
  model,
}) => {
  const bash = (command: string) => ({
    content: [{ type: 'tool_use' as const, name: 'Bash', input: { command, description: 'Work' } }],
  })
  model.setScript([
    bash('until [ -e go ]; do sleep 0.05; done; echo first'),
    bash('node -e "for(;;);"'),
    { content: [text('I read both.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.send('Work')
  await expect(workbench.tool('Bash')).toContainText('running')
  await workbench.send('Mind the tests')
  const queue = workbench.page.getByRole('list', { name: 'Queued messages' })
  await expect(queue).toContainText('Mind the tests')
  await workbench.exec('touch go')
  await expect(workbench.tool('Bash').first()).toContainText('done')
  await expect(queue).toBeHidden()
  await expect(workbench.tool('Bash').last()).toContainText('running')
  await workbench.page.getByRole('textbox', { name: 'Message' }).fill('Enough of that')
  await workbench.page.keyboard.press('Control+Enter')
  await expect(workbench.tool('Bash').last()).toContainText('cancelled')
  await expect(workbench.answers.last()).toContainText('I read both.')
  await expect(workbench.status).toHaveText('ready')
  expect(JSON.stringify(model.requests.at(-2)?.body)).toContain('Mind the tests')
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('Enough of that')
  expectAccepted(model)
})

test('a run that goes in circles waits, and its files can be put back', async ({ workbench, model }) => {
  const again = {
    content: [
      {
        type: 'tool_use' as const,
        name: 'Bash',
        input: { command: 'echo more >> notes.txt; false', description: 'Try' },
      },
    ],
  }
  model.setScript([again, again, again, again, again, again])
  await workbench.open()
  await workbench.configure(model)
  await workbench.send('Try')
  const paused = workbench.page.getByRole('alertdialog', { name: 'Paused' })
  await expect(paused).toContainText('3 times')
  await expect(workbench.status).toHaveText('paused')
  await paused.getByRole('button', { name: 'Go on' }).click()
  await expect(workbench.tool('Bash')).toHaveCount(6)
  await paused.getByRole('button', { name: 'Stop and rewind files' }).click()
  await expect(workbench.status).toHaveText('ready')
  await expect
    .poll(() => workbench.page.evaluate(() => window.vivarium.sandbox.exec('wc -l < notes.txt')))
    .toMatchObject({ stdout: '3\n' })
  expectAccepted(model)
})
