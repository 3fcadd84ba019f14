/**
 * A ceiling, checked by the build, on the bytes that the page loads before its message box can be typed in.
 */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Failure } from '../fail.mjs'

/** Bytes of JavaScript, gzipped: a second on a slow phone's network. */
const START_BYTES = 150 * 1024
/** Each of them is a request that the service worker answers before the page can begin. `start-chunks.mjs` makes few. */
const START_FILES = 4

/**
 * The scripts that the page names and all that they import at once, in bytes as they are sent. Throws a `Failure` over the
 * ceiling, with the largest of them, or when there are too many. Workers are threads of their own, and not part of it.
 */
export async function checkStartSize(folder, { limit = START_BYTES, files = START_FILES } = {}) {
  // Not at the top: this file is read before a fresh clone has any packages.
  const { init, parse } = await import('es-module-lexer')
  await init
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const sizes = new Map()
  const take = (path) => {
    if (sizes.has(path)) return
    const code = readFileSync(join(folder, path), 'utf8')
    sizes.set(path, gzipSync(code, { level: 9 }).length)
    const [imports] = parse(code, path)
    // A dynamic one has a place of its own, and is fetched when it is wanted.
    for (const { d, n } of imports)
      if (d === -1 && n !== undefined) take(posix.join('/', posix.dirname(path), n))
  }
  for (const [, path] of html.matchAll(
    /<(?:script|link rel="modulepreload")[^>]+(?:src|href)="(\/[^"]+\.js)"/g,
  ))
    take(path)
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (sizes.size === 0)
    throw new Failure(`${folder}/index.html names no script: its size could not be checked.`)
  if (sizes.size > files)
    throw new Failure(
      `The page loads ${sizes.size} scripts before its message box can be used; at most ${files} may be ` +
        `(scripts/lib/build/start-chunks.mjs says which modules are one file):\n${[...sizes.keys()].map((path) => `  ${path}`).join('\n')}`,
    )
  if (total <= limit) return total
  const largest = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, 5)
  throw new Failure(
    `The page loads ${total.toLocaleString('en')} bytes of JavaScript (gzip) before its message box can be used; ` +
      `at most ${limit.toLocaleString('en')} may be. Load what is not needed at once with import(). The largest:\n` +
      largest.map(([path, size]) => `  ${size.toLocaleString('en')}  ${path}`).join('\n'),
  )
}
