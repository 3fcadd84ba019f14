import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { runInNewContext } from 'node:vm'
import { transformTypeScript } from './transform-typescript.ts'

/** Compiles in a project with these files, by path. */
function compiled(source: string, files: Readonly<Record<string, string>> = {}, name = 'a.jsx') {
  const warnings: string[] = []
  const code = transformTypeScript(source, `/p/src/${name}`, {
    readText: (path) => files[path],
    warn: (message) => warnings.push(message),
  })
  return { code: code.trim(), warnings }
}

const code = (...args: Parameters<typeof compiled>) => compiled(...args).code

/** Calls that the compiled script makes, from any compiler's output. */
function calls(script: string): unknown {
  const result: unknown = runInNewContext(`${script}\n;result`, {
    React: { createElement: (...args: unknown[]) => ['React', ...args], Fragment: 'React.Fragment' },
    h: (...args: unknown[]) => ['h', ...args],
    F: { x: 'F.x' },
    require: (name: string) => ({
      jsx: (...args: unknown[]) => [`${name} jsx`, ...args],
      jsxs: (...args: unknown[]) => [`${name} jsxs`, ...args],
      createElement: (...args: unknown[]) => [`${name} createElement`, ...args],
      Fragment: `${name} Fragment`,
    }),
  })
  return JSON.parse(JSON.stringify(result))
}

describe('pragmas', () => {
  it.each([
    '/** @jsx h */ var result = <a x="1">t<b/></a>',
    '// @jsx h\nvar result = <a/>',
    'var result = <a/>\n/* @jsx h */',
    '/* @jsx h @jsxFrag F.x */ var result = <><a/></>',
    '/*@jsx h*/ var result = <a/>',
    '/* @jsx q @jsx h */ var result = <a/>',
    '/* @jsx h() */ var result = <a/>',
    '/* @jsx h-b */ var result = <a/>',
    '/* @jsxFrag "x" */ var result = <></>',
    '/* @jsxFrag null */ var result = <></>',
    'var s = "/* @jsx h */", result = <a>{/* @jsxFrag F.x */}<></></a>',
    'var result = <a>// @jsx h</a>',
    'var s = `/* @jsx h */ ${1}`, result = <a/>',
    '/** @jsxRuntime automatic @jsxImportSource preact */ var result = <><a key="k" b/>text</>',
    '/** @jsxRuntime automatic */ var p = {}, result = <a {...p} key="k"/>',
    '/** @jsxRuntime automatic @jsx h */ var result = <a/>',
    '/** @jsxRuntime classic @jsxImportSource preact */ var result = <a/>',
  ])('are as of esbuild in %j', (source) => {
    const theirs = transformSync(source, { loader: 'jsx', format: 'cjs', logLevel: 'silent' }).code
    expect(calls(code(source))).toEqual(calls(theirs))
  })

  it('make a module import the runtime, and keep what TypeScript imports for the factory', () => {
    expect(code('/** @jsxImportSource preact */\nexport const a = <a/>')).toBe(
      'import {jsx as _jsx} from "preact/jsx-runtime";/** @jsxImportSource preact */\nexport const a = _jsx(\'a\', {})',
    )
    expect(code("/** @jsx h */\nimport { h, Q } from 'x'\nexport const a = <a/>", {}, 'a.tsx')).toBe(
      "/** @jsx h */\nimport { h, } from 'x'\nexport const a = h('a', null)",
    )
  })

  it('say in a script by themselves where elements are from, which keeps a hashbang and a directive in their places', () => {
    const source = "#!/usr/bin/env node\n'use strict'\n/* @jsxImportSource p */\nx = <a/>"
    expect(code(source)).toBe(
      `#!/usr/bin/env node\n"use strict";const {jsx: _jsx} = require("p/jsx-runtime");'use strict'\n/* @jsxImportSource p */\nx = _jsx('a', {})`,
    )
  })
})

describe('names with a colon', () => {
  it.each([
    'var result = <svg:rect xlink:href="a" b:c={1} d:e/>',
    'var result = <Foo:Bar><a:b>t</a:b></Foo:Bar>',
    'var result = <a-b:c {...{ x: 1 }} class:class/>',
    'var result = <a : b\n c : d = "e: f"/>',
    'var y = true, x = 1, result = <a b={y ? x : 2}>c:d </a>',
    '/** @jsxRuntime automatic */ var result = <svg:g key="k"><svg:rect/></svg:g>',
    'var result = <a b={{ c: <d:e f:g="h"/> }}/>',
  ])('are as of esbuild in %j', (source) => {
    const theirs = transformSync(source, { loader: 'jsx', format: 'cjs', logLevel: 'silent' }).code
    expect(calls(code(source))).toEqual(calls(theirs))
  })

  it('leave lines where they are, and have no dash behind it', () => {
    expect(code('const a: string = "x"\nexport const r = <a\n:b/>\nthrow a', {}, 'a.tsx')).toBe(
      `import {jsx as _jsx} from "react/jsx-runtime";const a = "x"\nexport const r = _jsx('a:b', {}\n)\nthrow a`,
    )
    expect(() => code('var result = <a b:c-d/>')).toThrow('Unexpected token')
  })
})

describe('the settings of the project', () => {
  const EXPORT = 'export const a = <><a/></>'
  const at = (options: object, source = EXPORT) =>
    code(source, { '/p/tsconfig.json': JSON.stringify({ compilerOptions: options }) })

  it.each([
    { jsx: 'react' },
    { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'F.x' },
    { jsx: 'React', jsxFactory: 'h(1)' },
    { jsx: 'react-jsx' },
    { jsx: 'react-jsx', jsxImportSource: 'preact' },
    { jsx: 'react-jsx', jsxFactory: 'h' },
  ])('are as of esbuild with %j', (compilerOptions) => {
    const source = 'var result = <a>1<></></a>'
    const theirs = transformSync(source, {
      loader: 'jsx',
      format: 'cjs',
      logLevel: 'silent',
      tsconfigRaw: { compilerOptions: compilerOptions as object },
    }).code
    expect(calls(at(compilerOptions, source))).toEqual(calls(theirs))
  })

  it('give way to pragmas', () => {
    expect(at({ jsx: 'react', jsxFactory: 'h' }, '/* @jsx q @jsxFrag f */ export const a = <><a/></>')).toBe(
      "/* @jsx q @jsxFrag f */ export const a = q(f, null, q('a', null))",
    )
    expect(
      at({ jsx: 'react-jsx', jsxImportSource: 'p' }, '/* @jsxRuntime classic */ export const a = <a/>'),
    ).toBe("/* @jsxRuntime classic */ export const a = React.createElement('a', null)")
  })

  it('may ask for what development needs', () => {
    expect(at({ jsx: 'react-jsxdev' }, 'export const a = <a/>')).toBe(
      `const _jsxFileName = "/p/src/a.jsx";import {jsxDEV as _jsxDEV} from "react/jsx-dev-runtime";export const a = _jsxDEV('a', {}, void 0, false, {fileName: _jsxFileName, lineNumber: 1}, this)`,
    )
  })

  it('are of the nearest file, jsconfig.json too, with comments and commas as they are', () => {
    const files = {
      '/p/tsconfig.json': '{"compilerOptions":{"jsxFactory":"far"}}',
      '/p/src/jsconfig.json':
        '\uFEFF// settings\n{ "compilerOptions": { "jsx": "react", /* , } */ "jsxFactory": "near", }, }',
    }
    expect(code('x = <a b="//"/>', files)).toBe(`x = near('a', { b: "//",})`)
  })

  it('extend others, the last one over the first, and packages', () => {
    const files = {
      '/p/tsconfig.json':
        '{"extends":["./base/one","@s/base/two.json","whole"],"compilerOptions":{"jsxFragmentFactory":"Own"}}',
      '/p/base/one.json': '{"extends":"../root.json","compilerOptions":{"jsxFactory":"one"}}',
      '/p/root.json':
        '{"extends":"./tsconfig.json","compilerOptions":{"jsx":"react","jsxFragmentFactory":"No"}}',
      '/p/node_modules/@s/base/package.json': '{"exports":{"./two.json":{"default":"./lib/2.json"}}}',
      '/p/node_modules/@s/base/lib/2.json': '{"compilerOptions":{"jsxFactory":"two"}}',
      '/node_modules/whole/tsconfig.json': '{"compilerOptions":{"strict":true}}',
    }
    expect(compiled(EXPORT, files)).toEqual({
      code: "export const a = two(Own, null, two('a', null))",
      warnings: [],
    })
  })

  it('are said to be missing or unreadable', () => {
    const missing = { '/p/tsconfig.json': '{"extends":"./gone","compilerOptions":{"jsxFactory":"h"}}' }
    expect(compiled('x = <a/>', missing)).toEqual({
      code: "x = h('a', null)",
      warnings: ['Cannot find base config file "./gone", which /p/tsconfig.json extends; it is left out.'],
    })
    expect(() => code('x = <a/>', { '/p/tsconfig.json': '{ jsx }' })).toThrow(
      /^\/p\/tsconfig\.json cannot be read: /,
    )
  })
})

it('takes a script without a word about JSX for one that has React, and a module for one that has its runtime', () => {
  const MODULE = { '/p/package.json': '{"type":"module"}' }
  expect(code('x = <a/>')).toBe("x = React.createElement('a', null)")
  expect(code("import('y')\nx = <a/>")).toBe("import('y')\nx = React.createElement('a', null)")
  expect(code('x = <a/>', MODULE)).toBe(`import {jsx as _jsx} from "react/jsx-runtime";x = _jsx('a', {})`)
})
