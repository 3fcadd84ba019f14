/** The main job with real repositories: import, ask, watch, reload, go on, take it out again. */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { FIXTURES } from './fixtures/definitions.ts'
import type { Fixture } from './fixtures/definitions.ts'
import { prepareFixture } from './fixtures/prepare.ts'
import { storyOf } from './fixtures/stories/stories.ts'
import type { ModelServer } from './model-server/contract.ts'
import { oneStory, storyBrain } from './model-server/story.ts'
import { text, thinking } from './model-server/turn.ts'
import { expect, test } from './support/test.ts'

for (const fixture of FIXTURES) {
  test(`makes the failing test of ${fixture.name} pass, survives a reload and gives the repository back`, async ({
    workbench,
    model,
  }) => {
    test.setTimeout(180_000)
    const story = storyOf(fixture.name)
    const prepared = await prepareFixture(fixture)
    model.setScript(
      storyBrain([story], () => ({ content: [text('Nothing more to do.')] }), { splitText: { size: 12 } }),
    )
    await workbench.open()
    await workbench.configure(model)
    await workbench.importZip(prepared.zip)
    await expect(workbench.files.getByRole('treeitem', { name: 'package.json' })).toBeVisible()

    await workbench.ask(story.prompt)
    expectAccepted(model)
    await expect(workbench.status).toHaveText('ready')
    for (const tool of ['Bash', 'Read']) {
      await expect(workbench.tool(tool).last()).toContainText('done')
    }
    await expect(workbench.tool('Edit').last()).toContainText('done')
    await expect(workbench.answers.last().getByRole('table')).toBeVisible()

    const before = await workbench.transcript()
    await workbench.page.reload()
    await expect(workbench.status).toHaveText('ready')
    await expect.poll(() => workbench.transcript()).toBe(before)

    await workbench.ask('Thank you. Anything else?')
    await expect(workbench.answers.last()).toContainText('Nothing more to do.')
    expectAccepted(model)
    expectStablePrefix(model)

    await expectExport(await workbench.exportZip(), prepared.zip, fixture)
  })
}

test('the same job runs over the other wire format, and reasoning comes back to who sent it', async ({
  workbench,
  model,
}) => {
  test.setTimeout(180_000)
  const [fixture] = FIXTURES
  if (!fixture) throw new Error('There is no fixture.')
  const story = storyOf(fixture.name)
  const prepared = await prepareFixture(fixture)
  const brain = oneStory(story, { splitText: { size: 12 } })
  model.setScript((conversation) => {
    const turn = brain(conversation)
    return { ...turn, content: [thinking('I look at what there is.'), ...(turn.content ?? [])] }
  })
  await workbench.open()
  await workbench.configure(model, { provider: 'OpenAI-compatible' })
  await workbench.importZip(prepared.zip)
  await workbench.ask(story.prompt)
  expectAccepted(model)
  await expect(workbench.status).toHaveText('ready')
  await expect(workbench.tool('Edit').last()).toContainText('done')
  await expect(workbench.answers.last().getByRole('table')).toBeVisible()
  expect(new Set(model.messageRequests().map(({ path }) => path))).toEqual(new Set(['/v1/chat/completions']))
  expect(JSON.stringify(model.messageRequests().at(-1)?.body)).toContain('"reasoning_content"')
  expectStablePrefix(model)
})

test('closed in the middle of a run, it goes on where it was', async ({ workbench, model }) => {
  test.setTimeout(180_000)
  const [fixture] = FIXTURES
  if (!fixture) throw new Error('There is no fixture.')
  const story = storyOf(fixture.name)
  const prepared = await prepareFixture(fixture)
  model.setScript(oneStory(story, { pace: { eventMs: 15 }, splitText: { size: 4 } }))
  await workbench.open()
  await workbench.configure(model)
  await workbench.importZip(prepared.zip)
  await workbench.send(story.prompt)
  await model.waitForRequests(4)
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

test('stop ends a running command at once and the next message is accepted', async ({ workbench, model }) => {
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
    bash('sleep 8; echo first'),
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

function expectAccepted(model: ModelServer): void {
  expect(model.rejections).toEqual([])
  expect(model.scriptErrors).toEqual([])
}

/** DESIGN, invariant 2: what request n sent opens request n + 1. */
function expectStablePrefix(model: ModelServer): void {
  const comparisons = Object.values(model.prefixReport()).flat()
  expect(comparisons.length).toBeGreaterThan(3)
  expect(comparisons.map((comparison) => comparison.stripped)).toEqual(comparisons.map(() => undefined))
}

/** Every file as it came, but the one that was broken: that is as its authors published it. */
async function expectExport(exported: Uint8Array, imported: string, fixture: Fixture): Promise<void> {
  const inside = Object.fromEntries(
    Object.entries(unzipSync(await readFile(imported))).map(([name, data]) => [
      name.slice(`${fixture.root}/`.length),
      data,
    ]),
  )
  const outside = withoutTopFolder(unzipSync(exported))
  const names = (files: Record<string, Uint8Array>) =>
    Object.keys(files).filter((name) => name !== '' && !name.endsWith('/'))
  const [before, after] = [new Set(names(inside)), new Set(names(outside))]
  expect([...before].filter((name) => !after.has(name))).toEqual([])
  expect([...after].filter((name) => !before.has(name))).toEqual(WRITTEN[fixture.name] ?? [])
  const changed = [...before].filter(
    (name) => Buffer.compare(outside[name] ?? EMPTY, inside[name] ?? EMPTY) !== 0,
  )
  expect(changed).toEqual([fixture.bug.file])
  expect(new TextDecoder().decode(outside[fixture.bug.file])).toContain(fixture.bug.find)
}

const EMPTY = new Uint8Array()

/** New files that a story writes. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = { 'rope-sequence': ['NOTES.md'] }

/** An export may or may not put everything under the folder's name. */
function withoutTopFolder(files: Record<string, Uint8Array>): Record<string, Uint8Array> {
  const tops = new Set(Object.keys(files).map((name) => name.split('/')[0]))
  const [top] = tops
  const nested = tops.size === 1 && Object.keys(files).every((name) => name.includes('/'))
  if (!nested) return files
  return Object.fromEntries(Object.entries(files).map(([name, data]) => [name.slice(`${top}/`.length), data]))
}
