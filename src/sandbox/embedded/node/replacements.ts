/** Library modules that are served by packages of ours instead of Node's bundled ones. */
import * as acorn from 'acorn'
import type { LibraryFunction } from './library.ts'
import { transformTypeScript } from './typescript.ts'

interface ModuleLike {
  exports: unknown
}

/** Node bundles a compiler for type stripping; here the workspace's TypeScript goes through sucrase. */
function typeStripper(...args: unknown[]): void {
  ;(args[2] as ModuleLike).exports = {
    transformSync: (source: string, options: { filename?: string }) => ({
      code: transformTypeScript(source, options.filename ?? ''),
      map: undefined,
    }),
  }
}

function parser(...args: unknown[]): void {
  ;(args[2] as ModuleLike).exports = acorn
}

const REPLACEMENTS: Readonly<Record<string, LibraryFunction>> = {
  'internal/deps/amaro/dist/index': typeStripper,
  'internal/deps/acorn/acorn/dist/acorn': parser,
}

export function replacementFor(id: string): LibraryFunction | undefined {
  return Object.hasOwn(REPLACEMENTS, id) ? REPLACEMENTS[id] : undefined
}
