/** The output of a running command, on its way to the screen and the log: held back, or masked, once it has opened a withheld file. */
import type { OutputChunk } from '../../../sandbox/contract/contract.ts'
import { MASKED_LINE_CHARS } from '../../limits.ts'

export type Said = { readonly stream: OutputChunk['stream']; readonly text: string }

/** The command that wrote a tool's text. */
export interface CommandOutput {
  /** The id for the sandbox's `exec`. */
  readonly id: string
  readonly line: string
  readonly cwd?: string | undefined
  /** It has said nothing. */
  readonly isSilent: boolean
}

export interface LiveRules {
  /** Masks a piece of whole lines. Absent: nothing is masked, or held back. */
  readonly mask?: ((text: string) => string) | undefined
  /** A script of the project: its output is masked, that of another program held back. */
  readonly isScript: boolean
  /** The back end does not tell what was opened. */
  readonly isUntold: boolean
}

const HELD = '[The command has opened a file that holds secrets: what it says from here on is held back.]\n'

export class LiveOutput {
  readonly #rules: LiveRules
  readonly #emit: (said: Said) => void
  readonly #lines = { stdout: '', stderr: '' }
  #isHeld = false

  constructor(rules: LiveRules, emit: (said: Said) => void) {
    this.#rules = rules
    this.#emit = emit
  }

  take({ stream, text }: Said, opened: OutputChunk['opened']): void {
    const { mask, isScript, isUntold } = this.#rules
    if (mask === undefined || (opened === undefined && !isUntold)) return this.#say({ stream, text })
    if (opened === 'program' && !isScript) return this.#hold(stream)
    const all = this.#lines[stream] + text
    // A value that ends beyond this piece is found with the rest of its line.
    const end = all.length > MASKED_LINE_CHARS ? all.length : all.lastIndexOf('\n') + 1
    this.#lines[stream] = all.slice(end)
    this.#say({ stream, text: mask(all.slice(0, end)) })
  }

  /** The rest: nothing more comes. */
  end(): void {
    const { mask } = this.#rules
    for (const stream of ['stdout', 'stderr'] as const) {
      const text = this.#lines[stream]
      this.#lines[stream] = ''
      if (mask !== undefined && !this.#isHeld) this.#say({ stream, text: mask(text) })
    }
  }

  #hold(stream: Said['stream']): void {
    if (this.#isHeld) return
    this.#isHeld = true
    this.#say({ stream, text: HELD })
  }

  #say(said: Said): void {
    if (said.text !== '') this.#emit(said)
  }
}
