/**
 * Facts about models: list prices in US dollars per million tokens, and the limits of a request. The user's
 * settings override the table.
 */
import { canonicalModel } from '../protocol/usage.ts'
import { MAX_OUTPUT_TOKENS } from '../limits.ts'
import type { CacheTtl } from './anthropic/cache-ttl.ts'
import type { Usage } from '../protocol/token-usage.ts'
import type { ModelOverrides } from '../protocol/settings.ts'

interface Price {
  readonly input: number
  readonly output: number
  /** A cached token's share of the input price; 0.1 unless it says otherwise. */
  readonly cacheRead?: number | undefined
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
  /** False: all of this is assumed. */
  readonly known: boolean
}

const CACHE_READ = 0.1
/** A written token's share of the input price. */
const CACHE_WRITE: Record<CacheTtl, number> = { '5m': 1.25, '1h': 2 }

const OLDER = {
  contextWindow: 200_000,
  maxOutput: 64_000,
  thinking: 'budget',
  vision: true,
  known: true,
} as const
const NEWER = {
  contextWindow: 1_000_000,
  maxOutput: 128_000,
  thinking: 'adaptive',
  vision: true,
  known: true,
} as const
const OLD_OPUS = { ...OLDER, maxOutput: 32_000, price: { input: 15, output: 75 } } as const

const GPT_5 = {
  contextWindow: 400_000,
  maxOutput: 128_000,
  thinking: 'effort',
  vision: true,
  known: true,
} as const
const GPT_4 = {
  contextWindow: 1_047_576,
  maxOutput: 32_768,
  thinking: 'none',
  vision: true,
  known: true,
} as const

/** The vendors' price and model pages, November 2026. */
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
  ['gpt-5.1', { ...GPT_5, price: { input: 1.25, output: 10 } }],
  ['gpt-5.1-codex', { ...GPT_5, price: { input: 1.25, output: 10 } }],
  ['gpt-5', { ...GPT_5, price: { input: 1.25, output: 10 } }],
  ['gpt-5-codex', { ...GPT_5, price: { input: 1.25, output: 10 } }],
  ['gpt-5-mini', { ...GPT_5, price: { input: 0.25, output: 2 } }],
  ['gpt-5-nano', { ...GPT_5, price: { input: 0.05, output: 0.4 } }],
  ['gpt-4.1', { ...GPT_4, price: { input: 2, output: 8, cacheRead: 0.25 } }],
  ['gpt-4.1-mini', { ...GPT_4, price: { input: 0.4, output: 1.6, cacheRead: 0.25 } }],
  [
    'gpt-4o',
    {
      ...GPT_4,
      contextWindow: 128_000,
      maxOutput: 16_384,
      price: { input: 2.5, output: 10, cacheRead: 0.5 },
    },
  ],
])

/** A model of that family that this table does not know yet will be a newer one; its window is assumed to be the usual. */
const UNKNOWN_CLAUDE: ModelFacts = {
  ...NEWER,
  contextWindow: 200_000,
  maxOutput: 64_000,
  price: undefined,
  known: false,
}
/** Somebody else's model: more than most take is not asked of it, and its price is not guessed. */
const UNKNOWN: ModelFacts = {
  contextWindow: 64_000,
  maxOutput: MAX_OUTPUT_TOKENS,
  thinking: 'none',
  vision: false,
  price: undefined,
  known: false,
}
/** Names of model families that see. */
const SEES =
  /vision|\bvl\b|[-.:]vl|llava|gpt-[45]|\bo[134]\b|gemini|gemma-?3|pixtral|llama-?4|internvl|minicpm-v/i

/**
 * By the model's id, with or without the date of its snapshot, and without a gateway's "vendor/" before it. Unknown ones
 * are never given a price.
 */
export function modelFacts(model: string, overrides: ModelOverrides = {}): ModelFacts {
  const family = canonicalModel(model)
  const given = Object.hasOwn(overrides, model) ? overrides[model] : undefined
  const facts = KNOWN.get(family) ?? unknownFacts(family)
  if (!given) return facts
  // Which tools it is given says nothing of what it can do.
  const { tools: _, ...said } = given
  const own = withoutUndefined(said)
  return Object.keys(own).length === 0 ? facts : { ...facts, ...own, known: true }
}

function unknownFacts(family: string): ModelFacts {
  return family.startsWith('claude-') ? UNKNOWN_CLAUDE : { ...UNKNOWN, vision: SEES.test(family) }
}

type Given = { -readonly [Name in keyof ModelFacts]?: ModelFacts[Name] | undefined }

function withoutUndefined(given: Given): Partial<ModelFacts> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** US dollars of one response; null when the price is not known. */
export function costOf(
  model: string,
  usage: Usage,
  overrides: ModelOverrides = {},
  cacheTtl: CacheTtl = '5m',
): number | null {
  const { price } = modelFacts(model, overrides)
  if (!price) return null
  const prompt = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
  const factor = price.long && prompt > price.long.above ? price.long.factor : 1
  const input =
    usage.inputTokens +
    (price.cacheRead ?? CACHE_READ) * usage.cacheReadTokens +
    CACHE_WRITE[cacheTtl] * usage.cacheWriteTokens
  return (factor * (input * price.input + usage.outputTokens * price.output)) / 1_000_000
}
