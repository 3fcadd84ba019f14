/** Programs that the bench of Node runs, in the sandbox and natively: files by path. */

const MODULES = 1000
const SMALL_FILES = 2000

/** As long as it takes for what a start costs to be a small part: numbers, objects, strings, maps and sorting. */
const WORK = `
class Body {
  constructor(x, mass) {
    this.x = x
    this.v = 0
    this.mass = mass
  }
}
function bodies() {
  const all = Array.from({ length: 40 }, (_, at) => new Body(at * 1.5, 1 + (at % 3)))
  for (let step = 0; step < 6000; step += 1) {
    for (const one of all)
      for (const other of all) {
        const distance = other.x - one.x
        one.v += (distance * other.mass) / (1 + distance * distance) / 1e4
      }
    for (const one of all) one.x += one.v
  }
  return all.reduce((sum, { x }) => sum + x, 0)
}
function words() {
  const counts = new Map()
  for (let at = 0; at < 1000000; at += 1) {
    const word = 'w' + ((at * 7919) % 4001)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 5).join()
}
function sieve() {
  const composite = new Uint8Array(6000000)
  let count = 0
  for (let n = 2; n < composite.length; n += 1) {
    if (composite[n]) continue
    count += 1
    for (let multiple = n * 2; multiple < composite.length; multiple += n) composite[multiple] = 1
  }
  return count
}
function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2)
}
`
const RUN = `console.log(bodies(), words(), sieve(), fib(36))\n`
const CALLS = `
import { bodies, words, sieve, fib } from './work.mjs'
${RUN}`

/** A tree of modules, as a program with its packages is: each asks for up to ten others. */
function modules(extension: 'cjs' | 'mjs'): Record<string, string> {
  const isScript = extension === 'cjs'
  const files: Record<string, string> = {}
  for (let at = 0; at < MODULES; at += 1) {
    const below = Array.from({ length: 10 }, (_, child) => at * 10 + child + 1).filter((one) => one < MODULES)
    const uses = below.map((one) =>
      isScript ? `const m${one} = require('./m${one}.cjs')` : `import * as m${one} from './m${one}.mjs'`,
    )
    const total = ['1', ...below.map((one) => `m${one}.count()`)].join(' + ')
    const body = `function helper(list) {
  return list.map((item) => ({ ...item, at: ${at} })).filter(({ name }) => name !== '')
}
function count() {
  return ${total}
}
`
    const offers = isScript ? 'module.exports = { helper, count }\n' : 'export { helper, count }\n'
    files[`${extension}/m${at}.${extension}`] = [...uses, body, offers].join('\n')
  }
  const main = `${extension}/m0.${extension}`
  files[main] += `if (count() !== ${MODULES}) throw new Error('Modules are missing.')\n`
  return files
}

/** Reads each of the small files so often; says how long that took by itself, without the start. */
const READS = `
import { readFileSync } from 'node:fs'
const [times] = process.argv.slice(2).map(Number)
let bytes = 0
const start = performance.now()
for (let time = 0; time < times; time += 1)
  for (let at = 0; at < ${SMALL_FILES}; at += 1) bytes += readFileSync('small/' + at + '.txt').length
const took = performance.now() - start
if (bytes !== times * ${SMALL_FILES} * 1000) throw new Error('Something was not read: ' + bytes)
console.log(JSON.stringify((took / times / ${SMALL_FILES}) * 30000))
`

export const PROGRAMS: Readonly<Record<string, string>> = {
  'work.cjs': WORK + RUN,
  'work.mjs': `${WORK}export { bodies, words, sieve, fib }\n`,
  'main.mjs': CALLS,
  'reads.mjs': READS,
  ...modules('cjs'),
  ...modules('mjs'),
  ...Object.fromEntries(
    Array.from({ length: SMALL_FILES }, (_, at) => [`small/${at}.txt`, `${at} `.padEnd(1000, 'x')]),
  ),
}
