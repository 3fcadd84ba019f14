/** The tools' memory within a session. Each run begins with what its log says. */
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

/** The part of it that the session's log has. */
export interface LoggedState {
  readonly cwd: string
  readonly todos: readonly Todo[]
  /** Hashes of the files whose content the model knows, by path. */
  readonly seen: ReadonlyMap<string, string>
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

  /** Takes over the facts of the log; which result showed a file stays known if the file is the same. */
  recall({ cwd, todos, seen }: LoggedState): void {
    this.cwd = cwd
    this.todos = todos
    for (const path of this.files.keys()) if (!seen.has(path)) this.files.delete(path)
    for (const [path, hash] of seen) if (this.files.get(path)?.hash !== hash) this.files.set(path, { hash })
  }

  /** After the workspace was replaced or restored. */
  forgetFiles(): void {
    this.files.clear()
  }
}
