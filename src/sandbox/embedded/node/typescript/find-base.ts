/** The settings that a `tsconfig.json` extends: a file beside it, or one of a package. */
import { normalize } from '../../../contract/path.ts'
import { isRecord } from '../../../page/fields.ts'
import { parseJsonWithComments } from './json-with-comments.ts'

type ReadText = (path: string) => string | undefined

interface Base {
  readonly path: string
  readonly text: string
}

/** `from` is the file that extends it. Undefined where there is none. */
export function findBase(wanted: string, from: string, readText: ReadText): Base | undefined {
  const folder = from.slice(0, from.lastIndexOf('/'))
  if (wanted.startsWith('/')) return firstOf(fileNames(normalize(wanted)), readText)
  if (/^\.\.?(?:\/|$)/.test(wanted)) return firstOf(fileNames(normalize(`${folder}/${wanted}`)), readText)
  for (let at = folder.length; at >= 0; at = folder.lastIndexOf('/', at - 1)) {
    const found = inPackages(wanted, `${folder.slice(0, at)}/node_modules`, readText)
    if (found) return found
    if (at === 0) break
  }
  return undefined
}

const fileNames = (path: string) => [path, `${path}.json`]

function firstOf(paths: readonly string[], readText: ReadText): Base | undefined {
  for (const path of paths) {
    const text = readText(path)
    if (text !== undefined) return { path, text }
  }
  return undefined
}

function inPackages(wanted: string, modules: string, readText: ReadText): Base | undefined {
  const [name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(wanted)?.slice(1) ?? []
  const home = `${modules}/${name}`
  const manifest = readManifest(`${home}/package.json`, readText)
  const exported = exportOf(manifest.exports, `.${rest}`)
  if (exported !== undefined) return firstOf([normalize(`${home}/${exported}`)], readText)
  if (rest !== '') return firstOf([...fileNames(home + rest), `${home}${rest}/tsconfig.json`], readText)
  const main = typeof manifest.tsconfig === 'string' ? manifest.tsconfig : 'tsconfig.json'
  return firstOf(fileNames(normalize(`${home}/${main}`)), readText)
}

function readManifest(path: string, readText: ReadText): Readonly<Record<string, unknown>> {
  const text = readText(path)
  if (text === undefined) return {}
  const manifest = parseJsonWithComments(text)
  return isRecord(manifest) ? manifest : {}
}

/** Target of the export with exactly that name. */
function exportOf(exports: unknown, name: string): string | undefined {
  if (!isRecord(exports)) return undefined
  const target = exports[name]
  if (typeof target === 'string') return target
  if (!isRecord(target)) return undefined
  const chosen = target.require ?? target.node ?? target.default
  return typeof chosen === 'string' ? chosen : undefined
}
