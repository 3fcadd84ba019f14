/** The licences of all that a built folder may hold: each package that is not only for development, Node's library, Python. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const RULE = '='.repeat(78)

/** Writes `LICENSES.txt` into each of the folders. */
export function writeLicenses(folders, root = '.') {
  const text =
    [
      ...packageLicenses(root),
      nodeLicense(root),
      npmLicenses(root),
      templateLicenses(root),
      pythonNotice(root),
      llamaNotice(root),
    ].join(`\n\n${RULE}\n\n`) + '\n'
  for (const folder of folders) writeFileSync(join(root, folder, 'LICENSES.txt'), text)
}

/** One text a package of the lock file that is there and shipped. */
export function packageLicenses(root = '.') {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `${name} ${version} (${license ?? 'see the text'})\n\n${licenseText(join(root, path))}`
    })
}

function licenseText(folder) {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^(licen[cs]e|notice)/i.test(name))
    : []
  if (files.length === 0)
    return 'The package comes without a licence text of its own; the name above is its declaration.'
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
}

function pythonNotice(root) {
  return readFileSync(join(root, 'src/sandbox/embedded/python/NOTICE.md'), 'utf8').trim()
}

function llamaNotice(root) {
  return readFileSync(join(root, 'src/agent/model/local/NOTICE.md'), 'utf8').trim()
}

function nodeLicense(root) {
  const path = join(root, 'src/sandbox/embedded/node/generated/LICENSE.txt')
  return `Node.js library, in part, with changes (scripts/node-library/patches.mjs)\n\n${readFileSync(path, 'utf8').trim()}`
}

function npmLicenses(root) {
  const path = join(root, 'src/sandbox/embedded/npm/generated/LICENSE.txt')
  return `npm's client, unchanged, as one script (scripts/npm-client)\n\n${readFileSync(path, 'utf8').trim()}`
}

function templateLicenses(root) {
  const path = join(root, 'src/sandbox/embedded/npm/generated/templates/LICENSE.txt')
  return `Packages of the templates, without their source maps (scripts/templates)\n\n${readFileSync(path, 'utf8').trim()}`
}
