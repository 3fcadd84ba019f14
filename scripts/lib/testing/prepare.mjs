/** Prepares a test run: packages, a browser, the built program. */
import { rmSync } from 'node:fs'
import { ensureTestBrowsers } from '../browser/browser.mjs'
import { buildIfNeeded } from '../build/build.mjs'
import { Failure } from '../fail.mjs'
import { run } from '../run.mjs'
import { buildLibraries, installPackages, requireNode } from '../setup.mjs'
import { slowness } from './patience.mjs'
import { scopeVariables } from './scope.mjs'

/**
 * The variables for the runners. Prints the seed and how slow the machine is. Without `needsProgram` only libraries are built,
 * which unit tests load, too.
 * @param {'gate' | 'changed' | 'all' | 'soak'} scope
 */
export async function prepareTests(scope, { needsProgram = true } = {}) {
  requireNode()
  await installPackages()
  const env = { ...(await ensureTestBrowsers()), ...scopeVariables(scope) }
  if (needsProgram) await buildIfNeeded()
  else await buildLibraries()
  rmSync('test-results/report.json', { force: true })
  const browser = process.env.HEADLESS_SHELL_PATH ?? env.HEADLESS_SHELL_PATH ?? env.CHROMIUM_PATH
  const { code, output } = await run(browser, ['--version'])
  if (code !== 0) throw new Failure(explainBrowserFailure(browser, output))
  console.log(output.trim())
  console.log(`Seed ${env.TEST_SEED} (SEED=${env.TEST_SEED} repeats it), limits ${slowness()} times as long.`)
  return { ...env, VIVARIUM_SLOWNESS: String(slowness()), VIVARIUM_BUILT: '1' }
}

/** A sentence for a browser that does not even tell its version. */
function explainBrowserFailure(browser, output) {
  return `The tests' browser does not start: ${browser}. Install Chromium again, or set CHROMIUM_PATH to another one.\n\n${output.trim()}`
}
