/** The second model that is asked for advice: a call of our own, without tools and without the conversation. */
import { ADVICE_ATTEMPTS, ADVICE_TOKENS } from '../../limits.ts'
import type { ModelClient, ModelError } from '../../model/contract.ts'
import { retryDecision } from '../../model/retry.ts'
import type { Usage } from '../../protocol/token-usage.ts'
import type { Advice, Advise } from '../../tools/talk/advisor.ts'

export interface AdvisorOptions {
  readonly client: ModelClient
  readonly model: string
  readonly costOf: (model: string, usage: Usage) => number | null
  readonly newId: () => string
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const ROLE = `You advise a coding agent that works on a repository and has come to a point where the way forks. You see only what it passes on; you have no tools, and nobody else reads you.

Answer with guidance that it can act on at once, in 400 to 700 tokens: which way to take and why, what to check first, what would show that it is the wrong way. Name what is missing if the question cannot be decided by what you see. Do not write the code for it, do not repeat the question, no introduction.`

export function createAdvisor(options: AdvisorOptions): Advise {
  return async ({ question, situation }, signal) => {
    const text = `# Question\n\n${question}\n\n# Situation\n\n${situation}`
    for (let number = 1; ; number++) {
      const answer = await ask(options, text, signal)
      if (!('error' in answer)) return answer
      const decision = retryDecision(
        answer.error,
        {
          number,
          overloads: 0,
          maxTokens: ADVICE_TOKENS,
          thinkingTokens: 0,
          streaming: true,
          callsBegan: true,
          waitedMs: 0,
          random: Math.random,
        },
        { source: 'advisor', persistent: false, hasFallback: false },
      )
      if (!decision.retry || number >= ADVICE_ATTEMPTS || signal.aborted)
        return failed(options.model, `${answer.error.message} ${answer.error.hint}`)
      await options.sleep(decision.delayMs, signal)
    }
  }
}

async function ask(
  { client, model, costOf, newId }: AdvisorOptions,
  text: string,
  signal: AbortSignal,
): Promise<Advice | { readonly error: ModelError }> {
  const said: string[] = []
  const request = {
    model,
    maxTokens: ADVICE_TOKENS,
    thinkingTokens: 0,
    // Nothing of it is asked for again.
    cacheWrite: false,
    system: [{ text: ROLE, cache: false }],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text }] } as const],
    requestId: newId(),
  }
  for await (const event of client.stream(request, signal)) {
    if (event.type === 'failed') return event
    if (event.type === 'block' && event.content.type === 'text') said.push(event.content.text)
    if (event.type !== 'ended') continue
    const { usage } = event
    const advice = said.join('\n\n').trim()
    const outcome =
      advice === ''
        ? ({ ok: false, problem: 'It said nothing.' } as const)
        : ({ ok: true, text: advice } as const)
    return { model, usage, costUsd: costOf(model, usage), outcome }
  }
  return failed(model, 'It was stopped.')
}

function failed(model: string, problem: string): Advice {
  return { model, usage: undefined, costUsd: null, outcome: { ok: false, problem } }
}
