/**
 * Which modules of the page are one file. Each file of a start is a request to the service worker, and fifty small ones keep
 * the first script waiting longer than their bytes do.
 */
import { resolve } from 'node:path'

/**
 * For the bundler, by the files of the scripts: all that `early` imports at once is one chunk, and all else that `main`
 * imports at once is another, but for what the scripts of smaller pages (`others`) have in common with them, which is two more:
 * whoever imports a part of the chunk `early` starts the agent. What is imported later is split as usual.
 */
export function startChunks({ early, main, others }) {
  const graphs = new Map()
  const isReached = (paths, id, context) => {
    const key = paths.join()
    if (!graphs.has(key)) graphs.set(key, reachedFrom(paths, context))
    return graphs.get(key).has(id)
  }
  const isOfPage = (id, context) => isReached([main], id, context)
  return {
    groups: [
      {
        debugName: 'ground',
        name: (id, context) =>
          isReached([early], id, context) && isReached(others, id, context) ? 'ground' : null,
        priority: 4,
      },
      {
        debugName: 'early',
        name: (id, context) => (isReached([early], id, context) ? 'early' : null),
        priority: 3,
      },
      {
        debugName: 'common',
        name: (id, context) => (isOfPage(id, context) && isReached(others, id, context) ? 'common' : null),
        priority: 2,
      },
      { debugName: 'start', name: (id, context) => (isOfPage(id, context) ? 'start' : null), priority: 1 },
    ],
  }
}

/** The ids of the modules at `paths` and of all that they import at once. */
function reachedFrom(paths, context) {
  const seen = new Set()
  const visit = (id) => {
    if (seen.has(id)) return
    seen.add(id)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  for (const path of paths) visit(resolve(path))
  return seen
}
