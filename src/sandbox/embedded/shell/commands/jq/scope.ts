/** Which names a part of a program may use, and where their values are at run time. */
import type { Env, Filter } from './filter.ts'
import type { Definition, Node } from './syntax-tree.ts'

export interface FunctionEntry {
  readonly definition: Definition
  /** Scope of its body. */
  readonly scope: Scope
  /** Set once it is compiled, or while it is. */
  compiled: Filter | 'running' | undefined
}

type Entry =
  | { readonly kind: 'variable' | 'closure' | 'label'; readonly name: string; readonly level: number }
  | { readonly kind: 'function'; readonly name: string; readonly entry: FunctionEntry }

export interface Scope {
  readonly up: Scope | undefined
  readonly entry: Entry | undefined
  /** How many values there are at run time. */
  readonly level: number
}

/** Compiles a part of the program; what it may use is in `scope`. */
export type Compile = (node: Node, scope: Scope) => Filter

export const NO_SCOPE: Scope = { up: undefined, entry: undefined, level: 0 }

export function withValue(scope: Scope, kind: 'variable' | 'closure' | 'label', name: string): Scope {
  const level = scope.level + 1
  return { up: scope, entry: { kind, name, level }, level }
}

export function withFunction(scope: Scope, definition: Definition): Scope {
  const name = `${definition.name}/${definition.params.length}`
  const function_: { scope: Scope; definition: Definition; compiled: undefined } = {
    definition,
    scope,
    compiled: undefined,
  }
  const inside: Scope = { up: scope, entry: { kind: 'function', name, entry: function_ }, level: scope.level }
  function_.scope = inside
  return inside
}

export function findValue(scope: Scope, kind: 'variable' | 'label', name: string): number | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.up)
    if (at.entry?.kind === kind && at.entry.name === name) return scope.level - at.entry.level
  return undefined
}

/** A parameter without parameters of its own, or a function. */
export function findFunction(
  scope: Scope,
  name: string,
): { readonly steps: number; readonly entry: FunctionEntry | undefined } | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.up) {
    const { entry } = at
    if (entry?.kind === 'closure' && `${entry.name}/0` === name)
      return { steps: scope.level - entry.level, entry: undefined }
    if (entry?.kind === 'function' && entry.name === name)
      return { steps: scope.level - at.level, entry: entry.entry }
  }
  return undefined
}

export function envAt(env: Env | undefined, steps: number): Env | undefined {
  let at = env
  for (let step = 0; step < steps; step += 1) at = at?.next
  return at
}
