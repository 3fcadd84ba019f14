/** The part of the system prompt behind the boundary: facts of one session (PA-01). */
import { cachedSection, volatileSection, type Section } from './sections.ts'

/** Gathered once when the session is opened, so that the bytes stay the same through it (DESIGN, invariant 2). */
export interface SessionFacts {
  readonly model: string
  /** Name of the imported repository; undefined for an empty workspace. */
  readonly workspace: string | undefined
  /** e.g. `embedded`. */
  readonly backend: string
  /** The workspace as commands see it. */
  readonly workspacePath: string
  /** The day the session was opened, e.g. `2026-11-21`. */
  readonly date: string
}

export interface DynamicFacts extends SessionFacts {
  readonly tools: readonly string[]
}

export const DYNAMIC_SECTIONS: readonly Section<DynamicFacts>[] = [
  cachedSection('session context', sessionText),
  volatileSection(
    'active tools',
    ({ tools }) => `Tools in this session: ${tools.join(', ')}.`,
    'a rule that denies a tool takes it out of the list',
  ),
]

function sessionText({ model, workspace, backend, workspacePath, date }: SessionFacts): string {
  const name =
    workspace === undefined ? 'no imported repository' : `the repository ${JSON.stringify(workspace)}`
  return `# This session

- Working directory: /workspace (${name})${
    workspacePath === '/workspace' ? '' : `; commands see it as ${workspacePath}, and tools take both names`
  }
- Sandbox: ${backend}, Linux-like
- Model: ${model}
- Session opened on ${date}`
}
