import { describe, expect, it } from 'vitest'
import { ok } from '../../sandbox/errors.ts'
import { MemoryBlobStore } from '../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../sandbox/memory/memory-sandbox.ts'
import { NO_FACTS } from './facts.ts'
import { instructionEvents, promptEvents } from './opening.ts'

const titleOf = (text: string) =>
  promptEvents({ facts: NO_FACTS }, { messageId: 'm', text }).find(({ type }) => type === 'session_titled')

describe('what a session is named after', () => {
  it.each([
    ['Make every page faster. +1.5M', 'Make every page faster.'],
    ['+500k Tidy up\nall of it', 'Tidy up'],
    ['+500k', '+500k'],
    ['Add +500 to the offset', 'Add +500 to the offset'],
  ])('%j: the task, not the budget', (text, title) => {
    expect(titleOf(text)).toMatchObject({ title })
  })
})

describe('long instruction files (QUO-12)', () => {
  const noticesOf = async (lines: number, told?: readonly (readonly [string, string])[]) => {
    const sandbox = createMemorySandbox({ blobStore: new MemoryBlobStore() })
    const data = new TextEncoder().encode(
      `${Array.from({ length: lines }, (_, n) => `Rule ${n}.`).join('\n')}\n`,
    )
    expect(await sandbox.writeFile({ path: '/workspace/CLAUDE.md', data })).toEqual(ok(undefined))
    const facts = { ...NO_FACTS, ...(told ? { instructions: new Map(told) } : {}) }
    const events = await instructionEvents({ facts }, sandbox, () => 'id')
    return { events, notices: events.flatMap((event) => (event.type === 'notice' ? [event.text] : [])) }
  }

  it('are told of once for each version, with their length', async () => {
    expect((await noticesOf(200)).notices).toEqual([])
    const { events, notices } = await noticesOf(201)
    expect(notices).toEqual([expect.stringContaining('CLAUDE.md has 201 lines')])
    const read = events.find((event) => event.type === 'instructions_read')
    const known = read?.files.map(({ name, hash }) => [name, hash] as const) ?? []
    expect((await noticesOf(201, known)).notices).toEqual([])
    expect((await noticesOf(202, known)).notices).toHaveLength(1)
  })
})
