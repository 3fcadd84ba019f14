/** One project natively and in the tab, with the same versions of everything: the tab installs by the native lock file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `files` are texts by path, `package.json` among them. Resolves with why the tab could not install; throws for the native side. */
export async function installInBoth({ native, tab }, files) {
  await native.exec('rm -rf ./*')
  native.write(files)
  await native.npm('install', '--legacy-peer-deps')
  const lock = readFileSync(join(native.folder, 'package-lock.json'), 'utf8')
  await tab.exec('rm -rf ./*')
  await tab.write({ ...files, 'package-lock.json': lock })
  const { exitCode, stderr } = await tab.exec('npm ci --legacy-peer-deps')
  return exitCode === 0 ? undefined : `npm ci failed: ${stderr.slice(0, 500)}`
}
