/** What every test run needs first: packages, a browser, the built program. */
import { rmSync } from 'node:fs'
import { ensureTestBrowsers } from '../browser.mjs'
import { buildIfNeeded } from '../build.mjs'
import { run } from '../run.mjs'
import { buildLibraries, installPackages, requireNode } from '../setup.mjs'
import { slowness } from './patience.mjs'
import { scopeVariables } from './scope.mjs'

/**
 * The variables for the runners. Prints the seed and how slow the machine is. Without `needsProgram` only libraries are built,
 * which unit tests load, too.
 * @param {'gate' | 'changed' | 'all'} scope
 */
export async function prepareTests(scope, { needsProgram = true } = {}) {
  requireNode()
  await installPackages()
  const env = { ...(await ensureTestBrowsers()), ...scopeVariables(scope) }
  if (needsProgram) await buildIfNeeded()
  else await buildLibraries()
  rmSync('test-results/report.json', { force: true })
  const { output } = await run(env.HEADLESS_SHELL_PATH ?? env.CHROMIUM_PATH, ['--version'])
  console.log(output.trim())
  console.log(`Seed ${env.TEST_SEED} (SEED=${env.TEST_SEED} repeats it), limits ${slowness()} times as long.`)
  return { ...env, VIVARIUM_SLOWNESS: String(slowness()), VIVARIUM_BUILT: '1' }
}
