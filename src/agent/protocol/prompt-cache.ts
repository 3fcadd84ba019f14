/**
 * The log's account of a provider's prompt cache: the parts of a request, whether it was read
 * from the cache, and, where it was not, why.
 */
import { z } from 'zod'

/** Origins of a model request. */
export const querySource = z.enum([
  'main',
  'subagent',
  'compaction',
  'notes',
  'title',
  'summary',
  'suggestion',
  'memory',
  'classifier',
  'advisor',
])
export type QuerySource = z.infer<typeof querySource>

/** All that a provider's cache keeps apart, as hashes where it is long; nothing of it can be read back. */
export const promptFingerprint = z.strictObject({
  /** Provider and Base URL. */
  service: z.string(),
  model: z.string(),
  /** Tokens of extended thinking, from which the effort follows. */
  thinking: z.number(),
  /** The tool that has to be called; absent where the model chooses. */
  choice: z.string().optional(),
  /** The names of the user's own headers, and what they say of betas. */
  headers: z.string(),
  /** Which system blocks are marked for the cache. */
  markers: z.string(),
  system: z.string(),
  tools: z.string(),
  /** Content blocks of all messages, and their hash. */
  blocks: z.number(),
  messages: z.string(),
})
export type PromptFingerprint = z.infer<typeof promptFingerprint>

/** Fields that may change between two requests, in the order of a request. */
const promptField = z.enum([
  'service',
  'model',
  'thinking',
  'choice',
  'headers',
  'markers',
  'tools',
  'system',
  'messages',
])
export type PromptField = z.infer<typeof promptField>

/** Whether what the request before had in the cache was read: `none` where the service tells of no cache. */
export const cacheVerdict = z.enum(['first', 'kept', 'broken', 'none', 'untracked'])
export type CacheVerdict = z.infer<typeof cacheVerdict>

/** `lookback`: so much was added at once that the provider did not look far enough back for what it had. */
const cacheBreakCause = z.enum(['changed', 'expired_1h', 'expired_5m', 'lookback', 'evicted'])

/** A request whose beginning was in the cache and was not read from there. */
export const cacheBreak = z.strictObject({
  requestId: z.string(),
  source: querySource,
  model: z.string(),
  cause: cacheBreakCause,
  /** The changed fields; empty with every other cause. */
  changed: z.array(promptField),
  /** Tokens that were there after the request before, and that were read. */
  cachedTokens: z.number(),
  readTokens: z.number(),
  /** Milliseconds since the request before was sent. */
  ageMs: z.number(),
  /** Unified diff of what changed, cut at a limit; absent when what was before is not known here any more. */
  patch: z.string().optional(),
})
export type CacheBreak = z.infer<typeof cacheBreak>
