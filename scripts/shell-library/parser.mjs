/**
 * The shell's parser alone, taken out of the patched library: whatever `parse` needs of its top-level declarations, and
 * nothing else. The agent's worker judges commands by it, so it is the same code that the sandbox's shell reads them with.
 */
import ts from 'typescript'

/** The library's own (minified) name of its parser, checked by what the function does. */
const PARSE = 'or'
const PARSE_SHAPE = /function or\((\w),(\w)\)\{return new \w+\(?\)?\.parse\(\1,\2\)\}/

/** A module's text that exports `parse`; its imports are the caller's to add. */
export function parserOf(source) {
  if (!PARSE_SHAPE.test(source)) {
    throw new Error(
      `just-bash's parser is not the function "${PARSE}" any more: see scripts/shell-library/parser.mjs.`,
    )
  }
  const file = ts.createSourceFile('just-bash.js', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  const units = file.statements.flatMap((statement) => unitsOf(statement, file))
  const needed = closure(units)
  const text = units.filter((unit) => needed.has(unit)).map((unit) => unit.text)
  return `${text.join('\n')}\nexport { ${PARSE} as parse }\n`
}

function unitsOf(statement, file) {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return []
  if (ts.isVariableStatement(statement)) {
    const keyword = statement.declarationList.flags & ts.NodeFlags.BlockScoped ? 'let' : 'var'
    return statement.declarationList.declarations.map((node) => ({
      text: `${keyword} ${node.getText(file)};`,
      declares: namesOf(node.name),
      uses: usedIn(node),
      assigns: new Set(),
    }))
  }
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
  return [
    {
      text: statement.getText(file),
      declares: isNamed ? [statement.name.text] : [],
      uses: usedIn(statement),
      // `(function (e) { … })(x || (x = {}))` fills the enumeration x.
      assigns: isNamed ? new Set() : assignedIn(statement),
    },
  ]
}

/** Units that the parser reaches, and statements that fill what it reaches. */
function closure(units) {
  const byName = new Map(units.flatMap((unit) => unit.declares.map((name) => [name, unit])))
  const needed = new Set()
  const names = [PARSE]
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    const found = [byName.get(name), ...units.filter(({ assigns }) => assigns.has(name))]
    for (const unit of found) {
      if (unit === undefined || needed.has(unit)) continue
      needed.add(unit)
      names.push(...unit.uses)
    }
  }
  return needed
}

/** Identifiers that no function around them declares. */
function usedIn(node) {
  const found = new Set()
  const scopes = []
  const walk = (at) => {
    if (ts.isFunctionLike(at)) {
      scopes.push(declaredIn(at))
      ts.forEachChild(at, walk)
      scopes.pop()
    } else if (!ts.isIdentifier(at)) ts.forEachChild(at, walk)
    else if (!isPropertyName(at) && !scopes.some((names) => names.has(at.text))) found.add(at.text)
  }
  walk(node)
  return found
}

function declaredIn(scope) {
  const names = new Set(scope.parameters.flatMap(({ name }) => namesOf(name)))
  const walk = (at) => {
    if (ts.isFunctionDeclaration(at) || ts.isClassDeclaration(at)) names.add(at.name?.text)
    if (ts.isFunctionLike(at)) return
    if (ts.isVariableDeclaration(at)) for (const name of namesOf(at.name)) names.add(name)
    ts.forEachChild(at, walk)
  }
  if (scope.body) walk(scope.body)
  return names
}

function assignedIn(node) {
  const names = new Set()
  const walk = (at) => {
    const isAssignment =
      ts.isBinaryExpression(at) &&
      at.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isIdentifier(at.left)
    if (isAssignment) names.add(at.left.text)
    ts.forEachChild(at, walk)
  }
  walk(node)
  return names
}

function namesOf(name) {
  return ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (element.name ? namesOf(element.name) : []))
}

function isPropertyName(node) {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  const hasName =
    ts.isPropertyAssignment(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isGetAccessor(parent) ||
    ts.isSetAccessor(parent)
  return hasName && parent.name === node
}
