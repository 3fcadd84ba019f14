/** Each layer by an input that it solves, and none before its turn. */
import { describe, expect, it } from 'vitest'
import { apiComplaints } from '../../loop/test-support.ts'
import type { Message } from '../../protocol/messages.ts'
import { messageTokens, sum } from '../estimate.ts'
import { clearableResults, mediaResults, planCompression, willNeedSummary } from './plan.ts'
import type { CompressionPlan } from './plan.ts'
import { resultFacts } from './results.ts'
import type { ResultFacts } from './results.ts'
import { canBeginAt, cutAfter, splitForSummary } from './split.ts'

let ids = 0
const facts = new Map<string, ResultFacts>()
const conversationOf = (messages: readonly Message[]) => ({ messages, results: facts })

/** A call and its result of so many tokens. */
function round(name: string, input: Record<string, unknown>, tokens: number, isError = false): Message[] {
  const id = `c${++ids}`
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: id,
          content: [{ type: 'text', text: 'x'.repeat(tokens * 4) }],
          is_error: isError,
        },
      ],
    },
  ]
}

const say = (role: 'user' | 'assistant', text: string): Message => ({
  role,
  content: [{ type: 'text', text }],
})
const tokensOf = (messages: readonly Message[]) => sum(messages.map(messageTokens))
const plan = (messages: readonly Message[], compactAt: number): CompressionPlan =>
  planCompression({ conversation: conversationOf(messages), tokens: tokensOf(messages), compactAt })
/** Shows a file, as the log says. */
function read(path: string, tokens: number): Message[] {
  const messages = round('Read', { file_path: path }, tokens)
  facts.set(`c${ids}`, resultFacts({ tool: 'Read', seen: [{ path, hash: 'h' }] }))
  return messages
}

describe('making room', () => {
  it('does nothing while there is room', () => {
    const messages = [say('user', 'Please'), ...read('/a', 6_000)]
    const tokens = tokensOf(messages)
    expect(plan(messages, tokens + 1)).toEqual({ type: 'fits' })
    expect(plan(messages, tokens).type).not.toBe('fits')
  })

  it('leaves out first what a later call has told anew, where that is enough', () => {
    const messages = [
      say('user', 'Please'),
      ...read('/a', 3_000),
      ...read('/b', 1_000),
      ...read('/a', 3_000),
      ...round('Bash', { command: 'npm test' }, 500),
    ]
    const [, , first] = messages
    expect(plan(messages, 7_000)).toEqual({
      type: 'clear',
      why: 'superseded',
      tokens: 3_000,
      toolUseIds: first?.content.flatMap((block) =>
        block.type === 'tool_result' ? [block.tool_use_id] : [],
      ),
    })
  })

  it('leaves out old results where that is enough, and keeps the newest five and the short ones', () => {
    const rounds = Array.from({ length: 12 }, (_, index) => read(`/f${index}`, index === 1 ? 50 : 1_000))
    const found = plan([say('user', 'Please'), ...rounds.flat()], 10_000)
    expect(found).toMatchObject({ type: 'clear', why: 'old', tokens: 6_000 })
    expect(found.type === 'clear' && found.toolUseIds.length).toBe(6)
  })

  it('never leaves out what a person has answered, or an advisor', () => {
    const asked = Array.from({ length: 12 }, () => round('AskUserQuestion', { question: 'Which?' }, 1_000))
    expect(clearableResults(conversationOf([say('user', 'Please'), ...asked.flat()]))).toBeUndefined()
  })

  it('has the older part summarised where the newer one leaves room, never splitting a pair', () => {
    const turns = Array.from({ length: 40 }, (_, index) => [
      say('assistant', `${index} `.repeat(1_000)),
      say('user', 'Go on. '.repeat(100)),
    ])
    const messages = [say('user', 'Please'), ...turns.flat()]
    const found = plan(messages, tokensOf(messages))
    if (found.type !== 'summarise') throw new Error(found.type)
    expect(found.count).toBeGreaterThan(40)
    expect(found.count).toBeLessThan(messages.length - 2)
  })

  it('has all summarised where even the last results are too large, but not what the person has just said', () => {
    const large = [say('user', 'Please'), ...round('AskUserQuestion', {}, 50_000)]
    expect(plan(large, 40_000)).toEqual({ type: 'summarise', count: 3 })
    const asked = [
      ...large,
      say('assistant', 'Done. '.repeat(9_000)),
      say('user', 'And now this. '.repeat(9_000)),
    ]
    expect(plan(asked, 40_000)).toEqual({ type: 'summarise', count: 4 })
  })

  it('splits random conversations only where the API takes both parts', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let run = 0; run < 300; run++) {
      const messages: Message[] = [say('user', 'Please')]
      while (messages.length < 5 + random(40)) {
        if (random(3) === 0) messages.push(say('assistant', 'x'.repeat(random(4_000))), say('user', 'More'))
        else messages.push(...read(`/f${random(9)}`, random(2_000)))
      }
      const count = splitForSummary(messages, random(6_000))
      expect(canBeginAt(messages, count)).toBe(true)
      const [first] = messages.slice(count)
      const rest =
        first?.role === 'user' ? messages.slice(count) : [say('user', 'Summary'), ...messages.slice(count)]
      expect(apiComplaints(rest)).toEqual([])
      const cut = cutAfter(messages, 1 / 3)
      if (cut !== undefined)
        expect(apiComplaints([say('user', 'Left out'), ...messages.slice(cut)])).toEqual([])
    }
  })

  it('knows which results have images', () => {
    const [call, answer] = read('/a.png', 10)
    if (!call || answer?.role !== 'user') throw new Error('no round')
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } } as const
    const withImage: Message = {
      role: 'user',
      content: answer.content.map((block) =>
        block.type === 'tool_result' ? { ...block, content: [image] } : block,
      ),
    }
    expect(
      mediaResults(conversationOf([say('user', 'Please'), call, withImage, ...read('/b', 10)])).length,
    ).toBe(1)
  })
})

describe('whether a summary will be needed', () => {
  const will = (messages: readonly Message[], compactAt: number) =>
    willNeedSummary({ conversation: conversationOf(messages), tokens: tokensOf(messages), compactAt })
  const answers = (count: number) =>
    Array.from({ length: count }, (_, at) => [
      say('user', `Request ${at}`),
      say('assistant', 'y'.repeat(4_000)),
    ]).flat()

  it('is not, where results that can be asked for again take most of it', () => {
    const reads = Array.from({ length: 5 }, (_, at) => read(`/g${at}`, 1_000)).flat()
    expect(will([say('user', 'Please'), ...reads], 10_000)).toBe(false)
  })

  it('is, where what was said takes most of it, or what cannot be asked for again', () => {
    expect(will(answers(5), 10_000)).toBe(true)
    const asked = Array.from({ length: 5 }, (_, at) => round('AskUserQuestion', { question: `${at}` }, 1_000))
    expect(will([say('user', 'Please'), ...asked.flat()], 10_000)).toBe(true)
  })

  it('is not, where finished parts can be collapsed', () => {
    const part = (at: number) => [
      say('user', `Request ${at}`),
      ...round('AskUserQuestion', { question: `${at}` }, 2_000),
      say('assistant', 'Done'),
    ]
    expect(will([...part(1), ...part(2), ...part(3), say('user', 'Next')], 12_000)).toBe(false)
  })
})
