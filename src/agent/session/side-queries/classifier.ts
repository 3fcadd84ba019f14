/** The side query of `auto`: a small model is asked whether a call may run, and its refusals are counted. */
import { CLASSIFIER_MS, CLASSIFIER_TOKENS } from '../../limits.ts'
import {
  CLASSIFIER_ROLE,
  classifierText,
  readAnswer,
  VERDICT_TOOL,
} from '../../permission/classifier/classifier-request.ts'
import type { CallIds, Classified, Classify } from '../../tools/deps.ts'
import type { ClassifierMemory } from './classifier-memory.ts'
import type { Session } from '../log/session.ts'
import type { AskAside } from './logged-queries.ts'
import { textOf } from './side-query.ts'

export interface ClassifierOptions {
  readonly askAside: AskAside
  /** Read at the time of a question. */
  readonly model: () => string
  readonly memory: ClassifierMemory
  readonly session: Pick<Session, 'id' | 'events'>
}

/** Never rejects, and is "ask" whenever it is not sure: no answer, a late one, one that is none. */
export function createClassifier(options: ClassifierOptions): Classify {
  const { memory, session } = options
  return async ({ call, input, of }, signal) => {
    const model = options.model()
    const ask = (reason: string): Classified => ({ decision: 'ask', reason, model })
    await memory.begin(session)
    if (memory.exhausted !== undefined) return ask(memory.exhausted)
    const text = classifierText({ call, input, said: memory.said })
    if (text === undefined) return ask('The call is too long for the classifier.')
    const late = AbortSignal.timeout(CLASSIFIER_MS)
    try {
      return await answerOf(options.askAside, { model, text, of, signal: AbortSignal.any([signal, late]) })
    } catch {
      return ask(late.aborted ? 'The classifier took too long.' : 'The classifier could not be asked.')
    }
  }
}

interface Question {
  readonly model: string
  readonly text: string
  readonly of: CallIds
  readonly signal: AbortSignal
}

/** One attempt: a user who waits would rather be asked. */
async function answerOf(askAside: AskAside, { model, text, of, signal }: Question): Promise<Classified> {
  const request = {
    model,
    maxTokens: CLASSIFIER_TOKENS,
    thinkingTokens: 0,
    cacheWrite: false,
    system: [{ text: CLASSIFIER_ROLE, cache: false }],
    tools: [VERDICT_TOOL],
    forcedTool: VERDICT_TOOL.name,
    messages: [{ role: 'user', content: [{ type: 'text', text }] } as const],
  }
  const ask = (reason: string): Classified => ({ decision: 'ask', reason, model })
  const answer = await askAside({ source: 'classifier', request, of, signal })
  if (answer.outcome === 'stopped') return ask('The classifier took too long.')
  if (answer.outcome === 'failed') return ask(`The classifier could not be asked: ${answer.error.message}`)
  const { content, used } = answer
  const verdict = content.findLast((block) => block.type === 'tool_use' && block.name === VERDICT_TOOL.name)
  const input: unknown = verdict?.type === 'tool_use' ? verdict.input : undefined
  return { ...readAnswer({ input, text: textOf(content) }), model, used }
}
