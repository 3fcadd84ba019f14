/** A program with its modules, ready to run. Throws `JqCompileError`. */
import type { Resolver } from './calls.ts'
import { compiler } from './compile.ts'
import type { Filter } from './filter.ts'
import { JqCompileError } from './jq-error.ts'
import { parseProgram } from './parser.ts'
import { NO_SCOPE, withFunction, type Compile, type Scope } from './scope.ts'
import type { Import, Program } from './syntax-tree.ts'
import type { Value } from './value.ts'

export interface ModuleFiles {
  /** The text of a module, and the folder that it is in; undefined: there is none. */
  find(path: string, extension: 'jq' | 'json', search: readonly string[], folder: string): Module | undefined
  readonly folder: string
  /** All values in a text. */
  values(text: string): Value
}

export interface Module {
  readonly path: string
  readonly folder: string
  readonly text: string
}

export interface Given {
  readonly resolver: Resolver
  /** Takes what data files bring. */
  readonly variables: Map<string, Value>
  readonly files: ModuleFiles
  /** Definitions that come before everything. */
  readonly own: Module | undefined
}

/** `text` must have a filter, not only definitions. */
export function compileProgram(text: string, given: Given): Filter {
  const loader = new Loader(given)
  const program = parseProgram(text)
  const own =
    given.own === undefined ? NO_SCOPE : loader.definitions(parseProgram(given.own.text), given.own.folder)
  const scope = loader.definitions(program, given.files.folder, own)
  if (program.body === undefined) throw new JqCompileError('Top-level program not given (try ".")')
  return loader.compile(program.body, scope)
}

class Loader {
  readonly #given: Given
  readonly #loaded = new Map<string, Scope | 'loading'>()
  readonly compile: Compile

  constructor(given: Given) {
    this.#given = given
    this.compile = compiler(given.resolver)
  }

  /** Scope of the program's definitions and imports, on top of `under`. */
  definitions(program: Program, folder: string, under = NO_SCOPE): Scope {
    let scope = under
    for (const one of program.imports) scope = this.#import(one, folder, scope)
    for (const definition of program.definitions) {
      scope = withFunction(scope, definition)
    }
    return scope
  }

  #import(one: Import, folder: string, scope: Scope): Scope {
    const found = this.#given.files.find(one.path, one.isData ? 'json' : 'jq', one.search, folder)
    if (found === undefined) throw new JqCompileError(`module not found: ${one.path}\n`)
    if (one.isData) {
      const value = this.#given.files.values(found.text)
      this.#given.variables.set(`${one.as ?? ''}::${one.as ?? ''}`, value)
      this.#given.variables.set(one.as ?? '', value)
      return scope
    }
    const known = this.#loaded.get(found.path)
    if (known === 'loading') throw new JqCompileError(`module ${one.path} imports itself\n`)
    let module = known
    if (module === undefined) {
      this.#loaded.set(found.path, 'loading')
      module = this.definitions(parseProgram(found.text), found.folder)
      this.#loaded.set(found.path, module)
    }
    return withModule(scope, module, one.as)
  }
}

/** The functions of a module, with its name in front of theirs. */
function withModule(scope: Scope, module: Scope, name: string | undefined): Scope {
  const entries: NonNullable<Scope['entry']>[] = []
  for (let at: Scope | undefined = module; at !== undefined; at = at.up)
    if (at.entry?.kind === 'function' && (name === undefined || !at.entry.name.includes('::')))
      entries.unshift(at.entry)
  let result = scope
  for (const entry of entries)
    result = {
      up: result,
      entry: name === undefined ? entry : { ...entry, name: `${name}::${entry.name}` },
      level: scope.level,
    }
  return result
}
