/** Every notice that the agent's sources write is known in the page's other language: read from the sources, as nobody keeps a list. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { german } from '../../language/de/catalogue.ts'
import { setLanguage } from '../../language/language.svelte.ts'
import { reasonText } from './reason.ts'

const AGENT = join(import.meta.dirname, '../../../agent')
/** Stands for a value that only a run knows: it fits words and numbers. */
const VALUE = '7'
/** Functions that make a notice, or the text of a card, of one of their arguments. */
const TELLING: Readonly<Record<string, number>> = { notice: 0, tell: 0, evidence: 2 }

beforeEach(() => setLanguage('de', german))
afterEach(() => setLanguage('en', undefined))

it('is known for every notice of the agent', () => {
  const files = readdirSync(AGENT, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
    .map((file) => readFileSync(join(AGENT, file), 'utf8'))
    .filter((source) => /'notice'|\bevidence\(/.test(source))
  const said = files.flatMap(noticesIn)
  expect(said.length).toBeGreaterThan(30)
  expect(said.filter((text) => reasonText(text) === text)).toEqual([])
})

it('would notice one that is not', () => {
  const source = `
    const ENDING = 'of it.'
    function made(count) { return { type: 'notice', level: 'info', text: \`\${count} \` + (count === 1 ? 'one ' : 'many ') + ENDING } }`
  expect(noticesIn(source)).toEqual(['7 one of it.', '7 many of it.'])
  expect(
    noticesIn(`function notice(text) { return { kind: 'notice', text } }\nnotice('It is said.')`),
  ).toEqual(['It is said.'])
})

it('counts as the page does, and keeps what is not a count', () => {
  expect(reasonText('1.5M of 2M tokens of output were used.')).toBe(
    'Von 2M Tokens Ausgabe wurden 1,5M verbraucht.',
  )
  expect(
    reasonText('You rejected changes in a.ts, 3 files.txt. The agent is told with your next message.'),
  ).toBe(
    'Du hast Änderungen in a.ts, 3 files.txt abgelehnt. Der Agent erfährt es mit deiner nächsten Nachricht.',
  )
  expect(reasonText('80 % of the weekly limit is used; it begins anew in 3 days.')).toBe(
    '80 % vom Wochenlimit sind verbraucht; es beginnt neu in 3 Tagen.',
  )
  expect(
    reasonText(
      'The conversation was not summarised. The summary is hardly shorter than what it stands for. Nothing has changed.',
    ),
  ).toBe(
    'Das Gespräch wurde nicht zusammengefasst. Die Zusammenfassung ist kaum kürzer als das, wofür sie steht. Nichts hat sich geändert.',
  )
})

/** The texts of a source's notices, in each of their forms. */
function noticesIn(text: string): string[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  const forms = new Set<string>()
  each(source, (node) => {
    const told = noticeText(node) ?? toldArgument(node)
    if (told) for (const form of formsOf(told)) forms.add(form)
  })
  return [...forms].filter((form) => / .*\.$/s.test(form))
}

function noticeText(node: ts.Node): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined
  const values = new Map(
    node.properties.flatMap((property): [string, ts.Expression][] => {
      if (ts.isPropertyAssignment(property)) return [[property.name.getText(), property.initializer]]
      return ts.isShorthandPropertyAssignment(property) ? [[property.name.text, property.name]] : []
    }),
  )
  const kind = values.get('type') ?? values.get('kind')
  return kind && ts.isStringLiteral(kind) && kind.text === 'notice' ? values.get('text') : undefined
}

function toldArgument(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined
  const at = TELLING[node.expression.text]
  return at === undefined ? undefined : node.arguments[at]
}

/** All texts of an expression; parts that the source leaves open are a {@link VALUE}. */
function formsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isParenthesizedExpression(node)) return formsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [...formsOf(node.whenTrue), ...formsOf(node.whenFalse)]
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined(formsOf(node.left), formsOf(node.right))
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (made, { expression, literal }) => joined(joined(made, formsOf(expression)), [literal.text]),
      [node.head.text],
    )
  const name = ts.isCallExpression(node) ? node.expression : node
  const values = ts.isIdentifier(name) ? valuesOf(name) : []
  return values.length === 0 ? [VALUE] : values.flatMap(formsOf)
}

function joined(before: readonly string[], after: readonly string[]): string[] {
  return before.flatMap((start) => after.map((end) => start + end))
}

/** The value of a variable, or what a function gives back, of the nearest scope that has the name; none for a parameter. */
function valuesOf(name: ts.Identifier): ts.Expression[] {
  for (let scope: ts.Node = name.parent; scope; scope = scope.parent) {
    if (
      ts.isFunctionLike(scope) &&
      scope.parameters.some((parameter) => parameter.name.getText() === name.text)
    )
      return []
    const found =
      ts.isBlock(scope) || ts.isSourceFile(scope)
        ? scope.statements.flatMap((node) => valueIn(node, name))
        : []
    if (found.length > 0) return found
  }
  return []
}

function valueIn(node: ts.Statement, { text }: ts.Identifier): ts.Expression[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name, initializer }) =>
      name.getText() === text && initializer && !ts.isFunctionLike(initializer) ? [initializer] : [],
    )
  const returned: ts.Expression[] = []
  if (ts.isFunctionDeclaration(node) && node.name?.text === text)
    each(node, (inner) => {
      if (ts.isReturnStatement(inner) && inner.expression) returned.push(inner.expression)
    })
  return returned
}

function each(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => each(child, visit))
}
