/** For tests: a tab of the agent's service on a database, whose model makes the calls that the test says. */
import { expect } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ScriptedCall, ScriptedResponse } from '../../model/scripted.ts'
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { ServiceOptions } from '../service/options.ts'
import { startService } from '../service/test-support.ts'
import type { Database } from '../store/database.ts'
import { counting } from './logged-session.ts'

export const bash = (command: string): ScriptedCall => ({ name: 'Bash', input: { command } })
export const write = (path: string): ScriptedCall => ({
  name: 'Write',
  input: { file_path: path, content: 'x\n' },
})
export const todos = (content: string): ScriptedCall => ({
  name: 'TodoWrite',
  input: { todos: [{ content, activeForm: content, status: 'pending' }] },
})

/** Long enough that a summary is shorter. */
const PROMPT = 'Go on. '.repeat(4_000)

/** With a sandbox in memory. */
export async function startTab(database: Database, parts: Partial<ServiceOptions['parts']> = {}) {
  const script: ScriptedResponse[] = []
  // One model for all runs: no two of its calls have the same id.
  const model = createScriptedModel(script)
  const answer = (...responses: readonly ScriptedResponse[]) => {
    while (script.length < model.requests.length) script.push({ text: 'Done.' })
    script.push(...responses)
  }
  /** By the number of the request, from 0. */
  const meanwhile = new Map<number, () => Promise<unknown>>()
  const api = await startService({
    database,
    contents: undefined,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    parts: {
      createModel: () =>
        counting({
          async *stream(request, signal) {
            await meanwhile.get(model.requests.length)?.()
            yield* model.stream(request, signal)
          },
        }),
      ...parts,
    },
  })
  return {
    api,
    /** The model's next answers; beyond them it says "Done.". */
    answer,
    requests: model.requests,
    /** Does something while the model is asked for the answer of that number, from 0. */
    during: (request: number, act: () => Promise<unknown>) => void meanwhile.set(request, act),
    /** One run, a call a turn; resolves to the results' texts. */
    async run(...calls: readonly ScriptedCall[]): Promise<readonly string[]> {
      answer(...calls.map((call) => ({ calls: [call] })))
      const from = (await api.sessions.events(1)).length
      expect(await value(api.runs.run(PROMPT))).toMatchObject({ terminal: 'completed' })
      return resultsSince(api, from)
    },
    /** The session summarised by hand; resolves to the notes beside the summary. */
    async compact(): Promise<string> {
      answer({
        text: '<summary>The task is to mend the parser. Nothing is done yet; it goes on there.</summary>',
      })
      await value(api.runs.compact(''))
      const compacted = (await api.sessions.events(1)).findLast(
        ({ type }) => type === 'conversation_compacted',
      )
      return compacted?.type === 'conversation_compacted' ? compacted.notes.join('\n') : ''
    },
  }
}

async function resultsSince(api: AgentApi, seq: number): Promise<readonly string[]> {
  return (await api.sessions.events(seq + 1)).flatMap((event) =>
    event.type === 'tool_result'
      ? event.content.content.map((block) => (block.type === 'text' ? block.text : block.type))
      : [],
  )
}
