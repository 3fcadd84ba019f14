/** The service's own advisor over the requests of a run. */
import { expect, it } from 'vitest'
import type { EventBody } from '../../protocol/events.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { RunAdvisor } from './run-advisor.ts'

const ADVISOR = { model: 'big-1' }
const USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }

function advisorAfter(...events: readonly EventBody[]) {
  const advisor = new RunAdvisor({
    settings: { ...DEFAULT_SETTINGS, advisorModel: 'big-1', advisorUses: 1 },
    askAside: async () => ({ outcome: 'stopped' }),
  })
  for (const event of events) advisor.note(event)
  return advisor.ofService
}

const started: EventBody = { type: 'request_started', turnId: 't', requestId: 'r', attempt: 1 }
const ended = (stopReason: string): EventBody => ({
  type: 'response_ended',
  turnId: 't',
  model: 'm',
  stopReason,
  usage: USAGE,
  costUsd: null,
})
const asked: EventBody = {
  type: 'assistant_block',
  turnId: 't',
  block: 0,
  content: { type: 'server_tool_use', id: 's', name: 'advisor', input: {} },
}
const advised: EventBody = {
  type: 'assistant_block',
  turnId: 't',
  block: 1,
  content: { type: 'advisor_tool_result', tool_use_id: 's', content: { type: 'advisor_result' } },
}
const said: EventBody = {
  type: 'user_message',
  messageId: 'm',
  content: [{ type: 'text', text: 'Stop that' }],
  origin: 'human',
}

it('stays for an answer that goes on, whose advice is sent back, though its uses are spent', () => {
  expect(advisorAfter(started, asked, advised, ended('end_turn'))).toBeUndefined()
  expect(advisorAfter(started, asked, advised, ended('pause_turn'))).toEqual(ADVISOR)
  // Through attempts that fail, until the rest has come.
  const goesOn = [started, asked, advised, ended('pause_turn'), started]
  expect(advisorAfter(...goesOn)).toEqual(ADVISOR)
  expect(advisorAfter(...goesOn, ended('end_turn'))).toBeUndefined()
})

it('stays for a question that is open beside calls of ours', () => {
  const again = { ...asked, content: { ...asked.content, id: 's2' } } as EventBody
  const events = [started, asked, advised, again, ended('tool_use')]
  expect(advisorAfter(...events)).toEqual(ADVISOR)
  // With a message in its place the question is gone, and so is the advice without an advisor.
  expect(advisorAfter(...events, said)).toBeUndefined()
})
