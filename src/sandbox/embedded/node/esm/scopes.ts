/**
 * Which identifiers of a module are its top-level bindings: one walk that keeps the declared names of every scope.
 * Used to rewrite imported names to live reads without touching locals of the same name.
 */
import type { AnyNode, Function as FunctionNode, Identifier, Pattern } from 'acorn'

export interface Reference {
  readonly node: Identifier
  /** `{ name }` in an object literal, which needs its key when the value is rewritten. */
  readonly shorthand: boolean
  /** Called: `name()` must not get a receiver from the rewriting. */
  readonly called: boolean
  /** The target of an assignment; imported names must not be. */
  readonly written: boolean
}

class Scope {
  readonly names = new Set<string>()
  readonly parent: Scope | undefined
  readonly isFunction: boolean

  constructor(parent: Scope | undefined, isFunction: boolean) {
    this.parent = parent
    this.isFunction = isFunction
  }

  /** Whether a scope below the module's top declares the name. */
  declares(name: string): boolean {
    return this.parent !== undefined && (this.names.has(name) || this.parent.declares(name))
  }
}

export function patternNames(pattern: Pattern | null | undefined): string[] {
  if (!pattern) return []
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        property.type === 'RestElement' ? patternNames(property.argument) : patternNames(property.value),
      )
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => patternNames(element))
    case 'AssignmentPattern':
      return patternNames(pattern.left)
    case 'RestElement':
      return patternNames(pattern.argument)
    default:
      return []
  }
}

function isNode(value: unknown): value is AnyNode {
  if (typeof value !== 'object' || value === null) return false
  const { type }: Partial<Record<string, unknown>> = value
  return typeof type === 'string'
}

export function childrenOf(node: AnyNode): AnyNode[] {
  const children: AnyNode[] = []
  const values: readonly unknown[] = Object.values(node)
  for (const value of values) {
    if (Array.isArray(value)) children.push(...value.filter(isNode))
    else if (isNode(value)) children.push(value)
  }
  return children
}

/** Names that a function's `var` declarations and a block's own declarations add. */
function declareVars(node: AnyNode, scope: Scope): void {
  if (node.type === 'VariableDeclaration' && node.kind === 'var') {
    for (const declaration of node.declarations)
      for (const name of patternNames(declaration.id)) scope.names.add(name)
  }
  if (isFunctionNode(node) || node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return
  for (const child of childrenOf(node)) declareVars(child, scope)
}

function declareBlock(statements: readonly AnyNode[], scope: Scope): void {
  for (const statement of statements) {
    if (statement.type === 'VariableDeclaration' && statement.kind !== 'var') {
      for (const declaration of statement.declarations)
        for (const name of patternNames(declaration.id)) scope.names.add(name)
    } else if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
      if (statement.id) scope.names.add(statement.id.name)
    }
  }
}

function isFunctionNode(node: AnyNode): node is FunctionNode & AnyNode {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  )
}

/** Visits every identifier that refers to a top-level name in `wanted`. */
export function findReferences(
  program: AnyNode,
  wanted: ReadonlySet<string>,
  found: (reference: Reference) => void,
): void {
  const flags = { shorthand: false, called: false, written: false }
  const report = (node: Identifier, scope: Scope, extra: Partial<typeof flags> = {}): void => {
    if (wanted.has(node.name) && !scope.declares(node.name)) found({ node, ...flags, ...extra })
  }

  const visitFunction = (node: FunctionNode & AnyNode, outer: Scope): void => {
    const scope = new Scope(outer, true)
    if (node.type === 'FunctionExpression' && node.id) scope.names.add(node.id.name)
    for (const parameter of node.params) for (const name of patternNames(parameter)) scope.names.add(name)
    if (node.type !== 'ArrowFunctionExpression') scope.names.add('arguments')
    declareVars(node.body, scope)
    for (const parameter of node.params) visitPattern(parameter, scope)
    if (node.body.type === 'BlockStatement') {
      declareBlock(node.body.body, scope)
      for (const statement of node.body.body) visit(statement, scope)
    } else visit(node.body, scope)
  }

  /** A pattern that declares: only defaults and computed keys refer. */
  const visitPattern = (node: AnyNode, scope: Scope): void => {
    switch (node.type) {
      case 'Identifier':
        return
      case 'AssignmentPattern':
        visitPattern(node.left, scope)
        visit(node.right, scope)
        return
      case 'Property':
        if (node.computed) visit(node.key, scope)
        visitPattern(node.value, scope)
        return
      default:
        for (const child of childrenOf(node)) visitPattern(child, scope)
    }
  }

  /** A pattern that assigns to names which exist. */
  const visitTarget = (node: AnyNode, scope: Scope): void => {
    switch (node.type) {
      case 'Identifier':
        report(node, scope, { written: true })
        return
      case 'MemberExpression':
        visit(node, scope)
        return
      case 'AssignmentPattern':
        visitTarget(node.left, scope)
        visit(node.right, scope)
        return
      case 'Property':
        if (node.computed) visit(node.key, scope)
        visitTarget(node.value, scope)
        return
      default:
        for (const child of childrenOf(node)) visitTarget(child, scope)
    }
  }

  const visitBlock = (node: AnyNode, statements: readonly AnyNode[], outer: Scope): void => {
    const scope = new Scope(outer, false)
    declareBlock(statements, scope)
    for (const child of childrenOf(node)) visit(child, scope)
  }

  const visitLoop = (node: AnyNode, outer: Scope): void => {
    const scope = new Scope(outer, false)
    if (node.type === 'ForStatement' && node.init) declareBlock([node.init], scope)
    if (node.type === 'ForInStatement' || node.type === 'ForOfStatement') declareBlock([node.left], scope)
    for (const child of childrenOf(node)) {
      const isTarget =
        (node.type === 'ForInStatement' || node.type === 'ForOfStatement') && child === node.left
      if (isTarget && child.type !== 'VariableDeclaration') visitTarget(child, scope)
      else visit(child, scope)
    }
  }

  const visitClass = (node: AnyNode, outer: Scope): void => {
    const scope = new Scope(outer, false)
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return
    if (node.id) scope.names.add(node.id.name)
    if (node.superClass) visit(node.superClass, scope)
    visit(node.body, scope)
  }

  const visitProperty = (node: AnyNode, scope: Scope): void => {
    if (node.type !== 'Property' && node.type !== 'MethodDefinition' && node.type !== 'PropertyDefinition')
      return
    if (node.computed) visit(node.key, scope)
    if (!node.value) return
    if (node.type === 'Property' && node.shorthand && node.value.type === 'Identifier') {
      report(node.value, scope, { shorthand: true })
    } else visit(node.value, scope)
  }

  const visit = (node: AnyNode, scope: Scope): void => {
    switch (node.type) {
      case 'Identifier':
        report(node, scope)
        return
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        visitFunction(node, scope)
        return
      case 'ClassDeclaration':
      case 'ClassExpression':
        visitClass(node, scope)
        return
      case 'BlockStatement':
      case 'StaticBlock':
        visitBlock(node, node.body, scope)
        return
      case 'SwitchStatement':
        visit(node.discriminant, scope)
        visitSwitch(node, scope)
        return
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        visitLoop(node, scope)
        return
      case 'CatchClause': {
        const inner = new Scope(scope, false)
        for (const name of patternNames(node.param)) inner.names.add(name)
        if (node.param) visitPattern(node.param, inner)
        visit(node.body, inner)
        return
      }
      case 'VariableDeclarator':
        visitPattern(node.id, scope)
        if (node.init) visit(node.init, scope)
        return
      case 'AssignmentExpression':
        visitTarget(node.left, scope)
        visit(node.right, scope)
        return
      case 'UpdateExpression':
        visitTarget(node.argument, scope)
        return
      case 'MemberExpression':
        visit(node.object, scope)
        if (node.computed) visit(node.property, scope)
        return
      case 'CallExpression':
        visitCallee(node.callee, scope)
        for (const argument of node.arguments) visit(argument, scope)
        return
      case 'TaggedTemplateExpression':
        visitCallee(node.tag, scope)
        visit(node.quasi, scope)
        return
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        visitProperty(node, scope)
        return
      case 'LabeledStatement':
        visit(node.body, scope)
        return
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'MetaProperty':
        return
      case 'ExportNamedDeclaration':
        if (node.declaration) visit(node.declaration, scope)
        return
      default:
        for (const child of childrenOf(node)) visit(child, scope)
    }
  }

  const visitCallee = (node: AnyNode, scope: Scope): void => {
    if (node.type === 'Identifier') report(node, scope, { called: true })
    else visit(node, scope)
  }

  const visitSwitch = (node: AnyNode, outer: Scope): void => {
    if (node.type !== 'SwitchStatement') return
    const scope = new Scope(outer, false)
    for (const branch of node.cases) declareBlock(branch.consequent, scope)
    for (const branch of node.cases) visit(branch, scope)
  }

  const top = new Scope(undefined, true)
  for (const child of childrenOf(program)) visit(child, top)
}
