import type { NodeContext } from '../../context.ts'
import { moduleStat } from './fs-paths.ts'

/** Order in which a package without "exports" is tried; the library names the result by its index. */
const WITH_MAIN = ['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node']
const WITHOUT_MAIN = ['index.js', 'index.json', 'index.node']

export function legacyMainResolve(
  context: NodeContext,
  [packagePath, main, base]: readonly [string, string | undefined, string | undefined],
): number {
  const folder = packagePath.replace(/package\.json$/, '').replace(/\/?$/, '/')
  if (main !== undefined) {
    const found = WITH_MAIN.findIndex((suffix) => moduleStat(context, folder + main + suffix) === 0)
    if (found >= 0) return found
  }
  const found = WITHOUT_MAIN.findIndex((name) => moduleStat(context, folder + name) === 0)
  if (found >= 0) return found + WITH_MAIN.length
  const from = base === undefined ? '' : ` imported from ${base}`
  throw Object.assign(new Error(`Cannot find package '${folder.replace(/\/$/, '')}'${from}`), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
}
