/** Smoke tests of packages, as their READMEs show them, on native Node and in the tab: both must say the same. */
import { readFileSync } from 'node:fs'
import { installInBoth } from './install-in-both.mjs'
import { withTab } from '../browser/tab.mjs'

const DATA = 'src/sandbox/embedded/npm/testing/smoke-tests.json'
/** Packages of one project: a tab's files have a ceiling. */
const TOGETHER = 25
/** Programs of one call: the page answers in between. */
const AT_ONCE = 5
const END = '=== END'

/** Resolves with a row a package; `wanted` are names, all of them if there are none. */
export async function runPackages(wanted) {
  const all = JSON.parse(readFileSync(DATA, 'utf8'))
  const names = Object.keys(all).filter((name) => wanted.length === 0 || wanted.includes(name))
  return withTab(async (sides) => {
    const rows = []
    for (let from = 0; from < names.length; from += TOGETHER) {
      rows.push(...(await runProject(sides, { all, names: names.slice(from, from + TOGETHER) })))
      console.log(`${rows.length} of ${names.length}`)
    }
    return rows
  })
}

async function runProject({ native, tab }, { all, names }) {
  const needed = new Set(names.flatMap((name) => [name, ...(all[name].with ?? [])]))
  const dependencies = Object.fromEntries([...needed].map((name) => [name, all[name].version]))
  const files = { 'package.json': JSON.stringify({ name: 'smoke', version: '1.0.0', dependencies }) }
  for (const [at, name] of names.entries()) files[`${at}.mjs`] = programOf(all[name].script)
  const problem = await installInBoth({ native, tab }, files)
  const rows = []
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const part = names.slice(from, from + AT_ONCE)
    const command = part
      .map((_, at) => `node ${from + at}.mjs 2>&1 < /dev/null | tail -3; echo "${END}"`)
      .join('\n')
    // Colours depend on the terminal.
    const plain = `export CI=1 FORCE_COLOR=0\n${command}`
    const here = split((await native.exec(plain)).output)
    const there = problem === undefined ? split((await tab.exec(plain)).stdout) : []
    for (const [at, name] of part.entries()) rows.push({ name, native: here[at], tab: problem ?? there[at] })
  }
  return rows
}

/** `require` too, since READMEs use either; what the script evaluates to is printed as JSON. */
function programOf(script) {
  return `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const result = await (async () => (${script}))()
if (result === undefined) throw new Error('The test says nothing.')
console.log(JSON.stringify({ result }))
process.exit()
`
}

function split(output) {
  return output.split(`${END}\n`).map((text) => text.trim())
}
