/** The files of npm's own client, loaded when it is first run: `scripts/npm-client/build.mjs` makes them. */

/** Texts by their paths in the client's folder. */
export async function clientFiles(): Promise<Readonly<Record<string, string>>> {
  const { NPM_FILES } = await import('./generated/npm-client.js')
  return NPM_FILES
}
