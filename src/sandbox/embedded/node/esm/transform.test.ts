import { expect, it } from 'vitest'
import { HELPER_NAMES, rewriteScript } from './script-rewrites.ts'
import { transformModule, TRANSFORM_VERSION } from './transform.ts'

/** The body alone: what the prefix and the closing bracket enclose. */
function body(source: string): string {
  const { code, prefix } = transformModule(source)
  return code.slice(prefix, -'\n})'.length)
}

it('makes imported names reads of the exporter and leaves locals alone', () => {
  const source = [
    `import d, { a as b } from 'x'`,
    `import * as ns from 'x'`,
    `b(d, ns.q, { b }); { let b = 1; b++ }`,
    `const f = (b = d) => b, { b: c } = {}; class K { b = b; b() { return b } }`,
    `for (const b of [1]) b; try {} catch (b) { b } b: for (;;) break b`,
    `function g() { return b; var b }`,
  ].join('\n')
  const x = '__vivarium_m[0]'
  expect(body(source).split('\n')).toEqual([
    ';',
    ';',
    `;(0,${x}.values.a)(${x}.values.default, ${x}.namespace.q, { b:${x}.values.a }); { let b = 1; b++ }`,
    `const f = (b = ${x}.values.default) => b, { b: c } = {}; class K { b = ${x}.values.a; b() { return ${x}.values.a } }`,
    `for (const b of [1]) b; try {} catch (b) { b } b: for (;;) break b`,
    `function g() { return b; var b }`,
  ])
})

it('wires exports before the body and keeps lines', () => {
  const { code, prefix, localExports, indirectExports, starExports } = transformModule(
    `export const a = 1, [b, { c }] = []\nexport function f() {}\nexport { a as "x y" }\nexport {\n  q as r\n} from './q'\nexport * from './s'\nexport * as n from './n'\nexport default class {}`,
  )
  expect({ localExports, indirectExports, starExports }).toEqual({
    localExports: ['a', 'b', 'c', 'f', 'x y', 'default'],
    indirectExports: [
      { exported: 'r', request: 0, imported: 'q' },
      { exported: 'n', request: 2, imported: undefined },
    ],
    starExports: [1],
  })
  expect(code.slice(0, prefix)).toBe(
    `(function* (__vivarium_m,__vivarium_meta,__vivarium_import,__vivarium_export,__vivarium_await,__vivarium_each){'use strict';__vivarium_export({__proto__:null,"a":()=>a,"b":()=>b,"c":()=>c,"f":()=>f,"x y":()=>a,"default":()=>__vivarium_default});yield;`,
  )
  expect(code.slice(prefix).split('\n')).toHaveLength(10)
})

it('sees a top-level await, but not one in a function', () => {
  expect(transformModule('await 1').hasTopLevelAwait).toBe(true)
  expect(transformModule('for await (const x of []) x').hasTopLevelAwait).toBe(true)
  expect(transformModule('async () => { await 1 }').hasTopLevelAwait).toBe(false)
})

it('names the place of a syntax error', () => {
  expect(() => transformModule('let a\nlet a')).toThrow(
    expect.objectContaining({ name: 'SyntaxError', loc: { line: 2, column: 4 } }),
  )
})

it('has another version when it makes something else of a module', () => {
  const source = `import d, * as n from 'x'; export { y } from 'z'; export default class {}; export let v = d(n, import.meta, await import('w'))`
  const script = rewriteScript(`import('a'); async () => { for await (const b of c) await d }`, HELPER_NAMES)
  expect({ version: TRANSFORM_VERSION, script, made: transformModule(source).code }).toEqual({
    version: 2,
    script:
      "__vivarium_import('a'); async () => { for await (const b of __vivarium_each(c)) await __vivarium_await(d) }",
    made: '(async function* (__vivarium_m,__vivarium_meta,__vivarium_import,__vivarium_export,__vivarium_await,__vivarium_each){\'use strict\';__vivarium_export({__proto__:null,"default":()=>__vivarium_default,"v":()=>v});yield;; ; const __vivarium_default={__proto__:null,"default":class {}}["default"];; let v = (0,__vivarium_m[0].values.default)(__vivarium_m[0].namespace, __vivarium_meta(), await __vivarium_await(__vivarium_import(\'w\')))\n})',
  })
})
