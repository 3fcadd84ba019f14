/** The part of the system prompt behind the boundary: facts of one session. */
import { untrustedText } from '../protocol/text/untrusted-text.ts'
import { cachedSection, volatileSection, type Section } from './sections.ts'
import type { Role } from './static-prompt.ts'

/** Gathered once when the session is opened, so that the bytes stay the same through it (ARCHITECTURE, invariant 2). */
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

const TOOLS = volatileSection<DynamicFacts>(
  'active tools',
  ({ tools }) => `Tools in this session: ${tools.join(', ')}.`,
  'a rule that lets in a tool which was denied adds it to the list',
)

/** An agent that takes notes sees no sandbox. */
export function dynamicSections(role: Role): readonly Section<DynamicFacts>[] {
  if (role === 'note-taker') return [TOOLS]
  return [cachedSection('session context', sessionText), cachedSection('sandbox', sandboxText), TOOLS]
}

/** Shared by all sandboxes. */
const COMMON = `# The sandbox

- /workspace is the user's repository. Every change there is recorded after each call and can be taken back. /tmp is scratch space.`

/**
 * Abilities and limits of the embedded sandbox. Unsupported options are reported by the commands
 * themselves.
 */
const EMBEDDED = `${COMMON}
- Bash is a bash-compatible shell with the usual text and file utilities, git, make, curl, jq, sqlite3 and python3 (standard library).
- node runs JavaScript and TypeScript on Node 22's own library: modules of both kinds, child processes, workers, servers. npm and npx work: install what the project needs, run its scripts, tests, type checks and builds.
- Packages have to be JavaScript or WebAssembly. Native programs, compilers, native add-ons, Docker and browsers are not there; many packages (esbuild, rollup, swc, sass, bcrypt …) are answered by their WebAssembly builds. If a task needs what is missing, say so early.
- A program that listens on a port is shown to the user in the Preview; reach it yourself with curl http://localhost:<port>.
- What goes out passes a gate that may ask the user: npm's registry, and hosts that let web pages in (CORS), by HTTP only. Everything else is out of reach: say so rather than trying variants.`

const CONTAINER = `${COMMON}
- Bash is WebContainer's own small shell (jsh): plain commands, pipes, && and redirections; do not count on loops, functions or here-documents. Of other programs there are few: use node where one is missing. There is no git.
- node, npm and npx are those of WebContainer, a Node runtime in the browser: native programs and add-ons are not there.
- A program that listens on a port is shown to the user in the Preview.`

function sandboxText({ backend }: SessionFacts): string {
  return backend === 'webcontainer' ? CONTAINER : EMBEDDED
}

function sessionText({ model, workspace, backend, workspacePath, date }: SessionFacts): string {
  const name =
    workspace === undefined
      ? 'no imported repository'
      : `the repository ${untrustedText(JSON.stringify(workspace))}`
  return `# This session

- Working directory: /workspace (${name})${
    workspacePath === '/workspace' ? '' : `; commands see it as ${workspacePath}, and tools take both names`
  }
- Sandbox: ${backend}, Linux-like
- Model: ${model}
- Session opened on ${date}`
}
