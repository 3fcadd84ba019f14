/** `modules`: package.json files, read and cached. */
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { textIfThere } from '../../../if-there.ts'
import { isRecord } from '../../../../page/fields.ts'
import type { Binding } from '../binding.ts'

/** Manifest as the library expects it: name, main, type, imports, exports, path. */
type Raw = readonly [
  string | undefined,
  string | undefined,
  string,
  string | undefined,
  string | undefined,
  string,
]

const NODE_MODULES_MANIFEST = /[/\\]node_modules[/\\]package\.json$/

function invalid(path: string, cause: unknown, base: string | undefined): Error {
  const from = base === undefined ? '' : ` while importing ${base}.`
  const message = cause instanceof Error ? ` ${cause.message}` : ''
  return Object.assign(new Error(`Invalid package config ${path}.${from}${message}`), {
    code: 'ERR_INVALID_PACKAGE_CONFIG',
  })
}

function parse(path: string, text: string, base: string | undefined): Raw {
  let manifest: unknown
  try {
    manifest = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw invalid(path, error, base)
  }
  if (!isRecord(manifest)) throw invalid(path, undefined, base)
  // Properties that a program has added to `Object.prototype` do not count.
  const own = (key: string): unknown => (Object.hasOwn(manifest, key) ? manifest[key] : undefined)
  const text_ = (key: string) => {
    const value = own(key)
    return typeof value === 'string' ? value : undefined
  }
  const named = own('type')
  const type = named === 'module' || named === 'commonjs' ? named : 'none'
  // The library parses what begins with a bracket and takes other text as it is.
  const json = (key: string) => {
    const value = own(key)
    return typeof value === 'string' || value === undefined ? value : JSON.stringify(value)
  }
  const imports = isRecord(own('imports')) || Array.isArray(own('imports')) ? json('imports') : undefined
  return [text_('name'), text_('main'), type, imports, json('exports'), path]
}

function pathOf(resolved: string): string {
  if (!resolved.startsWith('file:')) return resolved
  return decodeURIComponent(new NativeURL(resolved).pathname)
}
const NativeURL = globalThis.URL

export function modules(context: NodeContext, binding: Binding): void {
  const cache = new Map<string, Raw | undefined>()
  const readPackage = (path: string, base?: string): Raw | undefined => {
    if (cache.has(path)) return cache.get(path)
    const text = textIfThere(syscalls(context), path)
    const raw = text === undefined ? undefined : parse(path, text, base)
    cache.set(path, raw)
    return raw
  }
  /** The nearest package.json at or above the folder of `path`; a string tells where the search ended. */
  const scope = (path: string): Raw | string => {
    let folder = path
    for (;;) {
      const slash = folder.lastIndexOf('/')
      folder = folder.slice(0, Math.max(0, slash))
      const manifest = `${folder}/package.json`
      if (NODE_MODULES_MANIFEST.test(manifest)) return manifest
      const raw = readPackage(manifest)
      if (raw) return raw
      if (slash <= 0) return manifest
    }
  }
  Object.assign(binding, {
    readPackageJSON: (path: string, _isESM?: boolean, base?: string) => readPackage(path, base),
    getNearestParentPackageJSON: (path: string) => {
      const found = scope(path)
      return typeof found === 'string' ? undefined : found
    },
    getNearestParentPackageJSONType: (path: string) => {
      const found = scope(path)
      return typeof found === 'string' ? 'none' : found[2]
    },
    getPackageScopeConfig: (resolved: string) => scope(pathOf(resolved)),
    getPackageType: (resolved: string) => {
      const found = scope(pathOf(resolved))
      return typeof found === 'string' || found[2] === 'none' ? undefined : found[2]
    },
    setLazyPathHelpers: (meta: object, url: string) => {
      const filename = pathOf(url)
      const dirname = filename.slice(0, filename.lastIndexOf('/')) || '/'
      for (const [key, value] of Object.entries({ dirname, filename })) {
        Object.defineProperty(meta, key, { value, writable: true, enumerable: true, configurable: true })
      }
    },
    enableCompileCache: () => [0],
    getCompileCacheDir: () => undefined,
    flushCompileCache: () => undefined,
  })
}
