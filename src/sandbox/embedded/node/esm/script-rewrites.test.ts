import { expect, it } from 'vitest'
import { rewriteScript } from './script-rewrites.ts'
import { transformModule } from './transform.ts'

const names = { load: 'LOAD', wait: 'WAIT', each: 'EACH' }

it('puts functions in place of import() and around what is awaited', () => {
  const source = 'async () => { await a.b(await import("x")); for await (const y of z) (await y)() }'
  expect(rewriteScript(source, names)).toBe(
    'async () => { await WAIT(a.b(await WAIT(LOAD("x")))); for await (const y of EACH(z)) (await WAIT(y))() }',
  )
})

it('keeps words apart that had nothing between them', () => {
  const source = 'async () => { await(a).b; await[c]; for await (const d of(e).f) await(g) }'
  expect(rewriteScript(source, names)).toBe(
    'async () => { await WAIT((a).b); await WAIT([c]); for await (const d of EACH((e).f)) await(WAIT(g)) }',
  )
  expect(transformModule('await(a).b').code).toContain('await __vivarium_await((a).b)')
})

it('leaves other text and what is no script as it is', () => {
  expect(rewriteScript('const awaiting = 1', names)).toBe('const awaiting = 1')
  expect(rewriteScript('await (', names)).toBe('await (')
})

it('closes an awaited default export before its statement', () => {
  const { code } = transformModule('export default await await f()\n')
  expect(code).toContain('"default":(await __vivarium_await(await __vivarium_await(f())))}["default"];')
})
