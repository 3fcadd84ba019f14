/** A text that is read when its module loads, or once when a component is made, would stay in the language of that moment. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const APP = join(import.meta.dirname, '..')
/** A page of its own that waits for its language, says it once and has no way to change it. */
const PAGE_BY_ITSELF = 'erase/erase.ts'

it('is read where it is shown: in a function, a getter, a $derived or the markup', () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .filter((file) => file !== PAGE_BY_ITSELF && !/(^language|testing|test-support)\/|\.test\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(250)
  const found = files.flatMap((file) => frozenTexts(readFileSync(join(APP, file), 'utf8'), file))
  expect(found).toEqual([])
})

it('would notice one that is not', () => {
  const imported = "import { chat as t } from '../language/en/chat.ts'\n"
  const script = (code: string) => `<script lang="ts">\n${imported}${code}\n</script>`
  expect(frozenTexts(`${imported}const NAMES = { send: t.send }`, 'a.ts')).toEqual(['a.ts:2: t.send'])
  expect(frozenTexts(script('const label = t.steps(3)'), 'a.svelte')).toEqual(['a.svelte:3: t.steps'])
  expect(frozenTexts(script('const label = $derived(t.send)'), 'a.svelte')).toEqual([])
  expect(frozenTexts(`${imported}export const names = () => t.send`, 'a.ts')).toEqual([])
  expect(frozenTexts(`${imported}class A { readonly name = $derived(t.send) }`, 'a.ts')).toEqual([])
  expect(frozenTexts(`${imported}class A { readonly name = t.send }`, 'a.ts')).toEqual(['a.ts:2: t.send'])
})

/** Reads of a catalogue that happen once, as `file:line: text`. */
function frozenTexts(text: string, file: string): string[] {
  const script = file.endsWith('.svelte') ? scriptOf(text) : text
  const source = ts.createSourceFile(file, script, ts.ScriptTarget.Latest, true)
  const areas = new Set<string>()
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      for (const name of areasOf(node)) areas.add(name)
      return
    }
    if (ts.isFunctionLike(node) || isDerived(node)) return
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      if (areas.has(node.expression.text)) found.push(`${file}:${line + 1}: ${node.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The scripts of a component, on the lines where they stand. */
function scriptOf(text: string): string {
  const outside = text.split(/<script[^>]*>|<\/script>/)
  return outside.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[^\n]/g, ''))).join('')
}

function areasOf({ moduleSpecifier, importClause }: ts.ImportDeclaration): string[] {
  if (!ts.isStringLiteral(moduleSpecifier) || !/\/language\/en\//.test(moduleSpecifier.text)) return []
  const names = importClause?.namedBindings
  return names && ts.isNamedImports(names) ? names.elements.map(({ name }) => name.text) : []
}

function isDerived(node: ts.Node): boolean {
  return ts.isCallExpression(node) && /^\$derived(\.by)?$/.test(node.expression.getText())
}
