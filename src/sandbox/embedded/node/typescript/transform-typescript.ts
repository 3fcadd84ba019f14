/** TypeScript and JSX of the workspace, by removing and rewriting syntax in place: lines stay where they are. */
import { transform } from 'sucrase'
import type { Options, Transform } from 'sucrase'
import { isRecord } from '../../../page/fields.ts'
import { pathOfUrl } from '../file-url.ts'
import { withNamespaces, withoutNamespaces } from './jsx-namespaces.ts'
import { jsxPragmas } from './jsx-pragmas.ts'
import type { JsxSettings } from './jsx-settings.ts'
import { over, projectJsx } from './project-jsx.ts'
import type { ProjectFiles } from './project-jsx.ts'
import { requireRuntime } from './require-runtime.ts'

class SyntaxFailure extends Error {
  /** The library's name for input that no compiler could read. */
  readonly code = 'InvalidSyntax'
  readonly filename: string
  readonly startLine: number
  readonly snippet: string

  constructor(message: string, place: { filename: string; line: number; snippet: string }) {
    super(message)
    this.filename = place.filename
    this.startLine = place.line
    this.snippet = place.snippet
  }
}

/** The program as JavaScript. What `files` have to say of JSX holds for files that have any. */
export function transformTypeScript(source: string, filename: string, files: ProjectFiles): string {
  const path = filename.replace(/[?#].*$/, '')
  const isTypeScript = !path.endsWith('.jsx')
  const transforms: Transform[] = isTypeScript ? ['typescript'] : []
  const options: Options = {
    transforms,
    filePath: path,
    disableESTransforms: true,
    preserveDynamicImport: true,
  }
  const place = pathOfUrl(path)
  const project = /\.[jt]sx$/.test(path) ? projectJsx(place, files) : undefined
  try {
    if (!project) return transform(source, options).code
    transforms.push('jsx')
    const settings = over(project, jsxPragmas(source, isTypeScript))
    const isModule = hasModuleSyntax(source) || isInModulePackage(place, files)
    const plain = withoutNamespaces(source, isTypeScript)
    const made = transform(plain, { ...options, ...jsxOptions(settings, isModule) })
    const code = plain === source ? made.code : withNamespaces(made.code)
    return isModule ? code : requireRuntime(code, source)
  } catch (error) {
    throw readable(error, source, path)
  }
}

/** Without settings, React's runtime makes elements of modules, and the `React` in scope those of scripts. */
function jsxOptions(settings: JsxSettings, isModule: boolean): Partial<Options> {
  const usual = settings.factory === undefined && (isModule || settings.importSource !== undefined)
  return {
    jsxRuntime: settings.runtime ?? (usual ? 'automatic' : 'classic'),
    jsxPragma: settings.factory,
    jsxFragmentPragma: settings.fragment,
    jsxImportSource: settings.importSource,
    production: settings.isDevelopment !== true,
  }
}

function hasModuleSyntax(source: string): boolean {
  return /^\s*(?:import\b(?!\s*\()|export\b)/m.test(source)
}

function isInModulePackage(path: string, files: ProjectFiles): boolean {
  for (let at = path.lastIndexOf('/'); at >= 0; at = path.lastIndexOf('/', at - 1)) {
    const text = files.readText(`${path.slice(0, at)}/package.json`)
    if (text !== undefined) {
      const manifest: unknown = JSON.parse(text)
      return isRecord(manifest) && manifest.type === 'module'
    }
    if (at === 0) break
  }
  return false
}

function readable(error: unknown, source: string, filename: string): unknown {
  if (!(error instanceof Error)) return error
  const place = /\((\d+):(\d+)\)/.exec(error.message)
  const line = Number(place?.[1] ?? 1)
  const column = Number(place?.[2] ?? 1)
  const text = source.split('\n')[line - 1] ?? ''
  const message = error.message.replace(/^Error transforming [^:]*: /, '').replace(/ \(\d+:\d+\)$/, '')
  return new SyntaxFailure(message, {
    filename,
    line,
    snippet: `${text}\n${' '.repeat(Math.max(0, column - 1))}^`,
  })
}
