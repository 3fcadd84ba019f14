/** The main job on a real repository: import, ask, watch, reload, go on, take it out again. */
import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { FIXTURES, type Fixture } from '../fixtures/definitions.ts'
import { prepareFixture } from '../fixtures/prepare.ts'
import { storyOf } from '../fixtures/stories/stories.ts'
import type { ModelServer } from '../model-server/contract.ts'
import { storyBrain, type Story } from '../model-server/story.ts'
import { text } from '../model-server/turn.ts'
import { expect } from './test.ts'
import type { Workbench } from './workbench.ts'

interface Job {
  readonly fixture: Fixture
  readonly story: Story
  readonly zip: string
}

/** The first repository, packed, and the story in which the agent mends it. */
export async function firstJob(): Promise<Job> {
  const [fixture] = FIXTURES
  if (!fixture) throw new Error('There is no fixture.')
  const { zip } = await prepareFixture(fixture)
  return { fixture, story: storyOf(fixture.name), zip }
}

/** The whole job: the failing test passes, a reload changes nothing, and the export is the repository without its bug. */
export async function doMainJob(
  fixture: Fixture,
  { workbench, model }: { workbench: Workbench; model: ModelServer },
): Promise<void> {
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
}

export function expectAccepted(model: ModelServer): void {
  expect(model.rejections).toEqual([])
  expect(model.scriptErrors).toEqual([])
}

/** Each request begins with all that the one before it sent. */
export function expectStablePrefix(model: ModelServer): void {
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
