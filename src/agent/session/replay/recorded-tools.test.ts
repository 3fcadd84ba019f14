/** A replay waits for what was waited for when it was recorded. */
import { expect, it } from 'vitest'
import { bashTool } from '../../tools/shell/bash.ts'
import { browserTool } from '../../tools/web/browser.ts'
import type { Tool, ToolContext } from '../../tools/contract.ts'
import { recordedHolds, recordedTools } from './recorded-tools.ts'
import type { RecordedResult } from './script.ts'

/** Milliseconds after which a command would go into the background, as the tool is told. */
async function patienceWith(display: { kind: string }): Promise<number | undefined> {
  let told: number | undefined
  const bash: Tool = {
    ...bashTool,
    prepare: (input) => {
      const prepared = bashTool.prepare(input)
      if (!prepared.ok) return prepared
      const run = async ({ backgroundAfterMs }: ToolContext) => {
        told = backgroundAfterMs
        return { content: [], isError: false }
      }
      return { ok: true, call: { ...prepared.call, run } }
    },
  }
  // All that is looked at of a result is how it was shown.
  const recorded = { event: { display } } as unknown as RecordedResult
  const tool = recordedTools({ names: () => ['Bash'], find: () => bash }, new Map([['c', recorded]])).find(
    'Bash',
  )
  const prepared = tool?.prepare({ command: 'npm test' })
  if (!prepared?.ok) throw new Error('The call was not taken.')
  await prepared.call.run({ toolUseId: 'c' } as ToolContext)
  return told
}

it('waits for a command that had ended, however long it takes here', async () => {
  expect(await patienceWith({ kind: 'process' })).toBeGreaterThan(3_600_000)
})

it('gives a command the chance and the clock that it had, and none where none was noted', async () => {
  const given: ToolContext['moment'][] = []
  const bash: Tool = {
    ...bashTool,
    prepare: (input) => {
      const prepared = bashTool.prepare(input)
      if (!prepared.ok) return prepared
      const run = async ({ moment }: ToolContext) => {
        given.push(moment)
        return { content: [], isError: false }
      }
      return { ok: true, call: { ...prepared.call, run } }
    },
  }
  const noted = { seed: 7, at: 1000, clocks: [[5], [6]] }
  for (const moment of [noted, { seed: 7, at: 1000 }, undefined]) {
    const recorded = { event: { moment } } as unknown as RecordedResult
    const tools = recordedTools({ names: () => ['Bash'], find: () => bash }, new Map([['c', recorded]]))
    const prepared = tools.find('Bash')?.prepare({ command: 'date' })
    if (!prepared?.ok) throw new Error('The call was not taken.')
    // The seed and clock that the loop would give a command of its own.
    await prepared.call.run({ toolUseId: 'c', moment: { seed: 1, at: 2 } } as ToolContext)
  }
  expect(given).toEqual([noted, { seed: 7, at: 1000, clocks: [] }, undefined])
})

it('asks no page again: what Browser said stands', async () => {
  const block = { type: 'tool_result', tool_use_id: 'c', content: 'the recorded page', is_error: false }
  const recorded = { event: { content: block } } as unknown as RecordedResult
  const tool = recordedTools(
    { names: () => ['Browser'], find: () => browserTool },
    new Map([['c', recorded]]),
  ).find('Browser')
  const prepared = tool?.prepare({ action: 'screenshot' })
  if (!prepared?.ok) throw new Error('The call was not taken.')
  expect((await prepared.call.run({ toolUseId: 'c' } as ToolContext)).content).toBe('the recorded page')
})

it('says again what a tool said that a replay does not have', async () => {
  const block = { type: 'tool_result', tool_use_id: 'c', content: 'left out', is_error: false }
  const recorded = { event: { content: block } } as unknown as RecordedResult
  const tools = recordedTools({ names: () => [], find: () => undefined }, new Map([['c', recorded]]))
  for (const [name, input] of [
    ['Recall', { query: 'port', limit: 5 }],
    ['Advisor', { question: 'A or B?', situation: 'A failed.' }],
  ] as const) {
    const prepared = tools.find(name)?.prepare(input)
    if (!prepared?.ok) throw new Error('The call was not taken.')
    expect((await prepared.call.run({ toolUseId: 'c' } as ToolContext)).content).toBe('left out')
  }
  expect(tools.find('Nothing')).toBeUndefined()
})

it('lets one go into the background that had gone there', async () => {
  expect(await patienceWith({ kind: 'job' })).toBeUndefined()
})

it('holds a call that was held, in the words of then, and no other', async () => {
  const result = (outcome: string, ...texts: readonly string[]) =>
    ({
      event: { outcome, content: { content: texts.map((text) => ({ type: 'text', text })) } },
    }) as unknown as RecordedResult
  const before = recordedHolds(
    new Map([
      ['a', result('held', 'Held.', 'Notes stood here.')],
      ['b', result('held', 'Held.')],
      ['c', result('done', 'It has run.', 'A hook said more.')],
    ]),
  )
  const held = await Promise.all(
    ['a', 'b', 'c', 'd'].map((toolUseId) => before({} as never, { turnId: 't', toolUseId })),
  )
  expect(held).toEqual([{ text: 'Notes stood here.' }, {}, undefined, undefined])
})
