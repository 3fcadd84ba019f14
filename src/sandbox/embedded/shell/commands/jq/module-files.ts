/** Finds the files of `import` and `include`. */
import { dirname, resolve } from '../../../../contract/path.ts'
import { Errno } from '../../../syscalls.ts'
import type { CommandContext } from '../../just-bash.ts'
import { JqCompileError } from './jq-error.ts'
import { JsonError, JsonReader } from './json-reader.ts'
import type { Module, ModuleFiles } from './program.ts'

const DEFAULT_PATH = ['~/.jq', '$ORIGIN/../lib/jq', '$ORIGIN/../lib']
const ORIGIN = '/usr/bin'

interface Files extends ModuleFiles {
  readonly searchPath: readonly string[]
  /** `~/.jq`, if it is a file. */
  own(home: string): Module | undefined
}

export function moduleFiles(context: CommandContext, given: readonly string[]): Files {
  const home = context.exportedEnv?.['HOME'] ?? ''
  const searchPath = given.length > 0 ? given : DEFAULT_PATH
  const read = (path: string): Module | undefined => {
    const real = context.host.realPath(resolve(path, context.cwd))
    try {
      const { syscalls } = context.host.kernel
      if (syscalls.stat(real).kind !== 'file') return undefined
      return { path: real, folder: dirname(real), text: new TextDecoder().decode(syscalls.readFile(real)) }
    } catch (error) {
      if (error instanceof Errno) return undefined
      throw error
    }
  }
  return {
    searchPath,
    folder: context.cwd,
    own: (at) => (at === '' ? undefined : read(`${at}/.jq`)),
    find: (path, extension, search, folder) => {
      const last = path.slice(path.lastIndexOf('/') + 1)
      for (const one of [...search.map((own) => resolve(own, folder)), ...searchPath]) {
        const place = one.replace(/^~(?=\/|$)/, home).replace('$ORIGIN', ORIGIN)
        const found = read(`${place}/${path}.${extension}`) ?? read(`${place}/${path}/${last}.${extension}`)
        if (found !== undefined) return found
      }
      return undefined
    },
    values: (text) => {
      const reader = new JsonReader()
      try {
        reader.read(text, true)
      } catch (error) {
        if (!(error instanceof JsonError)) throw error
        throw new JqCompileError(`a data file is not JSON: ${error.message}`)
      }
      return reader.taken().map(([value]) => value)
    },
  }
}
