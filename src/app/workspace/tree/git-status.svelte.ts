/** Git's status of each file, for the tree: read seldom and late, and never while nobody sees the tree. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { GIT_STATUS_REFRESH_MS } from '../../limits.ts'
import { ancestors } from '../file-tree.ts'
import type { files as t } from '../../language/en/files.ts'
import { pause } from '../../pause.ts'

export interface GitMark {
  readonly letter: string
  readonly meaning: keyof typeof t.git
}

const MEANINGS: Readonly<Record<string, GitMark['meaning']>> = {
  M: 'modified',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type changed',
  U: 'in conflict',
  '?': 'untracked',
}

export class GitStatusModel {
  /** By path; folders that hold a marked file have a dot. */
  marks = $state.raw<ReadonlyMap<string, GitMark>>(new Map())

  readonly #agent: AgentApi
  /** A look is under way, or soon will be. */
  #due = false
  #looking = false
  #again = false
  #generation = 0

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  reset(): void {
    this.#generation += 1
    this.marks = new Map()
  }

  /** Once for many changes in a row. */
  refreshSoon(isRepository: boolean): void {
    if (!isRepository) {
      if (this.marks.size > 0) this.marks = new Map()
      return
    }
    this.#again = this.#looking
    if (this.#looking || this.#due) return
    this.#due = true
    setTimeout(() => void this.#look(), GIT_STATUS_REFRESH_MS)
  }

  async #look(): Promise<void> {
    this.#due = false
    this.#looking = true
    const generation = this.#generation
    const start = performance.now()
    // A tree without marks is as good: what fails here is told where git is used.
    const result = await this.#agent.files.gitStatus().catch(() => undefined)
    if (generation === this.#generation) this.marks = result?.ok ? marksOf(result.value) : new Map()
    // A large repository is looked at for a tenth of the time at most.
    await pause((performance.now() - start) * 9)
    this.#looking = false
    if (this.#again) this.refreshSoon(true)
  }
}

function marksOf(
  files: readonly { readonly path: string; readonly status: string }[],
): ReadonlyMap<string, GitMark> {
  const marks = new Map<string, GitMark>()
  for (const { path, status } of files) {
    const letter = letterOf(status)
    const meaning = MEANINGS[letter]
    if (meaning === undefined) continue
    // A folder of which nothing is tracked ends with a slash.
    marks.set(path.replace(/\/$/, ''), {
      letter: letter === 'U' ? '!' : letter === '?' ? 'U' : letter,
      meaning,
    })
  }
  for (const path of [...marks.keys()])
    for (const folder of ancestors(path))
      if (!marks.has(folder)) marks.set(folder, { letter: '•', meaning: 'has changes' })
  return marks
}

function letterOf(status: string): string {
  if (status.includes('U') || status === 'AA' || status === 'DD') return 'U'
  return status[1] === ' ' || status[1] === undefined ? (status[0] ?? '') : status[1]
}
