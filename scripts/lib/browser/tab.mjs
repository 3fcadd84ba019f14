/** The built app in a browser, and a folder of this machine beside it, for what is run in both. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { buildIfNeeded } from '../build/build.mjs'
import { Failure } from '../fail.mjs'
import { BROWSER_ARGS } from './find-browser.mjs'
import { NODE_FOLDER } from '../node/pinned-node.mjs'
import { registryFromNpm } from '../serve/registry.mjs'
import { run } from '../run.mjs'
import { serve } from '../serve/serve.mjs'

const NPM_OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
/** Milliseconds that one command may take, on a loaded machine. */
const TIMEOUT_MS = 900_000

/** Calls `use` with both, and takes both away again. */
export async function withTab(use) {
  await buildIfNeeded()
  const executablePath = await ensureBrowser()
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const server = await serve({ port, sandboxPort, registry: await registryFromNpm() })
  const { chromium } = await import('playwright')
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  try {
    const page = await browser.newPage()
    await page.goto(`http://localhost:${port}/`)
    await page.waitForFunction(() => window.vivarium?.sandbox !== undefined)
    return await use({ native: nativeSide(folder), tab: tabSide(page) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await browser.close()
    await server.close()
  }
}

function tabSide(page) {
  return {
    exec: (command) =>
      page.evaluate(
        ([line, timeoutMs]) => window.vivarium.sandbox.exec(line, { timeoutMs }),
        [command, TIMEOUT_MS],
      ),
    write: async (files) => {
      for (const [path, text] of Object.entries(files))
        await page.evaluate(
          async ([to, content]) => {
            await window.vivarium.sandbox.exec(`mkdir -p "$(dirname '${to}')"`)
            await window.vivarium.sandbox.writeFile(to, content)
          },
          [path, text],
        )
    },
  }
}

function nativeSide(folder) {
  const env = { PATH: `${NODE_FOLDER}${delimiter}${process.env.PATH ?? ''}`, CI: '1' }
  return {
    folder,
    /** Standard output and errors together. */
    exec: (command) => run('bash', ['-c', command], { cwd: folder, env, timeoutMs: TIMEOUT_MS }),
    /** npm of this machine, which it throws for when it fails. */
    npm: async (...args) => {
      const { code, output } = await run('npm', [...args, ...NPM_OPTIONS], { cwd: folder })
      if (code !== 0) throw new Failure(`npm ${args.join(' ')} failed on this machine:\n${output}`)
    },
    write: (files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
    },
  }
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, 'localhost', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}
