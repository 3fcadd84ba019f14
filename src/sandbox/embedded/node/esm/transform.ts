/**
 * An ES module as a generator function, because a page cannot reach the engine's modules. The first step runs to
 * the `yield` after the hoisted functions exist and the exports are wired; the second evaluates the body. Imported
 * names become reads of the exporter's namespace (live), exports become getters of the local bindings (live, and
 * with their temporal dead zone). Every line stays where it was.
 */
import { Parser } from 'acorn'
import { fieldsOf } from '../../../page/fields.ts'
import type { AnyNode, ImportDeclaration, Literal, Node, Program } from 'acorn'
import { AWAIT_NAME, ITERATE_NAME } from '../async-context.ts'
import { childrenOf, findReferences, patternNames } from './scopes.ts'
import { contextInsertions } from './script-rewrites.ts'

export interface ModuleRequest {
  readonly specifier: string
  readonly attributes: Readonly<Record<string, string>>
  readonly line: number
  readonly column: number
}

export interface IndirectExport {
  readonly exported: string
  readonly request: number
  /** Undefined for the whole namespace. */
  readonly imported: string | undefined
}

export interface ImportedName {
  readonly request: number
  readonly imported: string
  readonly line: number
}

export interface TransformedModule {
  /** Source of a function expression; see `ModuleFactory` in the module wrapper. */
  readonly code: string
  /** Characters before the module's first. */
  readonly prefix: number
  readonly requests: readonly ModuleRequest[]
  /** Exported names bound to locals. */
  readonly localExports: readonly string[]
  readonly indirectExports: readonly IndirectExport[]
  readonly starExports: readonly number[]
  /** Names that must exist in what they are imported from. */
  readonly imports: readonly ImportedName[]
  readonly hasTopLevelAwait: boolean
  readonly usesImportMeta: boolean
}

/** Whether a stored value, which a program may have written over, has the form of one. Says nothing of the code in it. */
export function isTransformedModule(value: unknown): value is TransformedModule {
  const { code, prefix, hasTopLevelAwait, usesImportMeta, ...lists } = fieldsOf(value)
  return (
    typeof code === 'string' &&
    typeof prefix === 'number' &&
    typeof hasTopLevelAwait === 'boolean' &&
    typeof usesImportMeta === 'boolean' &&
    ['requests', 'localExports', 'indirectExports', 'starExports', 'imports'].every((name) =>
      Array.isArray(lists[name]),
    )
  )
}

/** Names of the generated parameters; a module that declares one of them is refused by the engine, loudly. */
const NAMES = {
  requests: '__vivarium_m',
  meta: '__vivarium_meta',
  load: '__vivarium_import',
  exports: '__vivarium_export',
}
const DEFAULT = '__vivarium_default'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

class ModuleTransform {
  readonly #source: string
  readonly #program: Program
  readonly #edits: Edit[] = []
  readonly #requests: ModuleRequest[] = []
  readonly #requestIndex = new Map<string, number>()
  readonly #bindings = new Map<string, { request: number; imported: string | undefined }>()
  readonly #localExports = new Map<string, string>()
  readonly #indirectExports: IndirectExport[] = []
  readonly #starExports: number[] = []
  readonly #imports: ImportedName[] = []
  readonly #hoisted: string[] = []
  #usesImportMeta = false
  #hasTopLevelAwait = false

  constructor(source: string) {
    this.#source = source
    this.#program = Parser.parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      allowHashBang: true,
      allowAwaitOutsideFunction: true,
    })
  }

  run(): TransformedModule {
    if (this.#source.startsWith('#!')) this.#replace(0, 2, '//')
    // First: what ends where a statement does is closed before the statement is.
    this.#metaAndAwait(this.#program, false)
    for (const statement of this.#program.body) this.#importsOf(statement)
    for (const statement of this.#program.body) this.#exportsOf(statement)
    this.#references()
    const getters = [...this.#localExports].map(([name, local]) => `${JSON.stringify(name)}:()=>${local}`)
    const star = `function${this.#hasTopLevelAwait ? ' ' : '* '}`
    const head = this.#hasTopLevelAwait ? 'async function* ' : star
    const parameters = [NAMES.requests, NAMES.meta, NAMES.load, NAMES.exports, AWAIT_NAME, ITERATE_NAME].join(
      ',',
    )
    const prefix = `(${head}(${parameters}){'use strict';${NAMES.exports}({__proto__:null,${getters.join(',')}});yield;${this.#hoisted.join('')}`
    return {
      code: `${prefix}${this.#apply()}\n})`,
      prefix: prefix.length,
      requests: this.#requests,
      localExports: [...this.#localExports.keys()],
      indirectExports: this.#indirectExports,
      starExports: this.#starExports,
      imports: this.#imports,
      hasTopLevelAwait: this.#hasTopLevelAwait,
      usesImportMeta: this.#usesImportMeta,
    }
  }

  #replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text })
  }

  /** Removes text but keeps its line breaks. */
  #blank(start: number, end: number, text = ''): void {
    this.#replace(start, end, text + this.#source.slice(start, end).replace(/[^\n]/g, ''))
  }

  #request(node: { source: Literal; attributes: ImportDeclaration['attributes'] }): number {
    const specifier = String(node.source.value)
    const attributes: Record<string, string> = {}
    for (const attribute of node.attributes) {
      const key = attribute.key.type === 'Identifier' ? attribute.key.name : String(attribute.key.value)
      attributes[key] = String(attribute.value.value)
    }
    const identity = JSON.stringify([specifier, attributes])
    const known = this.#requestIndex.get(identity)
    if (known !== undefined) return known
    const { line = 1, column = 0 } = node.source.loc?.start ?? {}
    this.#requests.push({ specifier, attributes, line, column })
    this.#requestIndex.set(identity, this.#requests.length - 1)
    return this.#requests.length - 1
  }

  #importsOf(statement: AnyNode): void {
    if (statement.type === 'ImportDeclaration') {
      const request = this.#request(statement)
      const line = statement.loc?.start.line ?? 1
      for (const specifier of statement.specifiers) {
        const imported =
          specifier.type === 'ImportNamespaceSpecifier'
            ? undefined
            : specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : exportName(specifier.imported)
        this.#bindings.set(specifier.local.name, { request, imported })
        if (imported !== undefined) this.#imports.push({ request, imported, line })
      }
      this.#blank(statement.start, statement.end, ';')
    } else if (
      (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportAllDeclaration') &&
      statement.source
    ) {
      this.#request({ source: statement.source, attributes: statement.attributes })
    }
  }

  #exportsOf(statement: AnyNode): void {
    switch (statement.type) {
      case 'ExportAllDeclaration': {
        const request = this.#request(statement)
        if (statement.exported) {
          this.#indirectExports.push({
            exported: exportName(statement.exported),
            request,
            imported: undefined,
          })
        } else this.#starExports.push(request)
        this.#blank(statement.start, statement.end, ';')
        break
      }
      case 'ExportNamedDeclaration':
        if (statement.declaration) {
          this.#exportDeclaration(statement.declaration)
          this.#blank(statement.start, statement.declaration.start)
        } else {
          this.#exportList(statement)
          this.#blank(statement.start, statement.end, ';')
        }
        break
      case 'ExportDefaultDeclaration':
        this.#exportDefault(statement)
        break
      default:
    }
  }

  #exportDeclaration(declaration: AnyNode): void {
    if (declaration.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations)
        for (const name of patternNames(id)) this.#localExports.set(name, name)
    } else if (
      (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') &&
      declaration.id
    ) {
      this.#localExports.set(declaration.id.name, declaration.id.name)
    }
  }

  #exportList(statement: AnyNode): void {
    if (statement.type !== 'ExportNamedDeclaration') return
    const { source } = statement
    const request = source ? this.#request({ source, attributes: statement.attributes }) : undefined
    for (const specifier of statement.specifiers) {
      const local = exportName(specifier.local)
      const exported = exportName(specifier.exported)
      const binding = request === undefined ? this.#bindings.get(local) : { request, imported: local }
      if (binding) {
        this.#indirectExports.push({ exported, ...binding })
        if (binding.imported !== undefined) {
          this.#imports.push({
            request: binding.request,
            imported: binding.imported,
            line: statement.loc?.start.line ?? 1,
          })
        }
      } else this.#localExports.set(exported, local)
    }
  }

  #exportDefault(statement: AnyNode): void {
    if (statement.type !== 'ExportDefaultDeclaration') return
    const { declaration } = statement
    if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
      if (declaration.id) {
        this.#localExports.set('default', declaration.id.name)
        this.#blank(statement.start, declaration.start)
        return
      }
      this.#localExports.set('default', DEFAULT)
      this.#anonymousDefault(statement.start, declaration)
      return
    }
    this.#localExports.set('default', DEFAULT)
    // The name of an anonymous function is "default": a computed key gives it.
    this.#blank(statement.start, declaration.start, `const ${DEFAULT}={__proto__:null,"default":(`)
    const end = this.#source.slice(declaration.end, statement.end).trimEnd()
    this.#replace(declaration.end, declaration.end + end.length, `)}["default"];`)
  }

  /** A function is hoisted under the generated name; a class is not, and both are named "default". */
  #anonymousDefault(start: number, declaration: AnyNode): void {
    const text = this.#source.slice(declaration.start, declaration.end)
    if (declaration.type === 'ClassDeclaration') {
      this.#blank(start, declaration.start, `const ${DEFAULT}={__proto__:null,"default":`)
      this.#replace(declaration.end, declaration.end, `}["default"];`)
      return
    }
    const head = /^(?:async\b\s*)?function\b\s*\*?/.exec(text)?.[0] ?? 'function'
    this.#blank(start, declaration.start)
    this.#replace(declaration.start + head.length, declaration.start + head.length, ` ${DEFAULT} `)
    this.#hoisted.push(`Object.defineProperty(${DEFAULT},"name",{value:"default",configurable:true});`)
  }

  #references(): void {
    const wanted = new Set(this.#bindings.keys())
    if (wanted.size === 0) return
    const starts = statementStarts(this.#program)
    findReferences(this.#program, wanted, ({ node, shorthand, called, written }) => {
      const binding = this.#bindings.get(node.name)
      if (!binding) return
      const read = this.#readOf(binding)
      // Assigning to an import fails as natively; the name in the error is the local one.
      const text = written
        ? `(()=>{throw new TypeError('Assignment to constant variable.')})().x`
        : called && binding.imported !== undefined
          ? `${starts.has(node.start) ? ';' : ''}(0,${read})`
          : read
      this.#replace(node.start, node.end, shorthand ? `${node.name}:${text}` : text)
    })
  }

  #readOf({ request, imported }: { request: number; imported: string | undefined }): string {
    const namespace = `${NAMES.requests}[${request}]`
    if (imported === undefined) return `${namespace}.namespace`
    return /^[A-Za-z_$][\w$]*$/.test(imported)
      ? `${namespace}.values.${imported}`
      : `${namespace}.values[${JSON.stringify(imported)}]`
  }

  #metaAndAwait(node: AnyNode, inFunction: boolean): void {
    if (node.type === 'MetaProperty' && node.meta.name === 'import') {
      this.#usesImportMeta = true
      this.#replace(node.start, node.end, `${NAMES.meta}()`)
      return
    }
    if (node.type === 'ImportExpression') this.#replace(node.start, node.start + 'import'.length, NAMES.load)
    for (const { at, text } of contextInsertions(this.#source, node, {
      wait: AWAIT_NAME,
      each: ITERATE_NAME,
    }))
      this.#replace(at, at, text)
    if (!inFunction && (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await))) {
      this.#hasTopLevelAwait = true
    }
    const isFunction =
      /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|StaticBlock)$/.test(node.type)
    for (const child of childrenOf(node)) this.#metaAndAwait(child, inFunction || isFunction)
  }

  #apply(): string {
    const edits = this.#edits.sort((left, right) => left.start - right.start || left.end - right.end)
    let text = ''
    let position = 0
    for (const edit of edits) {
      // Inside something already replaced.
      if (edit.start < position) continue
      text += this.#source.slice(position, edit.start) + edit.text
      position = edit.end
    }
    return text + this.#source.slice(position)
  }
}

function exportName(node: Node & { name?: string; value?: unknown }): string {
  return node.name ?? String(node.value)
}

/**
 * Starts of expression statements in a list: a parenthesis put there would continue a line before it that has
 * no semicolon.
 */
function statementStarts(program: AnyNode): Set<number> {
  const starts = new Set<number>()
  const visit = (node: AnyNode): void => {
    const list =
      node.type === 'Program' || node.type === 'BlockStatement' || node.type === 'StaticBlock'
        ? node.body
        : node.type === 'SwitchCase'
          ? node.consequent
          : []
    for (const statement of list) if (statement.type === 'ExpressionStatement') starts.add(statement.start)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  return starts
}

/** To be raised with whatever changes what is made of a module: transforms are kept (`kept-transforms.ts`). */
export const TRANSFORM_VERSION = 2

/** Throws a `SyntaxError` with `pos` and `loc` for what is no module. */
export function transformModule(source: string): TransformedModule {
  return new ModuleTransform(source).run()
}
