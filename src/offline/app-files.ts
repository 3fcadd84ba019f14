/** The files of an origin's program, as the build wrote them into the service worker (scripts/lib/build/app-files.mjs). */
export interface AppFiles {
  /** Tells builds apart; both origins' pages name it, too. */
  readonly version: string
  readonly files: readonly AppFile[]
}

export interface AppFile {
  /** From the origin's root, e.g. `/assets/index-1a2b3c4d.js`; `/` for the page itself. */
  readonly path: string
  /** SHA-256 of its bytes in hex; empty where the server fills the page in. */
  readonly hash: string
}

/** Without files when it is served from source: there is nothing to keep then. */
export const APP_FILES: AppFiles = parse('__APP_FILES__')

function parse(written: string): AppFiles {
  // Our own build's output, never somebody's input.
  return written.startsWith('{') ? (JSON.parse(written) as AppFiles) : { version: '', files: [] }
}
