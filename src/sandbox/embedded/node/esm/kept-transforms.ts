/**
 * Cache of transformed large modules and scripts of packages, in the sandbox's home, by a hash of the source:
 * parsing a bundle of a megabyte takes a second, and a development server starts with several. Never in the
 * workspace, which is the user's and gets no files that were not requested.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { Errno } from '../../syscalls.ts'
import type { FileSyscalls } from '../../syscalls.ts'
import { pathOfUrl } from '../file-url.ts'
import { HELPER_NAMES, mayNeedRewriting, rewriteScript } from './script-rewrites.ts'
import { isTransformedModule, transformModule, TRANSFORM_VERSION } from './transform.ts'
import type { TransformedModule } from './transform.ts'

type Files = Pick<FileSyscalls, 'readFile' | 'mkdir' | 'writeFile'>

/** Characters below which a module is transformed as fast as it is read. */
const KEPT_FROM_CHARS = 16_384
const MODULES = '/node_modules/'
const FOLDER = '/home/user/.cache/vivarium/modules'

/** An ES module. Throws a `SyntaxError` as `transformModule` does. */
export function keptTransform(files: Files, url: string, source: string): TransformedModule {
  const from = { path: pathOfUrl(url), kind: 'm', source }
  return kept(files, from, { make: () => transformModule(source), isWhole: isTransformedModule })
}

/** A script; as `rewriteScript`, with the names as parameters. Most have nothing to rewrite, and are not kept. */
export function keptRewrite(files: Files, path: string, source: string): string {
  if (!mayNeedRewriting(source)) return source
  const make = () => rewriteScript(source, HELPER_NAMES)
  return kept(files, { path, kind: 's', source }, { make, isWhole: (found) => typeof found === 'string' })
}

function kept<T>(
  files: Files,
  { path, kind, source }: { path: string; kind: string; source: string },
  { make, isWhole }: { make: () => T; isWhole: (found: unknown) => found is T },
): T {
  if (!path.startsWith('/') || !path.includes(MODULES) || source.length < KEPT_FROM_CHARS) return make()
  const file = `${FOLDER}/${kind}${TRANSFORM_VERSION}-${bytesToHex(sha256(utf8ToBytes(source)))}.json`
  const found = read(files, file)
  if (isWhole(found)) return found
  const made = make()
  try {
    files.mkdir(FOLDER, 0o755, true)
    files.writeFile(file, new TextEncoder().encode(JSON.stringify(made)))
  } catch (error) {
    // Without room for it, it is made again the next time.
    if (!(error instanceof Errno)) throw error
  }
  return made
}

function read(files: Files, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(files.readFile(path)))
  } catch (error) {
    if (error instanceof Errno || error instanceof SyntaxError) return undefined
    throw error
  }
}
