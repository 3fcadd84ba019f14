/**
 * Builds npm's own client into src/sandbox/embedded/npm/generated/ (never committed): its 1,500 files as one script,
 * which a `node` of the sandbox loads four times as fast, and the few files that it reads by name. Run before dev, test,
 * check and build; does nothing when all is up to date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { buildUnlessStamped, stampOf } from '../lib/build/build-stamp.mjs'
import { fetchClient } from './fetch-client.mjs'
import { EXTERNAL, FILES, VERSION } from './pin.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const output = join(root, 'src/sandbox/embedded/npm/generated')
const OUTPUTS = ['npm-client.js', 'npm-client.d.ts', 'npm-defaults.js', 'npm-defaults.d.ts', 'LICENSE.txt']
const TYPES = `/** Texts of the client's files, by their paths in its folder. */
export const NPM_FILES: Readonly<Record<string, string>>
`
const DEFAULT_TYPES = `/** The registry that counts where none is set, with a slash at its end. */
export const DEFAULT_REGISTRY: string
`
/** Replaces `lib/cli.js`, without its check of Node's version and its imports by computed paths. */
const CLI = `
const entry = require('./entry.js')
const { version, engines } = require('../../package.json')
module.exports = (process) =>
  entry(process, { node: process.version, npm: 'v' + version, engines: engines.node, unsupportedMessage: '', off() {} })
`

/** Native add-ons are compiled by it; npm looks for it before it runs any script of a package. */
const NO_COMPILER = `#!/usr/bin/env node
console.error('node-gyp: native add-ons cannot be built in a browser. Look for a version of the package without one, or with WebAssembly.')
process.exit(1)
`

const scripts = ['build.mjs', 'fetch-client.mjs', 'pin.mjs'].map((name) =>
  join(root, 'scripts/npm-client', name),
)

await buildUnlessStamped(
  { output, outputs: OUTPUTS, stamp: stampOf({ root, files: scripts, text: VERSION }) },
  async () => {
    const client = fetchClient()
    const files = JSON.stringify(await clientFiles(client))
    writeFileSync(join(output, 'npm-client.js'), `export const NPM_FILES = ${files}\n`)
    writeFileSync(join(output, 'npm-client.d.ts'), TYPES)
    writeFileSync(
      join(output, 'npm-defaults.js'),
      `export const DEFAULT_REGISTRY = ${JSON.stringify(await defaultRegistry(client))}\n`,
    )
    writeFileSync(join(output, 'npm-defaults.d.ts'), DEFAULT_TYPES)
    writeFileSync(join(output, 'LICENSE.txt'), licenses(client))
  },
)

/** As the client itself has it, which is the only one to name it. */
async function defaultRegistry(client) {
  const definitions = join(client, 'node_modules/@npmcli/config/lib/definitions/index.js')
  const { default: config } = await import(pathToFileURL(definitions).href)
  return config.defaults.registry
}

async function bundle(input) {
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    minifyWhitespace: true,
    legalComments: 'inline',
    external: EXTERNAL,
    logLevel: 'error',
  })
  return outputFiles[0].text
}

async function clientFiles(client) {
  const files = {
    'lib/cli.js': await bundle({ stdin: { contents: CLI, resolveDir: join(client, 'lib/cli') } }),
    'bin/npx-cli.js': await bundle({ entryPoints: [join(client, 'bin/npx-cli.js')] }),
    'node_modules/node-gyp/bin/node-gyp.js': NO_COMPILER,
    // The questions of `npm init`: a script of its own, run with variables that are not its own.
    'lib/default-input.js': await bundle({
      entryPoints: [join(client, 'node_modules/init-package-json/lib/default-input.js')],
    }),
  }
  for (const [name, path] of Object.entries(FILES)) files[name] = readFileSync(join(client, path), 'utf8')
  return files
}

/** npm's, and those of all that is in its script. */
function licenses(client) {
  const folders = [
    '',
    ...packagesBelow(join(client, 'node_modules')).map((name) => join('node_modules', name)),
  ]
  return folders
    .flatMap((folder) => {
      const names = readdirSync(join(client, folder)).filter((name) => /^(licen[cs]e|notice)/i.test(name))
      return names.map(
        (name) => `${folder || 'npm'}\n\n${readFileSync(join(client, folder, name), 'utf8').trim()}`,
      )
    })
    .join(`\n\n${'='.repeat(78)}\n\n`)
}

function packagesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    if (name.startsWith('.')) return []
    return name.startsWith('@') ? readdirSync(join(folder, name)).map((part) => join(name, part)) : [name]
  })
}
