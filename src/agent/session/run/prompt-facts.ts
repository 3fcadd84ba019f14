/** Facts of the session in the prompt. */
import type { Settings } from '../../protocol/settings.ts'
import type { Thread } from '../log/thread.ts'

export function promptFactsOf(
  { facts: { workspace, openedAt } }: Pick<Thread, 'facts'>,
  { model }: Settings,
  { backend, workspacePath }: { readonly backend: string; readonly workspacePath: string },
) {
  return { model, workspace, backend, workspacePath, date: dayOf(openedAt) }
}

/** Day of the session's opening, so that the prompt has the same bytes after a reload on another day. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
