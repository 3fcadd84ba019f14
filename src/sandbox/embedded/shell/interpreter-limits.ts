import type { BashOptions } from 'just-bash/browser'
import { SHELL_LIMITS } from '../../contract/limits.ts'

/** The library's ceilings, by its names. Time is not among them: the kernel ends a shell that takes too long. */
export const INTERPRETER_LIMITS: NonNullable<BashOptions['executionLimits']> = {
  maxCommandCount: SHELL_LIMITS.commands,
  maxLoopIterations: SHELL_LIMITS.iterations,
  maxAwkIterations: SHELL_LIMITS.iterations,
  maxSedIterations: SHELL_LIMITS.iterations,
  maxWorkUnits: SHELL_LIMITS.work,
  maxTraversalEntries: SHELL_LIMITS.work,
  maxTraversalWork: SHELL_LIMITS.work,
  maxGlobOperations: SHELL_LIMITS.work,
  maxCallDepth: SHELL_LIMITS.depth,
  maxSubstitutionDepth: SHELL_LIMITS.depth,
  maxExecDepth: SHELL_LIMITS.depth,
  maxArrayElements: SHELL_LIMITS.elements,
  maxQueryElements: SHELL_LIMITS.elements,
  maxStringLength: SHELL_LIMITS.stringBytes,
  maxInputBytes: SHELL_LIMITS.totalBytes,
  maxLiveBytes: SHELL_LIMITS.totalBytes,
  maxOutputSize: SHELL_LIMITS.totalBytes,
  maxExecutionTimeMs: SHELL_LIMITS.timerMs,
}
