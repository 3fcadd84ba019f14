/** The side query of `auto`: a small model is asked whether a call may run, and its refusals are counted. */
import { CLASSIFIER_MS, CLASSIFIER_TOKENS } from '../../limits.ts'
import type { ModelClient } from '../../model/contract.ts'
import type { Usage } from '../../protocol/token-usage.ts'
import {
  CLASSIFIER_ROLE,
  classifierText,
  readAnswer,
  VERDICT_TOOL,
  type ClassifierAnswer,
} from '../../permission/classifier/classifier-request.ts'
import type { Classified, Classify } from '../../tools/deps.ts'
import type { ClassifierMemory } from './classifier-memory.ts'
import type { Session } from '../log/session.ts'

export interface ClassifierOptions {
  readonly client: ModelClient
  /** Read at the time of a question. */
  readonly model: () => string
  readonly memory: ClassifierMemory
  readonly session: Pick<Session, 'id' | 'events'>
  readonly costOf: (model: string, usage: Usage) => number | null
  readonly newId: () => string
}

/** Never rejects, and is "ask" whenever it is not sure: no answer, a late one, one that is none. */
export function createClassifier(options: ClassifierOptions): Classify {
  const { memory, session } = options
  return async ({ call, input }, signal) => {
    const model = options.model()
    const ask = (reason: string): Classified => ({ decision: 'ask', reason, model })
    await memory.begin(session)
    if (memory.exhausted !== undefined) return ask(memory.exhausted)
    const text = classifierText({ call, input, said: memory.said })
    if (text === undefined) return ask('The call is too long for the classifier.')
    const late = AbortSignal.timeout(CLASSIFIER_MS)
    try {
      return await answerOf({ ...options, model }, text, AbortSignal.any([signal, late]))
    } catch {
      return ask(late.aborted ? 'The classifier took too long.' : 'The classifier could not be asked.')
    }
  }
}

/** One attempt: a user who waits would rather be asked. */
async function answerOf(
  { client, model, costOf, newId }: Omit<ClassifierOptions, 'model'> & { readonly model: string },
  text: string,
  signal: AbortSignal,
): Promise<Classified> {
  const request = {
    model,
    maxTokens: CLASSIFIER_TOKENS,
    thinkingTokens: 0,
    cacheWrite: false,
    system: [{ text: CLASSIFIER_ROLE, cache: false }],
    tools: [VERDICT_TOOL],
    forcedTool: VERDICT_TOOL.name,
    messages: [{ role: 'user', content: [{ type: 'text', text }] } as const],
    requestId: newId(),
  }
  const said: string[] = []
  let input: unknown
  for await (const event of client.stream(request, signal)) {
    if (event.type === 'failed')
      return { decision: 'ask', reason: `The classifier could not be asked: ${event.error.message}`, model }
    if (event.type === 'block' && event.content.type === 'text') said.push(event.content.text)
    if (
      event.type === 'block' &&
      event.content.type === 'tool_use' &&
      event.content.name === VERDICT_TOOL.name
    )
      ({ input } = event.content)
    if (event.type !== 'ended') continue
    const { usage } = event
    const answer: ClassifierAnswer = readAnswer({ input, text: said.join('\n') })
    return { ...answer, model, used: { usage, costUsd: costOf(model, usage) } }
  }
  return {
    decision: 'ask',
    reason: signal.aborted ? 'The classifier took too long.' : 'The classifier said nothing.',
    model,
  }
}
