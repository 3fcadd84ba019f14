import { normalize } from '../../../../contract/path.ts'
import type { NodeContext } from '../../context.ts'
import { pathOfUrl } from '../../file-url.ts'
import { moduleStat } from './fs-paths.ts'

const SOURCE = /\.(?:[cm]?ts|tsx|jsx)(?:[?#].*)?$/
/** Endings of compiled files, with those of their sources. */
const ENDINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.js$/, ['.ts', '.tsx']],
  [/\.mjs$/, ['.mts']],
  [/\.cjs$/, ['.cts']],
  [/\.jsx$/, ['.tsx']],
]
const ADDED = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '/index.ts',
  '/index.tsx',
  '/index.js',
]

function folderOf(from: string): string {
  const path = pathOfUrl(from)
  return path.slice(0, path.lastIndexOf('/'))
}

/**
 * For `request` of a TypeScript file: the file that a compiler would take, when there is none under the very name.
 * `./a.js` is `./a.ts`, `./a` is `./a.ts` or `./a/index.ts`. Undefined for packages and other importers.
 */
export function findTypeScript(
  context: NodeContext,
  request: string,
  from: string | undefined,
): string | undefined {
  if (from === undefined || !SOURCE.test(from) || !/^\.{0,2}\//.test(request)) return undefined
  const path = normalize(request.startsWith('/') ? request : `${folderOf(from)}/${request}`)
  if (moduleStat(context, path) === 0) return undefined
  const replaced = ENDINGS.flatMap(([ending, sources]) =>
    ending.test(path) ? sources.map((source) => path.replace(ending, source)) : [],
  )
  return [...replaced, ...ADDED.map((ending) => path + ending)].find(
    (candidate) => moduleStat(context, candidate) === 0,
  )
}
