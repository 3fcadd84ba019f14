/** Runs Playwright with a configuration of its own on the build, in the browser that the tests have. */
import { ensureBrowser } from './browser.mjs'
import { buildIfNeeded } from '../build/build.mjs'
import { Failure } from '../fail.mjs'
import { run } from '../run.mjs'
import { installPackages, requireNode } from '../setup.mjs'

/** Installs and builds what is missing. Throws `Failure` with `failure` when something did not pass. */
export async function runPlaywright({ config, names, failure, env: more = {} }) {
  requireNode()
  await installPackages()
  const env = { ...more, CHROMIUM_PATH: await ensureBrowser() }
  await buildIfNeeded()
  const args = ['node_modules/@playwright/test/cli.js', 'test', '-c', config, ...names]
  const { code } = await run(process.execPath, args, { echo: true, env })
  if (code !== 0) throw new Failure(failure)
}
