/** Builds only what is not made of what is there now: a hash of the inputs is kept beside the outputs. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const NAME = 'checksum.txt'

/** Without tests, which are made into nothing, and without what `isLeftOut` says of a folder's path. */
export function filesBelow(folder, isLeftOut = () => false) {
  if (isLeftOut(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesBelow(path, isLeftOut)
    return /\.test\.ts$/.test(name) ? [] : [path]
  })
}

/**
 * Hash of the files' names, relative to `root`, and of their contents; `text` is an input that is in no file.
 */
export function stampOf({ root, files, text }) {
  const hash = createHash('sha256').update(text)
  for (const file of files.toSorted()) hash.update(relative(root, file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Runs `build`, and prints that it did, when it was done for another stamp, or not to its end, or one of the outputs is gone. */
export async function buildUnlessStamped({ output, outputs, stamp }, build) {
  const stored = join(output, NAME)
  const areThere = [NAME, ...outputs].every((name) => existsSync(join(output, name)))
  if (areThere && readFileSync(stored, 'utf8').trim() === stamp) return
  mkdirSync(output, { recursive: true })
  rmSync(stored, { force: true })
  await build()
  console.log('Built.')
  writeFileSync(stored, `${stamp}\n`)
}
