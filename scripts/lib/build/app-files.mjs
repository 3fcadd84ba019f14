/** Tells each origin's service worker what the origin is made of, so that it can be kept for when there is no network. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Folder of files that other pages load; not app files. */
const EMBEDDED = 'embed/'
export const SERVICE_WORKER = 'service-worker.js'
/** The operator's policy for all users (docs/policy.md): changed after a build, so that no version caches it. */
export const POLICY_FILE = 'policy.json'
/** The bundler may have chosen any of the three quotes. */
const BUILD = /(<meta name="vivarium-build" content=)"[\w-]*"/
const PLACE = /(["'`])__APP_FILES__\1/

/**
 * Writes the list of `folder`'s files into its service worker, and `build`, which tells versions apart, there and into
 * its pages. The page `index`, which the server fills in, is kept as `/` and without a hash.
 * @param {string} folder
 * @param {{ build: string, index?: string }} options
 */
export function writeAppFiles(folder, { build, index }) {
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    const page = readFileSync(join(folder, name), 'utf8')
    writeFileSync(
      join(folder, name),
      page.replace(BUILD, (_, start) => `${start}"${build}"`),
    )
  }
  const names = filesOf(folder).filter(
    (name) =>
      name !== SERVICE_WORKER && name !== POLICY_FILE && !name.endsWith('.txt') && !name.startsWith(EMBEDDED),
  )
  const files = names.map((name) => ({
    path: name === index ? '/' : `/${name}`,
    hash: name === index ? '' : sha256(readFileSync(join(folder, name))),
  }))
  const path = join(folder, SERVICE_WORKER)
  const script = readFileSync(path, 'utf8')
  if (!PLACE.test(script)) throw new Error(`${path} has no place for its list of files.`)
  const list = JSON.stringify(JSON.stringify({ version: build, files }))
  writeFileSync(
    path,
    script.replace(PLACE, () => list),
  )
}

/** The service worker's script with an empty list in the place of the one that `writeAppFiles` has written. */
export function withoutFiles(script) {
  const list = /\\"files\\":\[.*?\]\}"/
  if (!list.test(script)) throw new Error('The service worker has no list of files.')
  return script.replace(list, () => '\\"files\\":[]}"')
}

/** Paths of all files below, with slashes, sorted. */
function filesOf(folder, root = folder) {
  return readdirSync(folder)
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? filesOf(path, root) : [relative(root, path).split(sep).join('/')]
    })
    .sort()
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex')
}
