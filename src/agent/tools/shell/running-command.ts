/** A command of the shell while it runs, in the foreground or behind the conversation. */
import type { ExecRequest, ExecResult, Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { RESULT_CHARS } from '../../limits.ts'
import { LiveOutput, type CommandOutput, type LiveRules, type Said } from './live-output.ts'
import { cutEnd } from '../results/result-budget.ts'

export class RunningCommand {
  readonly id: string
  readonly command: string
  readonly cwd: string | undefined
  readonly sandbox: Sandbox
  /** Never rejects. */
  readonly done: Promise<Result<ExecResult>>
  /** Receives its output as it comes. */
  onSaid: (said: Said) => void
  /** The end of what nobody was shown yet. */
  #unread = ''
  /** Characters before it that are not kept. */
  #dropped = 0

  /** It has said something at all. */
  #isSilent = true

  constructor(sandbox: Sandbox, request: ExecRequest, rules: LiveRules, onSaid: (said: Said) => void) {
    this.id = request.id
    this.command = request.command
    this.cwd = request.cwd
    this.sandbox = sandbox
    const live = new LiveOutput(rules, (said) => this.onSaid(said))
    this.onSaid = onSaid
    // Chunks end anywhere: each stream has a decoder that keeps half a code point for the next one.
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
    this.done = sandbox
      .exec(request, ({ stream, data, opened }) => {
        const said = { stream, text: decoders[stream].decode(data, { stream: true }) }
        this.#keep(said)
        live.take(said, opened)
      })
      // Every waiter, here or behind the conversation, must learn of its end.
      .catch((error: unknown) => fail('internal', `The sandbox failed: ${messageOf(error)}`))
      .finally(() => live.end())
  }

  /** Returns its output since the last call. */
  takeUnread(): { readonly text: string; readonly dropped: number } {
    const taken = { text: this.#unread, dropped: this.#dropped }
    this.#unread = ''
    this.#dropped = 0
    return taken
  }

  /** The command as the writer of all its output, or of the taken part. */
  outputOf(taken?: { readonly text: string }): CommandOutput {
    const isSilent = taken === undefined ? this.#isSilent : taken.text === ''
    return { id: this.id, line: this.command, cwd: this.cwd, isSilent }
  }

  #keep(said: Said): void {
    if (said.text !== '') this.#isSilent = false
    const all = this.#unread + said.text
    // Twice the wanted length before it is cut, so that the cutting costs a constant share.
    const kept = all.length > 2 * RESULT_CHARS.shell ? cutEnd(all, RESULT_CHARS.shell) : all
    this.#dropped += all.length - kept.length
    this.#unread = kept
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
