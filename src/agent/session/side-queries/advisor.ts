/** The second model that is asked for advice: a call of our own, without tools and without the conversation. */
import { ADVICE_ATTEMPTS, ADVICE_TOKENS } from '../../limits.ts'
import { isKeyRefused } from '../../model/contract.ts'
import { retryDecision } from '../../model/retry-policy.ts'
import type { Advice, Advise } from '../../tools/talk/advisor.ts'
import type { AskAside } from './logged-queries.ts'
import { textOf } from './side-query.ts'
import type { SideAnswer } from './side-query.ts'

export interface AdvisorOptions {
  readonly askAside: AskAside
  readonly model: string
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const ROLE = `You advise a coding agent that works on a repository and has come to a point where the way forks. You see only what it passes on; you have no tools, and nobody else reads you.

Answer with guidance that it can act on at once, in 400 to 700 tokens: which way to take and why, what to check first, what would show that it is the wrong way. Name what is missing if the question cannot be decided by what you see. Do not write the code for it, do not repeat the question, no introduction.`

export function createAdvisor({ askAside, model, sleep }: AdvisorOptions): Advise {
  return async ({ question, situation, of }, signal) => {
    const request = requestFor(model, `# Question\n\n${question}\n\n# Situation\n\n${situation}`)
    const failed = (problem: string): Advice => ({ model, used: undefined, outcome: { ok: false, problem } })
    let refusals = 0
    for (let number = 1; ; number++) {
      const answer = await askAside({ source: 'advisor', request, of, signal })
      if (answer.outcome === 'stopped') return failed('It was stopped.')
      if (answer.outcome === 'done') return adviceIn(model, answer)
      const { error } = answer
      if (isKeyRefused(error)) refusals++
      const decision = retryDecision(
        error,
        {
          number,
          overloads: 0,
          refusals,
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
        return failed(`${error.message} ${error.hint}`)
      await sleep(decision.delayMs, signal)
    }
  }
}

function requestFor(model: string, text: string) {
  return {
    model,
    maxTokens: ADVICE_TOKENS,
    thinkingTokens: 0,
    // Nothing of it is asked for again.
    cacheWrite: false,
    system: [{ text: ROLE, cache: false }],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text }] } as const],
  }
}

function adviceIn(model: string, { content, used }: Extract<SideAnswer, { outcome: 'done' }>): Advice {
  const text = textOf(content).trim()
  const outcome =
    text === '' ? ({ ok: false, problem: 'It said nothing.' } as const) : ({ ok: true, text } as const)
  return { model, used, outcome }
}
