/** Puts the build's chunk `early` into the page as a script of its own, which does not wait for the page's main one. */

/** A plugin for the bundler. From source there is no such chunk: the main script imports the file itself. */
export function earlyScript() {
  return {
    name: 'vivarium-early-script',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {}, path }) => {
        // The smaller pages have neither agent nor sandbox.
        if (path !== '/index.html') return []
        // The modules themselves (start-chunks.mjs), not the entry of the same name, which only imports them.
        const chunk = Object.values(bundle).find(
          ({ type, name, isEntry }) => type === 'chunk' && name === 'early' && !isEntry,
        )
        if (!chunk) return []
        const attrs = {
          type: 'module',
          async: true,
          crossorigin: true,
          fetchpriority: 'high',
          src: `/${chunk.fileName}`,
        }
        return [{ tag: 'script', attrs, injectTo: 'head' }]
      },
    },
  }
}
