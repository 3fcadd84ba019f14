/** The commit of what was accepted: its message, and what git has said. */
import type { CommitOutcome, ReviewedFile } from '../../../agent/protocol/calls/files.ts'
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { KeptReview } from './kept-review.ts'
import { review as t } from '../../language/en/review.ts'

export class CommitModel {
  /** As the person has typed it; '' for what is proposed. */
  typed = $state('')
  outcome = $state.raw<CommitOutcome>()

  readonly #agent: AgentApi
  readonly #keep: () => void
  #proposed = ''

  constructor(agent: AgentApi, keep: () => void) {
    this.#agent = agent
    this.#keep = keep
  }

  restore({ message }: KeptReview): void {
    this.typed = message
    this.outcome = undefined
  }

  propose(message: string): void {
    this.#proposed = message
  }

  type(message: string): void {
    this.typed = message
    this.#keep()
  }

  /** Commits these files. Returns an error if the sandbox could not even ask git. */
  async run(files: readonly ReviewedFile[]): Promise<{ message: string; hint?: string } | undefined> {
    this.outcome = undefined
    const result = await this.#agent.files.commitReviewed(this.typed.trim() || this.#proposed, files)
    if (!result.ok) return result.error
    this.outcome = result.value
    if (result.value.kind === 'committed') this.type('')
    return undefined
  }

  /** Makes a repository of the workspace. */
  async init(): Promise<{ message: string; hint?: string } | undefined> {
    const made = await this.#agent.terminals.exec('git init', {})
    if (!made.ok) return made.error
    const { exitCode, stderr } = made.value
    this.outcome = undefined
    if (exitCode === 0) return undefined
    return { message: new TextDecoder().decode(stderr).trim() || t.gitInitEnded(exitCode) }
  }
}

/** A first line for a commit of these changes. */
export function proposedMessage(
  changes: readonly { readonly path: string; readonly change: 'added' | 'removed' | 'modified' }[],
): string {
  const kinds = new Set(changes.map(({ change }) => change))
  const verb = kinds.size > 1 || kinds.has('modified') ? 'Update' : kinds.has('added') ? 'Add' : 'Remove'
  const names = changes.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))
  const [first = '', second = ''] = names
  if (names.length === 1) return `${verb} ${first}`
  return names.length === 2
    ? `${verb} ${first} and ${second}`
    : `${verb} ${first} and ${names.length - 1} other files`
}
