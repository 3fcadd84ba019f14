/**
 * A session of 400 turns with 40 facts and 5 compactions: each fact stands in the last request, among the user's own words, or the tool
 * finds it by the question of somebody who remembers only what it is about.
 */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../../sandbox/contract/suite/contract-test-support.ts'
import { RECALL_FOUND } from '../../../limits.ts'
import type { AgentApi } from '../../../protocol/calls/agent-api.ts'
import { dropDatabases } from '../../testing/database.ts'
import { nextAnswer, startScriptedService } from '../../testing/scripted-service.ts'
import type { Step } from '../../testing/scripted-service.ts'
import { PLANTED_FACTS } from './testing/planted-facts.ts'
import { workTalk } from './testing/work-talk.ts'

afterEach(dropDatabases)

const TURNS = 400
const COMPACTIONS = 5
const SEED = 29
const SUMMARY =
  'The user works on a web shop and has asked for many small changes, most of which are done. The next one is open, and nothing is broken.'
const EVERY = TURNS / PLANTED_FACTS.length

/** One in each ten messages, not at the same place of them. */
const planted = new Map(
  PLANTED_FACTS.map(({ fact }, at) => [at * EVERY + ((at * 7 + 3) % EVERY), fact] as const),
)
const messages = workTalk(SEED, TURNS, planted)

it('the session is no toy', () => {
  const lengths = messages.map((text) => text.split(' ').length)
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(60)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(150)
  expect(new Set(messages).size).toBe(TURNS)
  expect(PLANTED_FACTS).toHaveLength(40)
  expect(messages.filter((text) => PLANTED_FACTS.some(({ fact }) => text.includes(fact)))).toHaveLength(40)
})

it('each fact stands in the request, or in what the tool finds', async () => {
  const steps: Step[] = []
  const { api, requests } = await startScriptedService({ answer: () => nextAnswer(steps) })
  await api.sessions.create()
  for (const [at, text] of messages.entries()) {
    await value(api.runs.run(text))
    if ((at + 1) % (TURNS / COMPACTIONS) > 0) continue
    steps.push({ text: `<summary>${SUMMARY}</summary>` })
    await value(api.runs.compact(''))
  }
  const queries = PLANTED_FACTS.map(({ question }) => question)
  for (const query of queries)
    steps.push({ calls: [{ name: 'Recall', input: { query, limit: RECALL_FOUND } }] })
  await value(api.runs.run('Answer the questions of the new colleague.'))
  const events = await api.sessions.events(1)
  expect(events.filter(({ type }) => type === 'conversation_compacted')).toHaveLength(COMPACTIONS)

  const first = JSON.stringify(requests.at(-queries.length - 1)?.messages)
  const results = await recallResults(api)
  expect(results).toHaveLength(queries.length)
  const facts = PLANTED_FACTS.map(({ fact, kind, question }, at) => ({
    ...{ kind, question },
    isInRequest: first.includes(JSON.stringify(fact).slice(1, -1)),
    place: placeIn(results[at] ?? '', fact),
  }))
  console.log(
    `recall in a long session: of ${facts.length} facts ${facts.filter(({ isInRequest }) => isInRequest).length} in the request, ` +
      `${facts.filter(({ place }) => place > 0).length} by the question (${facts.filter(({ place }) => place === 1).length} as the first)`,
  )
  expect(facts.filter(({ isInRequest, place }) => !isInRequest && place === 0)).toEqual([])
})

/** The number of the text that has it; 0: none. */
function placeIn(result: string, fact: string): number {
  const before = result.indexOf(fact)
  if (before < 0) return 0
  return result.slice(0, before).match(/^\d+\. /gm)?.length ?? 0
}

async function recallResults(api: AgentApi): Promise<readonly string[]> {
  return (await api.sessions.events(1)).flatMap((event) =>
    event.type === 'tool_result' && event.tool === 'Recall'
      ? [event.content.content.map((block) => (block.type === 'text' ? block.text : '')).join('')]
      : [],
  )
}
