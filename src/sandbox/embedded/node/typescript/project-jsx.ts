/** JSX settings of the nearest `tsconfig.json` or `jsconfig.json`. */
import { isRecord } from '../../../page/fields.ts'
import { findBase } from './find-base.ts'
import { isFactory, isFragment, isImportSource } from './jsx-settings.ts'
import type { JsxSettings } from './jsx-settings.ts'
import { parseJsonWithComments } from './json-with-comments.ts'

export interface ProjectFiles {
  /** Undefined where no file can be read. */
  readonly readText: (path: string) => string | undefined
  /** Says something that does not end the program. */
  readonly warn: (message: string) => void
}

const NAMES = ['tsconfig.json', 'jsconfig.json']

/** Settings of the project that the file is in, as esbuild takes them. Throws where they cannot be read. */
export function projectJsx(path: string, files: ProjectFiles): JsxSettings {
  for (let at = path.lastIndexOf('/'); at >= 0; at = path.lastIndexOf('/', at - 1)) {
    for (const name of NAMES) {
      const config = `${path.slice(0, at)}/${name}`
      const text = files.readText(config)
      if (text !== undefined) return settingsOf({ path: config, text }, files, [])
    }
    if (at === 0) break
  }
  return {}
}

interface Config {
  readonly path: string
  readonly text: string
}

/** Its own settings over those that it extends. `within` are the files that extend it. */
function settingsOf(config: Config, files: ProjectFiles, within: readonly string[]): JsxSettings {
  const json = parsed(config)
  let settings: JsxSettings = {}
  for (const wanted of [json.extends].flat()) {
    if (typeof wanted !== 'string') continue
    const base = findBase(wanted, config.path, files.readText)
    if (!base)
      files.warn(`Cannot find base config file "${wanted}", which ${config.path} extends; it is left out.`)
    else if (base.path !== config.path && !within.includes(base.path))
      settings = over(settings, settingsOf(base, files, [...within, config.path]))
  }
  return over(settings, isRecord(json.compilerOptions) ? ownSettings(json.compilerOptions) : {})
}

function parsed({ path, text }: Config): Readonly<Record<string, unknown>> {
  try {
    const json = parseJsonWithComments(text)
    return isRecord(json) ? json : {}
  } catch (error) {
    throw new SyntaxError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}

function ownSettings(options: Readonly<Record<string, unknown>>): JsxSettings {
  const { jsx, jsxFactory, jsxFragmentFactory, jsxImportSource } = options
  return {
    ...kindOf(typeof jsx === 'string' ? jsx.toLowerCase() : ''),
    factory: accepted(jsxFactory, isFactory),
    fragment: accepted(jsxFragmentFactory, isFragment),
    importSource: accepted(jsxImportSource, isImportSource),
  }
}

/** `preserve` leaves JSX to whoever comes next, here nobody; it says nothing then, as for esbuild. */
function kindOf(jsx: string): Pick<JsxSettings, 'runtime' | 'isDevelopment'> {
  if (jsx === 'react') return { runtime: 'classic', isDevelopment: false }
  if (jsx === 'react-jsx') return { runtime: 'automatic', isDevelopment: false }
  if (jsx === 'react-jsxdev') return { runtime: 'automatic', isDevelopment: true }
  return {}
}

function accepted(value: unknown, accepts: (text: string) => boolean): string | undefined {
  return typeof value === 'string' && accepts(value) ? value : undefined
}

/** One over the other, where what is undefined says nothing. */
export function over(base: JsxSettings, top: JsxSettings): JsxSettings {
  return {
    runtime: top.runtime ?? base.runtime,
    factory: top.factory ?? base.factory,
    fragment: top.fragment ?? base.fragment,
    importSource: top.importSource ?? base.importSource,
    isDevelopment: top.isDevelopment ?? base.isDevelopment,
  }
}
