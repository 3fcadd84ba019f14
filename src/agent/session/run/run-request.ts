/** Options of a script for one run, besides its message. */
import { z } from 'zod'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { RunLimits } from '../../loop/run-limits.ts'
import { runOptions } from '../../protocol/run-options.ts'
import type { RunOptions } from '../../protocol/run-options.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import type { CompactOptions } from '../../protocol/calls/runs.ts'
import { createRunOutput } from '../../tools/pipeline/run-output.ts'
import type { RunOutput } from '../../tools/pipeline/run-output.ts'
import type { CompactionWish } from '../side-queries/compaction.ts'

export interface RunRequest {
  readonly options: RunOptions
  /** Undefined: the run ends with a text. */
  readonly output: RunOutput | undefined
  /** The run only summarises the conversation, or puts the open draft of a summary in place. */
  readonly compaction?: CompactionWish | 'draft'
}

export const NO_REQUEST: RunRequest = { options: {}, output: undefined }

/** Limits of an interactive run that has no options of its own. */
export const DEFAULT_LIMITS: RunLimits = {
  maxTurns: DEFAULT_SETTINGS.maxTurns,
  maxTokens: undefined,
  thinkingTokens: DEFAULT_SETTINGS.thinkingTokens,
  thinkingDecay: undefined,
}

const compactOptions = z.strictObject({
  from: z.string().optional(),
  to: z.string().optional(),
  preview: z.boolean().optional(),
})

/** Options of a summary, which a script may have given. */
export function readCompactOptions(given: unknown): Result<CompactOptions> {
  const parsed = compactOptions.safeParse(given)
  if (parsed.success) return ok(parsed.data)
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') || 'options'
  return fail('invalid', `Nothing was summarised: "${field}": ${issue?.message ?? 'it is not valid'}.`, {
    hint: '"from" and "to" are ids of messages of the user, "preview" is true or false.',
  })
}

/** Refuses the whole when a field is unknown or wrong, naming it. */
export function readRunOptions(given: unknown): Result<RunRequest> {
  const parsed = runOptions.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const field = issue?.path.join('.') || 'options'
    return fail('invalid', `The message was not sent: "${field}": ${issue?.message ?? 'it is not valid'}.`)
  }
  const options = parsed.data
  if (options.outputSchema === undefined) return ok({ options, output: undefined })
  const output = createRunOutput(options.outputSchema)
  return output.ok ? ok({ options, output: output.value }) : output
}
