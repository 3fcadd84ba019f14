/** Records a command's output and run time, for every back end. */
import { CappedOutput } from './capped-output.ts'
import type { ExecRequest, ExecResult, OnOutput, OutputChunk } from './contract.ts'
import { EXEC_DEFAULT_TIMEOUT_MS, EXEC_MAX_TIMEOUT_MS, EXEC_OUTPUT_MAX_BYTES } from './limits.ts'

/** The exit code of a command whose time was over. */
export const TIMED_OUT_EXIT_CODE = 124

/** How long a command may run. */
export function timeoutOf({ timeoutMs = EXEC_DEFAULT_TIMEOUT_MS }: ExecRequest): number {
  return Math.min(timeoutMs, EXEC_MAX_TIMEOUT_MS)
}

/** One command's output as the result gives it, and its time from now to `end`. */
export class ExecRecording {
  readonly #onOutput: OnOutput | undefined
  readonly #kept = {
    stdout: new CappedOutput(EXEC_OUTPUT_MAX_BYTES),
    stderr: new CappedOutput(EXEC_OUTPUT_MAX_BYTES),
  }
  readonly #begun = performance.now()
  #hasEnded = false

  constructor(onOutput: OnOutput | undefined) {
    this.#onOutput = onOutput
  }

  /** Output of background processes after the end goes only to the tail. */
  take(chunk: OutputChunk): void | Promise<void> {
    if (this.#hasEnded) return undefined
    this.#kept[chunk.stream].push(chunk.data)
    return this.#onOutput?.(chunk)
  }

  /** Nothing is kept or shown after this. */
  end(): Pick<ExecResult, 'stdout' | 'stderr' | 'droppedBytes' | 'durationMs'> {
    this.#hasEnded = true
    const { stdout, stderr } = this.#kept
    return {
      stdout: stdout.bytes(),
      stderr: stderr.bytes(),
      droppedBytes: stdout.droppedBytes + stderr.droppedBytes,
      durationMs: performance.now() - this.#begun,
    }
  }
}
