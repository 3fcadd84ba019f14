/** What is known of models: list prices in US dollars per million tokens, and what a request may ask of them. */
import { MAX_OUTPUT_TOKENS } from '../limits.ts'
import type { Usage } from '../protocol/events.ts'

interface Price {
  readonly input: number
  readonly output: number
  /** A cached token's share of the input price; 0.1 unless it says otherwise. */
  readonly cacheRead?: number
  /** Beyond so many prompt tokens everything in the request costs so many times as much. */
  readonly long?: { readonly above: number; readonly factor: number }
}

export interface ModelFacts {
  /** Tokens that a request and its answer may take together. */
  readonly contextWindow: number
  /** Tokens of the longest answer that may be asked for. */
  readonly maxOutput: number
  /** How thinking is asked for: with a number of tokens, so that the model decides itself, by a word, or not at all. */
  readonly thinking: 'budget' | 'adaptive' | 'effort' | 'none'
  /** It takes images. */
  readonly vision: boolean
  /** Undefined: the price is not known, so no cost is shown. */
  readonly price: Price | undefined
}

const CACHE_READ = 0.1
/** The five-minute write, the only one we ask for. */
const CACHE_WRITE = 1.25

const OLDER = { contextWindow: 200_000, maxOutput: 64_000, thinking: 'budget', vision: true } as const
const NEWER = { contextWindow: 1_000_000, maxOutput: 128_000, thinking: 'adaptive', vision: true } as const
const OLD_OPUS = { ...OLDER, maxOutput: 32_000, price: { input: 15, output: 75 } } as const

/** The vendor's price and model pages, November 2026. */
const KNOWN = new Map<string, ModelFacts>([
  ['claude-fable-5-1', { ...NEWER, price: { input: 10, output: 50, cacheRead: 0.025 } }],
  ['claude-fable-5', { ...NEWER, price: { input: 10, output: 50 } }],
  ['claude-mythos-5-1', { ...NEWER, price: { input: 10, output: 50, cacheRead: 0.025 } }],
  ['claude-mythos-5', { ...NEWER, price: { input: 10, output: 50 } }],
  ['claude-opus-5-5', { ...NEWER, price: { input: 4, output: 20, cacheRead: 0.05 } }],
  ['claude-opus-5', { ...NEWER, price: { input: 5, output: 25 } }],
  ['claude-opus-4-8', { ...NEWER, price: { input: 5, output: 25 } }],
  ['claude-opus-4-7', { ...NEWER, price: { input: 5, output: 25 } }],
  ['claude-opus-4-6', { ...NEWER, price: { input: 5, output: 25 } }],
  ['claude-opus-4-5', { ...OLDER, price: { input: 5, output: 25 } }],
  ['claude-opus-4-1', OLD_OPUS],
  ['claude-opus-4-0', OLD_OPUS],
  ['claude-opus-4', OLD_OPUS],
  ['claude-sonnet-5-5', { ...NEWER, price: { input: 2, output: 10, cacheRead: 0.05 } }],
  ['claude-sonnet-5', { ...NEWER, price: { input: 2, output: 10 } }],
  ['claude-sonnet-4-6', { ...NEWER, maxOutput: 64_000, price: { input: 3, output: 15 } }],
  ['claude-sonnet-4-5', { ...OLDER, price: { input: 3, output: 15 } }],
  ['claude-sonnet-4-0', { ...OLDER, price: { input: 3, output: 15 } }],
  ['claude-sonnet-4', { ...OLDER, price: { input: 3, output: 15 } }],
  ['claude-haiku-5-5', { ...NEWER, price: { input: 0.1, output: 0.5, long: { above: 100_000, factor: 5 } } }],
  ['claude-haiku-4-5', { ...OLDER, price: { input: 1, output: 5 } }],
])

/** A model of that family that this table does not know yet will be a newer one; its window is assumed to be the usual. */
const UNKNOWN_CLAUDE: ModelFacts = {
  ...NEWER,
  contextWindow: 200_000,
  maxOutput: 64_000,
  price: undefined,
}
/** Somebody else's model behind the same protocol: asking it for long answers would only be refused. */
const UNKNOWN: ModelFacts = { ...OLDER, maxOutput: MAX_OUTPUT_TOKENS, price: undefined }

/** By the model's id, with or without the date of its snapshot. Unknown ones are never given a price. */
export function modelFacts(model: string): ModelFacts {
  const family = model.replace(/(?:[-@]\d{8}|-latest)$/, '')
  return KNOWN.get(family) ?? (model.startsWith('claude-') ? UNKNOWN_CLAUDE : UNKNOWN)
}

/** US dollars of one response; null when the price is not known. */
export function costOf(model: string, usage: Usage): number | null {
  const { price } = modelFacts(model)
  if (!price) return null
  const prompt = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
  const factor = price.long && prompt > price.long.above ? price.long.factor : 1
  const input =
    usage.inputTokens +
    (price.cacheRead ?? CACHE_READ) * usage.cacheReadTokens +
    CACHE_WRITE * usage.cacheWriteTokens
  return (factor * (input * price.input + usage.outputTokens * price.output)) / 1_000_000
}
