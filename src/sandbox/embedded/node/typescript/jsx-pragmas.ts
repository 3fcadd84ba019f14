/** `@jsx`, `@jsxFrag`, `@jsxRuntime` and `@jsxImportSource` in the comments of a file. */
// oxlint-disable-next-line typescript/triple-slash-reference -- every project that reaches this file has to see it
/// <reference path="./sucrase-parser.d.ts" />
import { parse } from 'sucrase/dist/esm/parser/index.js'
import { isFactory, isFragment, isImportSource } from './jsx-settings.ts'
import type { JsxSettings } from './jsx-settings.ts'

const PRAGMA = /@(jsx|jsxFrag|jsxRuntime|jsxImportSource)\s+((?:(?!\*\/)\S)+)/g

/** As esbuild reads them: in any comment of the file, the last one of each kind. Throws where the source cannot be parsed. */
export function jsxPragmas(source: string, isTypeScript: boolean): JsxSettings {
  if (!source.includes('@jsx')) return {}
  let runtime: JsxSettings['runtime']
  let factory: string | undefined
  let fragment: string | undefined
  let importSource: string | undefined
  for (const [, name, value = ''] of comments(source, isTypeScript).matchAll(PRAGMA)) {
    if (name === 'jsx' && isFactory(value)) factory = value
    else if (name === 'jsxFrag' && isFragment(value)) fragment = value
    else if (name === 'jsxImportSource' && isImportSource(value)) importSource = value
    else if (name === 'jsxRuntime' && (value === 'automatic' || value === 'classic')) runtime = value
  }
  return { runtime, factory, fragment, importSource }
}

/** All that is between the tokens. */
function comments(source: string, isTypeScript: boolean): string {
  let end = 0
  let text = ''
  for (const token of parse(source, true, isTypeScript, false).tokens) {
    text += `${source.slice(end, token.start)}\n`
    end = token.end
  }
  return text + source.slice(end)
}
