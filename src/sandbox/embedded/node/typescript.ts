/** TypeScript and JSX of the workspace, by removing and rewriting syntax in place: lines stay where they are. */
import { transform } from 'sucrase'
import type { Transform } from 'sucrase'

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

export function transformTypeScript(source: string, filename: string): string {
  const path = filename.replace(/[?#].*$/, '')
  const transforms: Transform[] =
    /\.[cm]?tsx?$/.test(path) || path === '' || !/\.jsx$/.test(path) ? ['typescript'] : []
  if (/\.[jt]sx$/.test(path)) transforms.push('jsx')
  try {
    return transform(source, {
      transforms,
      filePath: path,
      disableESTransforms: true,
      // The automatic runtime is an import, which only a module can have.
      jsxRuntime: /^\s*(?:import|export)\b/m.test(source) ? 'automatic' : 'classic',
      production: true,
      preserveDynamicImport: true,
    }).code
  } catch (error) {
    throw readable(error, source, path)
  }
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
