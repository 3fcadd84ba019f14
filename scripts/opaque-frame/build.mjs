/**
 * Builds what an opaque frame is made of into src/sandbox/frame/generated/ (never committed): its two pages with their
 * scripts in them, the kernel and the shell; the script that previewed pages begin with, and the one that looks at them
 * and acts on them. All but the last are classic scripts: module workers fail in such a frame. Run before test, check and
 * build; does nothing when all is up to date.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildUnlessStamped, filesBelow, stampOf } from '../lib/build/build-stamp.mjs'
import { OPAQUE_POLICY } from '../lib/build/headers.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = join(root, 'src/sandbox')
const output = join(source, 'frame/generated')
const PAGES = { host: 'frame/opaque-host.ts', preview: 'frame/opaque-preview.ts' }
const SCRIPTS = {
  kernel: 'embedded/kernel.opaque.ts',
  shell: 'embedded/shell/shell.worker.ts',
  'page-client': 'frame/page-client/page-client.ts',
}
/** Loaded as modules. */
const MODULES = { 'page-inspector': 'frame/page-inspector/page-inspector.ts' }
const OUTPUTS = [
  ...Object.keys(PAGES).map((name) => `${name}.html`),
  ...Object.keys({ ...SCRIPTS, ...MODULES }).map((name) => `${name}.js`),
]

const inputs = [
  fileURLToPath(import.meta.url),
  join(root, 'package-lock.json'),
  ...filesBelow(source, (folder) => folder === output),
]
const stamp = stampOf({ root, files: inputs, text: OPAQUE_POLICY })
await buildUnlessStamped({ output, outputs: OUTPUTS, stamp }, async () => {
  for (const [name, entry] of Object.entries(SCRIPTS))
    writeFileSync(join(output, `${name}.js`), await bundle(entry))
  for (const [name, entry] of Object.entries(MODULES))
    writeFileSync(join(output, `${name}.js`), await bundle(entry, 'esm'))
  for (const [name, entry] of Object.entries(PAGES))
    writeFileSync(join(output, `${name}.html`), page(await bundle(entry)))
})

/** One script with all that it imports, what it imports later included: there is no server to ask then. */
async function bundle(entry, format = 'iife') {
  const { outputFiles } = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    write: false,
    format,
    platform: 'browser',
    // Not an older one, for the attributes of imports.
    target: 'esnext',
    minify: true,
    legalComments: 'inline',
    logLevel: 'warning',
    plugins: [{ name: 'own-parts', setup: useOwnParts }],
  })
  return outputFiles[0].text
}

/** A file beside which there is one named `*.opaque.ts` is replaced by that one. */
function useOwnParts(esbuild) {
  esbuild.onResolve({ filter: /\/(engine|client-files|bundled-groups)\.ts$/ }, ({ path, resolveDir }) => {
    const own = join(resolveDir, path.replace(/\.ts$/, '.opaque.ts'))
    return existsSync(own) ? { path: own } : undefined
  })
}

function page(script) {
  // In a script element only these would end it, or hide its end.
  const inline = script.replace(/<(?=\/script|script|!--)/gi, '\\x3C')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${OPAQUE_POLICY}" />
    <title>Vivarium sandbox</title>
    <script>${inline}</script>
  </head>
  <body></body>
</html>
`
}
