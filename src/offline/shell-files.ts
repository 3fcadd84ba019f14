/** What the program of an origin is made of, as the build wrote it into the service worker (scripts/lib/shell-files.mjs). */
export interface Shell {
  /** Tells builds apart; both origins' pages name it, too. */
  readonly version: string
  readonly files: readonly ShellFile[]
}

export interface ShellFile {
  /** From the origin's root, e.g. `/assets/index-1a2b3c4d.js`; `/` for the page itself. */
  readonly path: string
  /** SHA-256 of its bytes in hex; empty where the server fills the page in. */
  readonly hash: string
}

/** Without files when it is served from source: there is nothing to keep then. */
export const SHELL: Shell = parse('__SHELL_FILES__')

function parse(written: string): Shell {
  // Our own build's output, never somebody's input.
  return written.startsWith('{') ? (JSON.parse(written) as Shell) : { version: '', files: [] }
}
