/** The key is read again for the program's own questions, too: after the first refusal, whatever came before it. */
import { expect, it } from 'vitest'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedModel, ScriptedResponse } from '../../model/scripted.ts'
import { createAdvisor } from './advisor.ts'
import { summarise } from './summarise.ts'
import { loggedQueries } from './test-support.ts'

const REFUSED: ScriptedResponse = { error: 'authentication', status: 401 }
const BUSY: ScriptedResponse = { error: 'overloaded', status: 529 }
const ANSWER: ScriptedResponse = { text: `<summary>${'All of it. '.repeat(30)}</summary>` }

const OPTIONS = {
  costOf: () => null,
  newId: () => 'id',
  now: () => 0,
  sleep: () => Promise.resolve(),
  maxOutput: () => 8_000,
}
const never = new AbortController().signal

async function advice(client: ScriptedModel): Promise<boolean> {
  const { ask: askAside } = loggedQueries({ client, costOf: () => null }, [])
  const advise = createAdvisor({ askAside, model: 'm', sleep: OPTIONS.sleep })
  const of = { turnId: 't', toolUseId: 'c' }
  return (await advise({ question: 'A or B?', situation: 'A failed.', of }, never)).outcome.ok
}

async function summary(client: ScriptedModel): Promise<boolean> {
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] } as const]
  const request = { model: 'm', system: [], tools: [], thinkingTokens: 0 }
  const asked = { turnId: 't', messages, room: 8_000, excess: 0, signal: never }
  const events = summarise({ ...OPTIONS, client, request: (sent) => ({ ...request, messages: sent }) }, asked)
  for (;;) {
    const step = await events.next()
    if (step.done) return step.value.ok
  }
}

it.each([
  ['the advisor', advice],
  ['a summary', summary],
])('asks once more for %s', async (_, ask) => {
  const outcome = async (...responses: readonly ScriptedResponse[]) => {
    const client = createScriptedModel(responses)
    return [await ask(client), client.requests.length]
  }
  expect(await outcome(BUSY, REFUSED, ANSWER)).toEqual([true, 3])
  expect(await outcome(REFUSED, REFUSED, ANSWER)).toEqual([false, 2])
  expect(await outcome(REFUSED, BUSY, REFUSED, ANSWER)).toEqual([false, 3])
})
