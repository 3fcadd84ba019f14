/** The tools' memory within a session, in memory only. After a reload files must be read again. */
import { WORKSPACE_ROOT } from '../../sandbox/contract/path.ts'
import type { SeenLines, ToolDisplay } from '../protocol/events/call-events.ts'

export type Todo = Extract<ToolDisplay, { kind: 'todos' }>['todos'][number]

/** A file as the model last saw or wrote it. */
export interface SeenFile {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string
  /** The last Read that showed it, so that an identical one can be answered by where that is. */
  readonly shown?: ShownFile
}

export interface ShownFile {
  readonly toolUseId: string
  readonly turnId: string
  readonly offset: number
  readonly limit: number
  readonly pages: string | undefined
  /** Undefined where it is no text, or a line of it was cut. */
  readonly lines: SeenLines | undefined
}

/** One per session. Tools read it; only the scheduler writes to it, by applying a call's `changes`. */
export class ToolState {
  /** Start directory of the next shell command; within the workspace. */
  cwd = WORKSPACE_ROOT
  todos: readonly Todo[] = []
  readonly files = new Map<string, SeenFile>()
  /** Characters of results that the last turn has, so that one response's results stay within bounds together. */
  #shown = { turnId: '', chars: 0 }

  shownIn(turnId: string): number {
    return this.#shown.turnId === turnId ? this.#shown.chars : 0
  }

  show(turnId: string, chars: number): void {
    this.#shown = { turnId, chars: this.shownIn(turnId) + chars }
  }

  /** After the workspace was replaced or restored. */
  forgetFiles(): void {
    this.files.clear()
  }
}
