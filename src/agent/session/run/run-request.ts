/** Options of a script for one run, besides its message. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { RunLimits } from '../../loop/run-limits.ts'
import { runOptions } from '../../protocol/run-options.ts'
import type { RunOptions } from '../../protocol/run-options.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { createRunOutput } from '../../tools/pipeline/run-output.ts'
import type { RunOutput } from '../../tools/pipeline/run-output.ts'

export interface RunRequest {
  readonly options: RunOptions
  /** Undefined: the run ends with a text. */
  readonly output: RunOutput | undefined
  /** The run only summarises the conversation; what of it the person wants kept. */
  readonly compaction?: { readonly keep: string }
}

export const NO_REQUEST: RunRequest = { options: {}, output: undefined }

/** Limits of an interactive run that has no options of its own. */
export const DEFAULT_LIMITS: RunLimits = {
  maxTurns: DEFAULT_SETTINGS.maxTurns,
  maxTokens: undefined,
  thinkingTokens: DEFAULT_SETTINGS.thinkingTokens,
  thinkingDecay: undefined,
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
