/** Library modules that are served by packages of ours instead of Node's bundled ones. */
import * as acorn from 'acorn'
import { textIfThere } from '../if-there.ts'
import { syscalls } from './context.ts'
import type { NodeContext } from './context.ts'
import type { LibraryFunction } from './library.ts'
import type { ProjectFiles } from './typescript/project-jsx.ts'
import { transformTypeScript } from './typescript/transform-typescript.ts'

interface ModuleLike {
  exports: unknown
}

/** Node bundles a compiler for type stripping; here the workspace's TypeScript goes through sucrase. */
function typeStripper(context: NodeContext): LibraryFunction {
  const said = new Set<string>()
  const files: ProjectFiles = {
    readText: (path) => textIfThere(syscalls(context), path),
    warn: (message) => {
      if (!said.has(message)) context.process.emitWarning(message, 'Warning', '')
      said.add(message)
    },
  }
  return exporting({
    transformSync: (source: string, options: { filename?: string }) => ({
      code: transformTypeScript(source, options.filename ?? '', files),
      map: undefined,
    }),
  })
}

function exporting(value: unknown): LibraryFunction {
  return (_exports, _require, module) => {
    // Node's loader calls each of its modules with these parameters.
    ;(module as ModuleLike).exports = value
  }
}

const REPLACEMENTS: Readonly<Record<string, (context: NodeContext) => LibraryFunction>> = {
  'internal/deps/amaro/dist/index': typeStripper,
  'internal/deps/acorn/acorn/dist/acorn': () => exporting(acorn),
}

/** Undefined for modules that are Node's own. */
export function replacementFor(id: string, context: NodeContext): LibraryFunction | undefined {
  return Object.hasOwn(REPLACEMENTS, id) ? REPLACEMENTS[id]?.(context) : undefined
}
