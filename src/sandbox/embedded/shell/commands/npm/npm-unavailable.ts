/** Packages that rest on a native program and have nothing in their place here: said when they are installed. */
import { textIfThere } from '../../../if-there.ts'
import { isRecord } from '../../../../page/fields.ts'
import { readJson } from '../../../npm/lock-file.ts'
import { nativeProgramText, unavailablePackage } from '../../../npm/unavailable-packages.ts'
import type { FileSyscalls } from '../../../syscalls.ts'
import { REMOVE_NAMES } from './npm-words.ts'

const LISTS = ['dependencies', 'devDependencies', 'optionalDependencies']

/** Unavailable packages that the project requires, with the installed version; undefined if not installed. */
export type Unavailable = ReadonlyMap<string, unknown>

/** `args` are npm's: what is named there is wanted, though package.json does not say so yet. */
export function unavailablePackages(
  files: Pick<FileSyscalls, 'readFile'>,
  root: string,
  args: readonly string[],
): Unavailable {
  const manifest = recordIn(files, `${root}/package.json`)
  const listed = LISTS.flatMap((list) => Object.keys(Object(manifest[list])))
  const isRemoval = REMOVE_NAMES.includes(args.find((word) => !word.startsWith('-')) ?? '')
  const named = (isRemoval ? [] : args).map(
    (word) => /^((?:@[^/@]+\/)?[^@/-][^@/]*)(?:@|$)/.exec(word)?.[1] ?? '',
  )
  const names = [...new Set([...listed, ...named])].filter((name) => {
    if (!unavailablePackage(name)) return false
    const { optionalDependencies } = recordIn(files, `${root}/node_modules/${name}/package.json`)
    // A later version may bring WebAssembly, which npm installs by itself.
    return !Object.keys(Object(optionalDependencies)).some((part) => part.includes('wasm32'))
  })
  return new Map(
    names.map((name) => [name, recordIn(files, `${root}/node_modules/${name}/package.json`)['version']]),
  )
}

/** Message about packages that were installed, or that may have made the installation fail. */
export function unavailableNote(before: Unavailable, after: Unavailable, hasFailed: boolean): string {
  return [...after]
    .filter(([name, version]) => hasFailed || (version !== undefined && before.get(name) !== version))
    .map(([name]) => {
      const text = nativeProgramText(`${name} rests on`, unavailablePackage(name)?.advice)
      return `npm warn ${text}\n`
    })
    .join('')
}

function recordIn(files: Pick<FileSyscalls, 'readFile'>, path: string): Readonly<Record<string, unknown>> {
  const json = readJson(textIfThere(files, path) ?? '{}')
  return isRecord(json) ? json : {}
}
