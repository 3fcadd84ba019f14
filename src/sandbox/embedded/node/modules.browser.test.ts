import { describe, expect, it } from 'vitest'
import { runProgram } from './testing/run-program.ts'

const output = async (command: string, files: Readonly<Record<string, string>>) => {
  const { out, err, exitCode } = await runProgram({ command, files })
  return exitCode === 0 ? out.trimEnd() : `${exitCode}: ${err.trimEnd()}`
}

describe('ES modules', () => {
  it('have live bindings, namespaces, cycles and functions before their module has run', async () => {
    const files = {
      'a.mjs': `import { count, add, default as d } from './b.mjs'\nimport * as ns from './b.mjs'\nexport function early() { return 'early' }\nadd()\nconsole.log(count, ns.count, d(), ns)\nconst shadow = (count) => count\nconsole.log(shadow(9), { count })`,
      'b.mjs': `import { early } from './a.mjs'\nexport let count = 0\nexport const add = () => { count += 1 }\nexport default () => early()\nexport * from './c.mjs'`,
      'c.mjs': `export const c = 'c'`,
    }
    expect(await output('node a.mjs', files)).toBe(
      `1 1 early [Module: null prototype] {\n  add: [Function: add],\n  c: 'c',\n  count: 1,\n  default: [Function: default]\n}\n9 { count: 1 }`,
    )
  })

  it('import CommonJS, JSON and built-in modules, and import() from anywhere', async () => {
    const files = {
      'a.mjs': `import cjs, { named } from './b.cjs'\nimport data from './d.json' with { type: 'json' }\nimport { sep } from 'node:path'\nconsole.log(cjs, named, data, sep, import.meta.filename)\nconst m = await import('./m.mjs')\nconsole.log(m.default)`,
      'b.cjs': `exports.named = 5\nimport('./m.mjs').then((m) => console.log('from cjs', m.default))`,
      'd.json': '[1]',
      'm.mjs': 'export default 7',
    }
    expect(await output('node a.mjs', files)).toBe(`{ named: 5 } 5 [ 1 ] / /workspace/a.mjs\nfrom cjs 7\n7`)
  })

  it('can be required when nothing in them waits', async () => {
    const files = {
      'a.js': `console.log(require('./m.mjs'))\ntry { require('./w.mjs') } catch (e) { console.log(e.code) }`,
      'm.mjs': 'export const x = 1',
      'w.mjs': 'await 1',
    }
    expect(await output('node a.js', files)).toBe(
      `[Module: null prototype] { x: 1 }\nERR_REQUIRE_ASYNC_MODULE`,
    )
  })

  it('resolve exports, imports and conditions of packages', async () => {
    const files = {
      'package.json': `{ "imports": { "#int": "./int.mjs" } }`,
      'int.mjs': `export default 'int'`,
      'a.mjs': `import x from 'pkg'; import y from 'pkg/sub'; import z from '#int'; console.log(x, y, z)`,
      'b.cjs': `console.log(require('pkg'), require('plain'))`,
      'node_modules/pkg/package.json': `{ "exports": { ".": { "import": "./i.mjs", "require": "./i.cjs" }, "./sub": "./s.js" } }`,
      'node_modules/pkg/i.mjs': `export default 'esm'`,
      'node_modules/pkg/i.cjs': `module.exports = 'cjs'`,
      'node_modules/pkg/s.js': `module.exports = 'sub'`,
      'node_modules/plain/package.json': `{ "exports": "./p.js" }`,
      'node_modules/plain/p.js': `module.exports = 'plain'`,
    }
    expect(await output('node a.mjs && node b.cjs', files)).toBe('esm sub int\ncjs plain')
  })

  it('fail as natively for a missing name, an early read and a write to an import', async () => {
    const missing = { 'a.mjs': `import { zip } from './b.mjs'`, 'b.mjs': 'export const x = 1' }
    expect((await output('node a.mjs', missing)).split('\n').slice(0, 4)).toEqual([
      '1: file:///workspace/a.mjs:1',
      `import { zip } from './b.mjs'`,
      '         ^^^',
      `SyntaxError: The requested module './b.mjs' does not provide an export named 'zip'`,
    ])
    const early = {
      'a.mjs': `import './b.mjs'; export const x = 1`,
      'b.mjs': `import { x } from './a.mjs'\ntry { console.log(x) } catch (e) { console.log(e.message) }\ntry { x = 2 } catch (e) { console.log(e.message) }`,
    }
    expect(await output('node a.mjs', early)).toBe(
      `Cannot access 'x' before initialization\nAssignment to constant variable.`,
    )
  })

  it('keep statements apart that relied on line breaks', async () => {
    const files = {
      'a.mjs': `import { f } from './b.mjs'\nconst list = [1]\nf(list)\nlet n = 2\nf(n)`,
      'b.mjs': 'export const f = (x) => console.log(x)',
    }
    expect(await output('node a.mjs', files)).toBe('[ 1 ]\n2')
  })
})

describe('TypeScript', () => {
  it('runs with types, enums and generics, keeping lines in stack traces', async () => {
    const files = {
      'package.json': '{ "type": "module" }',
      'a.ts': `import { twice, type T } from './b.ts'\nenum E { A = 3 }\ninterface I { a: number }\nconst t: T = { q: E.A }\nconsole.log(twice<number>(4), t)\n\nthrow new Error('line 7' as string)`,
      'b.ts': `export type T = { q: number }\nexport function twice<X extends number>(x: X): number { return x * 2 }`,
    }
    const { out, err, exitCode } = await runProgram({ command: 'node a.ts', files })
    expect({
      out,
      exitCode,
      at: /a\.ts:\d+:\d+/.exec(err.split('\n').find((l) => l.includes('    at ')) ?? '')?.[0],
    }).toEqual({
      out: '8 { q: 3 }\n',
      exitCode: 1,
      at: 'a.ts:7:7',
    })
  })

  it('finds neighbours by the name of the output or without an ending', async () => {
    const files = {
      'package.json': '{ "type": "module" }',
      'a.ts': `import { b } from './b.js'; import { c } from './c'; import { d } from './d'; console.log(b, c, d)`,
      'b.ts': 'export const b: number = 1',
      'c.tsx': 'export const c: number = 2',
      'd/index.ts': 'export const d: number = 3',
    }
    expect(await output('node a.ts', files)).toBe('1 2 3')
  })

  it('compiles JSX', async () => {
    const files = { 'a.jsx': `const React = { createElement: (...a) => a }\nconsole.log(<b id="x">hi</b>)` }
    expect(await output('node a.jsx', files)).toBe(`[ 'b', { id: 'x' }, 'hi' ]`)
  })

  it('compiles JSX as its comments and the project want it, and says which settings are missing', async () => {
    const h = (name: string) => `export const h = (...a) => ['${name}', ...a]\nexport const jsx = h`
    const files = {
      'package.json': '{ "type": "module" }',
      'tsconfig.json':
        '{ "extends": "./gone.json", "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "pre" }, }',
      'node_modules/pre/package.json': '{ "exports": { "./jsx-runtime": "./r.js" }, "type": "module" }',
      'node_modules/pre/r.js': h('pre'),
      'h.js': h('own'),
      'a.jsx': `import { b } from './b.tsx'\nconsole.log(<i/>, b)`,
      'b.tsx': `/** @jsxRuntime classic @jsx h */\nimport { h } from './h.js'\nexport const b: unknown = <b/>`,
    }
    const { out, err } = await runProgram({ command: 'node a.jsx', files })
    expect(out).toBe("[ 'pre', 'i', {} ] [ 'own', 'b', null ]\n")
    expect(err.split('\n')[0]).toMatch(
      /^\(node:\d+\) Warning: Cannot find base config file ".\/gone.json", which \/workspace\/tsconfig.json extends; it is left out\.$/,
    )
    const script = {
      'tsconfig.json': files['tsconfig.json'].replace('"extends": "./gone.json", ', ''),
      'node_modules/pre/jsx-runtime.js': `exports.jsx = (...a) => ['pre', ...a]`,
      'a.jsx': `console.log(<u/>)`,
    }
    expect(await output('node a.jsx', script)).toBe("[ 'pre', 'u', {} ]")
  })

  it('names the place of what is no TypeScript', async () => {
    const text = await output('node a.ts', { 'a.ts': 'let x: = 4' })
    expect(text.split('\n').slice(0, 4)).toEqual([
      '1: /workspace/a.ts:1',
      'let x: = 4',
      '       ^',
      'SyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Unexpected token',
    ])
  })
})

describe('import() in functions made from text', () => {
  it('resolves from the file that made the function, in every kind of function', async () => {
    const files = {
      'm.mjs': 'export default 7',
      'lib/m.mjs': 'export default 8',
      'lib/make.js': `exports.load = new Function('s', 'return import(s)')`,
      'a.js': `const { load } = require('./lib/make.js')
const AsyncFunction = (async () => {}).constructor
const here = new AsyncFunction('return (await import("./m.mjs")).default')
const plain = Function('a', 'b', 'return a + b')
console.log(plain(1, 2), plain.name, plain instanceof Function, plain.constructor === Function, Function.name)
load('./m.mjs').then((m) => console.log(m.default)).then(here).then(console.log)
try { new Function('import("x") }) (') } catch (e) { console.log(e.name) }`,
      'b.mjs': `console.log((await new Function('return import("./m.mjs")')()).default)`,
    }
    expect(await output('node a.js && node b.mjs', files)).toBe(
      '3 anonymous true true Function\nSyntaxError\n8\n7\n7',
    )
  })
})

describe('scripts in contexts of their own', () => {
  it('see what the context and the language have, and keep what they set', async () => {
    const files = {
      'a.js': `const vm = require('vm')
const context = vm.createContext({ given: 1 })
const run = (code) => vm.runInContext(code, context)
console.log(run('[typeof window, typeof process, typeof Map, typeof given, given + 1]'))
try { run('missing') } catch (e) { console.log(e.name, e.message) }
run('made = 5; var { declared } = { declared: 6 }; for (var i = 0; i < 2; i++); function f() { return made + declared + i }')
console.log(context.made, context.declared, run('f()'), typeof made, run('function g() {}'), typeof context.g)
console.log(run('"use strict"; function h() { return this } h()'))`,
    }
    expect(await output('node a.js', files)).toBe(
      `[ 'undefined', 'undefined', 'function', 'number', 2 ]\nReferenceError missing is not defined\n5 6 13 undefined undefined function\nundefined`,
    )
  })

  it('lend their names to functions that are compiled for them', async () => {
    const files = {
      'a.js': `const vm = require('vm')
const context = vm.createContext({ given: 1 })
const compile = (code, ...names) => vm.compileFunction(code, names, { parsingContext: context, filename: 'f.js' })
console.log(compile('made = a + given; return [typeof given, typeof process, made]', 'a')(2), context.made)
for (const code of ['\\nthrow new Error("x")', 'throw new Error("x")'])
  try { compile(code, 'a', 'b')() } catch (e) { console.log(/f.js:.*?(?=\\)|$)/m.exec(e.stack)[0]) }
console.log(compile('"use strict"; return this').call(5), compile('return typeof this').call(5))
try { compile('return (') } catch (e) { console.log(e.name) }
`,
    }
    expect(await output('node a.js', files)).toBe(
      `[ 'number', 'undefined', 3 ] 3\nf.js:2:7\nf.js:1:7\n5 object\nSyntaxError`,
    )
  })
})

describe('call sites', () => {
  it('can be copied by what their prototype has, as libraries that map sources do', async () => {
    const files = {
      'a.js': `Error.prepareStackTrace = (error, sites) => sites
const [site] = new Error('x').stack
delete Error.prepareStackTrace
const names = Object.getOwnPropertyNames(Object.getPrototypeOf(site))
console.log(site.constructor.name, names.includes('getTypeName'), names.includes('isNative'))
const copy = Object.fromEntries(names.filter((n) => /^(is|get)/.test(n)).map((n) => [n, site[n]()]))
console.log(copy.getFileName, copy.getLineNumber, copy.isNative, String(site))`,
    }
    expect(await output('node a.js', files)).toBe(
      'CallSite true true\n/workspace/a.js 2 false Object.<anonymous> (/workspace/a.js:2:16)',
    )
  })
})

it('module.register has hooks in a thread, for many modules at once, synchronously and not', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `virtual:${at}`)
  const files = {
    'hooks.mjs': `import { setTimeout } from 'node:timers/promises'
let data
export async function initialize(given) { data = given }
export async function resolve(specifier, context, next) {
  if (!specifier.startsWith('virtual:')) return next(specifier, context)
  await setTimeout(5)
  return { url: specifier, shortCircuit: true, format: 'module' }
}
export async function load(url, context, next) {
  if (!url.startsWith('virtual:')) return next(url, context)
  await setTimeout(5)
  return { format: 'module', shortCircuit: true, source: 'export default ' + JSON.stringify(data.prefix + url.slice(8)) }
}`,
    'register.mjs': `import { register } from 'node:module'
register('./hooks.mjs', import.meta.url, { data: { prefix: 'n' } })`,
    'a.mjs': `${names.map((name, at) => `import m${at} from '${name}'`).join('\n')}
const more = await Promise.all(['virtual:x', 'virtual:y', 'virtual:z'].map((name) => import(name)))
console.log(${names.map((_, at) => `m${at}`).join(' + ')}, more.map((m) => m.default).join(), import.meta.resolve('virtual:q'))`,
  }
  expect(await output('node --import ./register.mjs a.mjs', files)).toBe(
    `${names.map((_, at) => `n${at}`).join('')} nx,ny,nz virtual:q`,
  )
})
