/** Words of the screen stand in `en` and `de`, not in the markup, where only one language would have them. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type AST } from 'svelte/compiler'
import { expect, it } from 'vitest'

const APP = join(import.meta.dirname, '..')

/** Read by a person or a screen reader, of an element or a component. */
const SAID =
  /^(label|title|placeholder|alt|heading|hint|text|aria-(label|description|roledescription|valuetext|placeholder))$/

/** Words that are the same in every language, and why. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['Vivarium', 'the name of this program'],
  ['WebContainer', 'the name of a product'],
  ['Ada Lovelace', 'a name, as an example'],
  ['ada@example.org', 'an address, as an example'],
  ['github.com', 'a host, as an example'],
  ['https://registry.example.org/', 'an address, as an example'],
  ['https://s3.eu-central-1.amazonaws.com', 'an address, as an example'],
  ['https://files.example.org/shared', 'an address, as an example'],
  ['shared/', 'a path, as an example'],
  ['src/app.js', 'a path, as an example'],
  ['Authorization', 'the name of a header'],
  ['X-Team: research', 'a header, as an example'],
  ['{"qwen3-coder": {"contextWindow": 131072, "maxOutput": 16384}}', 'JSON, as an example'],
])

/** They hold code, names of keys and paths. */
const OF_CODE: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'pre'])

type Node = AST.SvelteNode

it('has none but what is the same in every language', () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.svelte') && !/testing\/|test-support/.test(file),
  )
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((file) =>
    wordsIn(readFileSync(join(APP, file), 'utf8')).map((words) => ({ file, words })),
  )
  expect(found.filter(({ words }) => !SAME.has(words))).toEqual([])
  const all = new Set(found.map(({ words }) => words))
  expect([...SAME.keys()].filter((words) => !all.has(words))).toEqual([])
})

it('would notice them as text, in an attribute, a component and an expression', () => {
  const source = `<p title="Close {name}">Hello {t.name}</p>
    <Row label={open ? 'Hide' : t.show} class="wide" hint={\`\${count} files\`} />
    {#if a}Then{:else}{b ?? 'Else'}{/if}<code>npm</code><i>·</i><Row text={t['key']} />`
  expect(wordsIn(source)).toEqual(['Close', 'Hello', 'Hide', 'files', 'Then', 'Else'])
})

/** The words of a component's markup that come from no catalogue, in order. */
function wordsIn(source: string): string[] {
  return shown(parse(source, { modern: true }).fragment)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}{2}/u.test(text))
}

function shown(node: Node): string[] {
  switch (node.type) {
    case 'Text':
      return [node.data]
    case 'ExpressionTag':
      return written(node.expression)
    case 'Attribute':
      return SAID.test(node.name) && node.value !== true ? [node.value].flat().flatMap(shown) : []
    case 'RegularElement':
      return OF_CODE.has(node.name) ? [] : inside(node)
    default:
      return inside(node)
  }
}

/** Markup below any node: a block, a branch, an element. */
function inside(node: Node): string[] {
  return Object.values(node).flatMap((value: unknown) =>
    [value].flat().flatMap((child) => (isMarkup(child) ? shown(child) : [])),
  )
}

const MARKUP = /^(Fragment|Text|ExpressionTag|Attribute|Component|Title.*|Slot.*|Regular.*|Svelte.*|.*Block)$/

function isMarkup(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && MARKUP.test(String(value.type))
}

type Expression = AST.ExpressionTag['expression']

/** The strings that an expression may show as they are. */
function written(expression: Expression): string[] {
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string' ? [expression.value] : []
    case 'TemplateLiteral':
      return [
        ...expression.quasis.map(({ value }) => value.cooked ?? ''),
        ...expression.expressions.flatMap(written),
      ]
    case 'ConditionalExpression':
      return [...written(expression.consequent), ...written(expression.alternate)]
    case 'LogicalExpression':
      return [...written(expression.left), ...written(expression.right)]
    case 'BinaryExpression':
      return expression.operator === '+' && expression.left.type !== 'PrivateIdentifier'
        ? [...written(expression.left), ...written(expression.right)]
        : []
    default:
      return []
  }
}
