/** Which build a page is of, and what its server has written into it; read by the service workers from its text. */

/** Name of a lock that each page holds as long as it is open: what its build has kept is not thrown away until then. */
export type BuildLock = `vivarium-build-${string}`

/** The build that a page names; undefined for one that is no page of ours, or was served from source. */
export function buildIn(html: string): string | undefined {
  const [, build] = /<meta name="vivarium-build" content="([\w-]+)"/.exec(html) ?? []
  return build
}

/** All else that the server has filled in: two pages of one deployment have the same. */
export function configurationIn(html: string): string {
  return [...html.matchAll(/<meta name="vivarium-(?!build")[^>]*>/g)].join('\n')
}
