/** The question for a summary where the oldest messages have to be left out of it. */
import { expect, it } from 'vitest'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedResponse } from '../../model/scripted.ts'
import type { Message } from '../../protocol/messages.ts'
import { summarise } from './summarise.ts'
import { texts } from './testing/compaction-scene.ts'

const HEAD = 'The port is 8123, and the user wants no semicolons.'
const NOTES = 'The parser was begun.'
const TOO_LONG: ScriptedResponse = { error: 'prompt_too_long' }
const ANSWER: ScriptedResponse = { text: `<summary>${'All of it. '.repeat(30)}</summary>` }

/** The last text of each request: the question. */
async function questions(excess: number, ...responses: readonly ScriptedResponse[]) {
  const client = createScriptedModel(responses)
  const say = (role: Message['role'], text: string): Message => ({ role, content: [{ type: 'text', text }] })
  const messages = [
    say('user', `Summary: ${HEAD}`),
    ...Array.from({ length: 6 }, (_, at) => say(at % 2 === 0 ? 'assistant' : 'user', `${at} `.repeat(400))),
  ]
  const request = { model: 'm', system: [], tools: [], thinkingTokens: 0 }
  const events = summarise(
    {
      ...{
        client,
        request: (sent) => ({ ...request, messages: sent }),
        costOf: () => null,
        newId: () => 'id',
      },
      ...{ now: () => 0, sleep: () => Promise.resolve(), maxOutput: () => 8_000 },
    },
    {
      ...{ turnId: 't', messages, question: { head: [HEAD], notes: [NOTES] }, room: 8_000, excess },
      signal: new AbortController().signal,
    },
  )
  for (;;) {
    const step = await events.next()
    if (step.done)
      return client.requests.map((sent) =>
        texts(sent.messages.slice(-1)).split('The conversation is about').at(-1),
      )
  }
}

const STAYS = 'The summary at the beginning of this conversation stays'

it('has the summary that stood at the beginning as a text, once that is cut off', async () => {
  const [whole, cut] = await questions(0, TOO_LONG, ANSWER)
  expect(whole).toContain(STAYS)
  expect(whole).not.toContain(HEAD)
  expect(cut).not.toContain(STAYS)
  expect(cut).toContain(`${HEAD}\\n\\n---\\n\\n${NOTES}`)
})

it('has it so at once, where the window has no room for all', async () => {
  const [cut] = await questions(0.5, ANSWER)
  expect(cut).not.toContain(STAYS)
  expect(cut).toContain(HEAD)
})
