/** Tasks of Exercism's JavaScript track: what Jest says of each stub and each solution, in the tab and natively. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTab } from '../browser/tab.mjs'

const DEPENDENCIES = {
  '@babel/core': '7.28.0',
  '@babel/preset-env': '7.28.0',
  '@jest/globals': '29.7.0',
  'babel-jest': '29.7.0',
  jest: '29.7.0',
}
const PROJECT = {
  'package.json': JSON.stringify({ name: 'exercism', version: '1.0.0', devDependencies: DEPENDENCIES }),
  'babel.config.js': `module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }\n`,
}
const COMMAND =
  './node_modules/.bin/jest --json --outputFile=verdicts.json --silent > /dev/null 2>&1; cat verdicts.json'

/** Resolves with a row a task; `wanted` are names, all of them if there are none. */
export async function runExercism(file, wanted) {
  const tasks = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((task) => ({ ...task, name: task.id.slice(task.id.lastIndexOf('/') + 1) }))
    .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  return withTab(async ({ native, tab }) => {
    const files = { ...PROJECT }
    for (const { name, stub, solution, tests, extra } of tasks) {
      for (const [path, text] of Object.entries({ ...extra, ...stub, ...tests }))
        files[`stub/${name}/${path}`] = text
      for (const [path, text] of Object.entries({ ...extra, ...stub, ...solution, ...tests }))
        files[`solution/${name}/${path}`] = text
    }
    native.write(files)
    await native.npm('install')
    await tab.write({
      ...files,
      'package-lock.json': readFileSync(join(native.folder, 'package-lock.json'), 'utf8'),
    })
    const installed = await tab.exec('npm ci')
    if (installed.exitCode !== 0) throw new Error(`npm ci failed in the tab: ${installed.stderr}`)
    const here = verdicts((await native.exec(COMMAND)).output)
    const there = verdicts((await tab.exec(COMMAND)).stdout)
    return tasks.map(({ name }) => ({
      name,
      native: [here.get(`stub/${name}`), here.get(`solution/${name}`)],
      tab: [there.get(`stub/${name}`), there.get(`solution/${name}`)],
    }))
  })
}

/** By folder: how many tests passed of how many that ran. */
function verdicts(text) {
  const { testResults } = JSON.parse(text)
  return new Map(
    testResults.map(({ name, status, assertionResults }) => {
      const passed = assertionResults.filter((one) => one.status === 'passed').length
      const ran = assertionResults.filter((one) => one.status !== 'pending').length
      return [name.split('/').slice(-3, -1).join('/'), `${status} ${passed}/${ran}`]
    }),
  )
}
