/**
 * Builds what the templates (templates/) are made into, never committed: the files of each as a zip in
 * public/templates/, and their packages, compressed in groups, in src/sandbox/embedded/npm/generated/templates/. Run
 * before dev, test, check and build; does nothing when all is up to date. See
 * docs/decisions/2026-11-24-templates.md.
 */
import { readFileSync, readdirSync, statSync, writeFileSync, mkdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { zipSync } from 'fflate'
import { buildUnlessStamped, filesBelow, stampOf } from '../lib/build/build-stamp.mjs'
import { installedFiles, installTemplates, licenseOf } from './installed-files.mjs'
import { groupPackages } from './groups.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = join(root, 'templates')
const output = join(root, 'src/sandbox/embedded/npm/generated/templates')
const archives = join(root, 'public/templates')

/** Decoders have that much memory at least (2 to the power of it), and so does ours. */
const MAX_WINDOW_LOG = 25
/** All groups together; files of templates are a few kilobytes more. */
const MAX_BYTES = 2_990_000
/** The same archive from the same files. */
const TIME = '2026-01-01T00:00:00'
/** Folders that using a template creates in it. */
const isMade = (path) => /[\\/](node_modules|dist|public[\\/]build)$/.test(path)

const TYPES = `/** What comes along, compressed; a package is known by the hash that the registry's archive of it has. */
export const GROUPS: readonly { readonly url: string; readonly packages: readonly string[] }[]
`

const names = readdirSync(source).filter((name) => statSync(join(source, name)).isDirectory())
const groups = groupPackages(
  names.flatMap((name) => {
    const lock = join(source, name, 'package-lock.json')
    return [{ name, lock: JSON.parse(readFileSync(lock, 'utf8')) }]
  }),
)
const outputs = [
  'bundled-packages.js',
  'bundled-packages.d.ts',
  'LICENSE.txt',
  ...groups.map(({ name }) => `${name}.zst`),
  ...names.map((name) => relative(output, join(archives, `${name}.zip`))),
]
const stamp = stampOf({
  root,
  files: [...filesBelow(join(root, 'scripts/templates')), ...filesIn(source)],
  text: '',
})

await buildUnlessStamped({ output, outputs, stamp }, async () => {
  mkdirSync(archives, { recursive: true })
  for (const name of names) writeFileSync(join(archives, `${name}.zip`), zipOf(name))
  await installTemplates(names, source)
  const sizes = await Promise.all(
    groups.map(async ({ name, packages }) => {
      const compressed = await compress(packOf(packages))
      writeFileSync(join(output, `${name}.zst`), compressed)
      return compressed.length
    }),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total > MAX_BYTES)
    throw new Error(`The packages of the templates have ${total} bytes, more than ${MAX_BYTES}.`)
  writeFileSync(join(output, 'bundled-packages.js'), moduleOf())
  writeFileSync(join(output, 'bundled-packages.d.ts'), TYPES)
  const all = groups.flatMap(({ packages }) => packages)
  writeFileSync(
    join(output, 'LICENSE.txt'),
    all.map((one) => licenseOf(one, source)).join(`\n\n${'-'.repeat(78)}\n\n`),
  )
})

/** All of them, tests too. */
function filesIn(folder) {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name)
      if (isMade(path)) return []
      return statSync(path).isDirectory() ? filesIn(path) : [path]
    })
}

function zipOf(name) {
  const folder = join(source, name)
  const entries = filesIn(folder).map((file) => [
    `${name}/${relative(folder, file).split(sep).join('/')}`,
    [readFileSync(file), { mtime: TIME }],
  ])
  return zipSync(Object.fromEntries(entries), { level: 9 })
}

/** Four bytes that say how long the list is, the list in JSON, and then the contents in its order. */
function packOf(packages) {
  const contents = []
  const list = packages.map((one) => {
    const files = installedFiles(one, source)
    contents.push(...files.map(({ data }) => data))
    return {
      integrity: one.integrity,
      files: files.map(({ path, mode, data }) => [path, mode, data.length]),
    }
  })
  const head = Buffer.from(JSON.stringify(list))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, ...contents])
}

/** In a thread of its own: each group takes one core for seconds. */
function compress(data) {
  if (data.length > 2 ** MAX_WINDOW_LOG) throw new Error(`A group of packages has ${data.length} bytes.`)
  const worker = new Worker(new URL('compress.worker.mjs', import.meta.url), { workerData: data })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

function moduleOf() {
  const imports = groups.map(({ name }, at) => `import url${at} from './${name}.zst?url'\n`)
  const list = groups.map(
    ({ packages }, at) =>
      `  { url: url${at}, packages: ${JSON.stringify(packages.map(({ integrity }) => integrity))} },\n`,
  )
  return `${imports.join('')}\nexport const GROUPS = [\n${list.join('')}]\n`
}
