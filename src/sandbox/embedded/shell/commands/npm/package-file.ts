/** The package that a directory belongs to, as npm sees it. */
import { dirname, join } from '../../../../contract/path.ts'
import { textIfThere } from '../../../if-there.ts'
import { isRecord } from '../../../../page/fields.ts'
import type { FileSyscalls } from '../../../syscalls.ts'

export interface PackageFile {
  /** Directory of the `package.json`. */
  readonly root: string
  readonly name: string | undefined
  readonly version: string | undefined
  readonly scripts: Readonly<Record<string, string>>
  /** The `config` entry, for `npm_package_config_…`. */
  readonly config: Readonly<Record<string, string>>
}

type PackageLookup =
  | { readonly ok: true; readonly package: PackageFile }
  | { readonly ok: false; readonly message: string }

/** The nearest `package.json` at or above `directory`. */
export function findPackage(files: FileSyscalls, directory: string): PackageLookup {
  for (let at = directory; ; at = dirname(at)) {
    const text = textIfThere(files, join(at, 'package.json'))
    if (text !== undefined) return parsePackage(text, at)
    if (at === '/') break
  }
  const path = join(directory, 'package.json')
  const message = `code ENOENT\nsyscall open\npath ${path}\nenoent Could not read package.json: there is none in ${directory} or above it`
  return { ok: false, message }
}

/** Every `node_modules/.bin` from `directory` up, nearest first. */
export function binFolders(directory: string): readonly string[] {
  const folders: string[] = []
  for (let at = directory; ; at = dirname(at)) {
    folders.push(join(at, 'node_modules/.bin'))
    if (at === '/') return folders
  }
}

function parsePackage(text: string, root: string): PackageLookup {
  let data: unknown
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `code EJSONPARSE\npath ${join(root, 'package.json')}\nJSON.parse ${reason}` }
  }
  const fields = isRecord(data) ? data : {}
  const { name, version } = fields
  return {
    ok: true,
    package: {
      root,
      name: typeof name === 'string' ? name : undefined,
      version: typeof version === 'string' ? version : undefined,
      scripts: strings(fields['scripts']),
      config: strings(fields['config']),
    },
  }
}

function strings(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}
