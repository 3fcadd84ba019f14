/** How far a run may go and how much it may think, each field from the first who says something of it. */
import type { ThinkingDecay } from '../protocol/run-options.ts'

export interface RunLimits {
  readonly maxTurns: number
  /** Tokens of an answer; undefined: as many as it needs, up to what the model gives. */
  readonly maxTokens: number | undefined
  /** Tokens of thinking in a response; 0 is off. */
  readonly thinkingTokens: number
  /**
   * Lowers later rounds' thinking, or gives a round's thinking tokens; undefined: every round has the same.
   */
  readonly thinkingDecay: ThinkingDecay | ((base: number, turn: number) => number) | undefined
}

type Said = { readonly [Name in keyof RunLimits]?: RunLimits[Name] | undefined }

/** Run before agent before default. */
export function resolveLimits(run: Said, agent: Said, defaults: RunLimits): RunLimits {
  return {
    maxTurns: run.maxTurns ?? agent.maxTurns ?? defaults.maxTurns,
    maxTokens: run.maxTokens ?? agent.maxTokens ?? defaults.maxTokens,
    thinkingTokens: run.thinkingTokens ?? agent.thinkingTokens ?? defaults.thinkingTokens,
    thinkingDecay: run.thinkingDecay ?? agent.thinkingDecay ?? defaults.thinkingDecay,
  }
}

/** Tokens of thinking in this round, which counts from 1; within 0 and those of the first. */
export function thinkingAt({ thinkingTokens, thinkingDecay }: RunLimits, turn: number): number {
  const wanted = decayed(thinkingTokens, thinkingDecay, turn)
  return Number.isFinite(wanted) ? Math.min(Math.max(Math.round(wanted), 0), thinkingTokens) : thinkingTokens
}

function decayed(base: number, decay: RunLimits['thinkingDecay'], turn: number): number {
  if (decay === undefined) return base
  if (typeof decay === 'function') return decay(base, turn)
  const rounds = Math.max(0, turn - decay.afterTurn)
  return Math.max(base * decay.factor ** rounds, rounds === 0 ? base : decay.floor)
}
