/** The side query of the memory: small, billed as its own, and none where it fails. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PICK_MS, PICK_NOTES, PICK_TOKENS } from '../../limits.ts'
import { pickNote } from '../../memory/recall/test-support.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { EventBody } from '../../protocol/events.ts'
import { createNotePicker } from './note-picker.ts'
import { loggedQueries } from './test-support.ts'

afterEach(() => void vi.restoreAllMocks())

const NOTES = Array.from({ length: 9 }, (_, at) => pickNote(`n${at}.md`))
const selects = (...paths: readonly string[]): ScriptedResponse => ({
  text: JSON.stringify({ selected_memories: paths }),
})

async function pick(answer: ScriptedResponse, signal = new AbortController().signal) {
  const client = createScriptedModel([answer])
  const log: EventBody[] = []
  const { ask } = loggedQueries({ client, costOf: () => 0.25 }, log)
  const picker = createNotePicker({ askAside: ask, model: 'small-1' })
  const { notes, problem } = await picker({ said: 'Run the tests.', notes: NOTES, tools: ['Bash'] }, signal)
  return { paths: notes.map(({ path }) => path), problem, log, requests: client.requests }
}

describe('a model picks notes', () => {
  it('by a small request of its own', async () => {
    const { paths, problem, log, requests } = await pick(selects('n3.md', 'n1.md'))
    expect([paths, problem]).toEqual([['n3.md', 'n1.md'], undefined])
    expect(requests).toMatchObject([
      { model: 'small-1', maxTokens: PICK_TOKENS, thinkingTokens: 0, cacheWrite: false, tools: [] },
    ])
    expect(JSON.stringify(requests[0]?.messages)).toMatch(/n8\.md.*Bash.*Run the tests\./)
    expect(log).toMatchObject([
      { type: 'side_query_started', source: 'memory', model: 'small-1' },
      { type: 'side_query_ended', source: 'memory', outcome: 'done', costUsd: 0.25 },
    ])
  })

  it('of those that it was shown, each once, and no more than five', async () => {
    const seven = ['n1.md', 'none.md', 'n2.md', 'n1.md', 'n3.md', '../n4.md', 'n5.md']
    expect((await pick(selects(...seven))).paths).toEqual(['n1.md', 'n2.md', 'n3.md', 'n5.md'])
    expect((await pick(selects(...NOTES.map(({ path }) => path)))).paths).toHaveLength(PICK_NOTES)
  })
})

describe('none is picked', () => {
  it('where the model finds none', async () => {
    const { paths, problem } = await pick(selects())
    expect([paths, problem]).toEqual([[], undefined])
  })

  it('by an answer that is none', async () => {
    const { paths, problem } = await pick({ text: 'n1.md would help.' })
    expect([paths, problem]).toEqual([[], 'The answer named no list of notes.'])
  })

  it('by a model that fails', async () => {
    const { paths, problem, log } = await pick({ error: 'overloaded', message: 'It is down.' })
    expect(paths).toEqual([])
    expect(problem).toBe('The model could not be asked: It is down.')
    expect(log).toMatchObject([{}, { outcome: 'failed' }])
  })

  it('by a client that breaks its contract', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const picker = createNotePicker({ askAside: () => Promise.reject(new Error('Broken.')), model: 'm' })
    const question = { said: 'x', notes: NOTES, tools: [] }
    expect(await picker(question, new AbortController().signal)).toEqual({
      notes: [],
      problem: 'The model could not be asked.',
    })
  })

  it('in time', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const picked = pick({ text: '{', hangs: true })
    late.abort()
    expect(await picked).toMatchObject({ paths: [], problem: 'The model took too long.' })
    expect(timeout).toHaveBeenCalledWith(PICK_MS)
  })

  it('once it is stopped', async () => {
    const stop = new AbortController()
    const picked = pick({ text: '{', hangs: true }, stop.signal)
    stop.abort()
    expect(await picked).toMatchObject({ paths: [], problem: 'It was stopped.' })
  })
})
