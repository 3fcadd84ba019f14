/** The files of a template's packages, as npm installs them: npm itself has fetched them and compared their hashes. */
import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cache = join(root, 'node_modules/.cache/templates')
const MANIFESTS = ['package.json', 'package-lock.json']

/** Maps back to the sources of built code, which nothing here reads: a third of Vue's packages. */
const LEFT_OUT = /\.map$/

/** In a steady order. */
export function installedFiles({ template, location }, templates) {
  const folder = join(installed(template, templates), location)
  return filesIn(folder).flatMap((path) => {
    const name = relative(folder, path).split(sep).join('/')
    if (LEFT_OUT.test(name)) return []
    return [{ path: name, mode: (statSync(path).mode | 0o644) & 0o755, data: readFileSync(path) }]
  })
}

export function licenseOf({ template, location, version }, templates) {
  const folder = join(installed(template, templates), location)
  const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file))
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const text = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  return `${name} ${version} (${license ?? 'see the text'})\n\n${text || 'The package comes without a licence text of its own.'}`
}

function filesIn(folder) {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name)
      if (!statSync(path).isDirectory()) return [path]
      return name === 'node_modules' ? [] : filesIn(path)
    })
}

/** Installs the packages of the templates, all at once: npm mostly waits. Throws with what to do when they cannot be had. */
export async function installTemplates(names, templates) {
  mkdirSync(cache, { recursive: true })
  await Promise.all(names.map((name) => install(name, templates)))
}

async function install(template, templates) {
  const folder = installed(template, templates)
  if (existsSync(folder)) return
  const temporary = mkdtempSync(`${folder}-`)
  try {
    for (const name of MANIFESTS) cpSync(join(templates, template, name), join(temporary, name))
    // On Windows npm is a batch file, which only a shell can start; no argument comes from outside.
    const shell = process.platform === 'win32'
    await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
      cwd: temporary,
      shell,
    })
    renameSync(temporary, folder)
  } catch (error) {
    throw new Error(
      `The packages of the template "${template}" could not be fetched with npm: ${error.message}\n` +
        'Check the network and the registry that npm is set to, then run the same command again.',
      { cause: error },
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Folder of the template's installed packages; its name has a hash of the manifests. */
function installed(template, templates) {
  const hash = createHash('sha256')
  for (const name of MANIFESTS) hash.update(readFileSync(join(templates, template, name)))
  return join(cache, `${template}-${hash.digest('hex').slice(0, 16)}`)
}
