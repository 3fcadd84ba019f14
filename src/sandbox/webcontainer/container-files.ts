/** The file half of the contract, done by the helper in the container. */
import type { FileOperations, WriteRequest } from '../contract/contract.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { resolve } from '../contract/path.ts'
import { failureOf, invalidPath, isPinned, toContainer } from './container-paths.ts'
import type { HelperClient } from './helper-client.ts'
import type { Answer, Operation } from './helper-messages.ts'

export interface FileOptions {
  readonly helper: HelperClient
  /** Absolute, in the container. */
  readonly workspace: string
  /** Something may have been changed by us. */
  readonly onChange: () => void
}

const DEFAULT_MODE = 0o644

export function createFileOperations({ helper, workspace, onChange }: FileOptions): FileOperations {
  const at = (path: string) => toContainer(path, workspace)

  const ask = async <O extends Operation>(
    operation: O,
    path: string,
    { doing, request = {} }: { doing: string; request?: object },
  ): Promise<Result<Answer<O>>> => {
    const invalid = invalidPath(path, doing)
    if (invalid) return invalid
    const called = await helper.call(operation, { path: at(path), ...request })
    return called.ok ? ok(called.value) : failureOf(called.error, doing, path)
  }

  const change = async (asked: Promise<Result<unknown>>): Promise<Result<void>> => {
    const outcome = await asked
    onChange()
    return outcome.ok ? ok(undefined) : outcome
  }

  const refuse = (path: string, doing: string): Result<never> =>
    fail('not_permitted', `Cannot ${doing} ${resolve(path)}: the sandbox needs it.`, {
      path: resolve(path),
      hint: 'Change what is in it instead.',
    })

  const readFiles = async (paths: readonly string[]): Promise<Result<readonly Result<Uint8Array>[]>> => {
    const valid = paths.filter((path) => invalidPath(path, 'read') === undefined)
    const called = await helper.call('read', { paths: valid.map(at) })
    if (!called.ok) return failureOf(called.error, 'read', valid[0] ?? '.')
    const errors = [...called.value]
    const blobs = [...called.blobs]
    return ok(
      paths.map((path) => {
        const invalid = invalidPath(path, 'read')
        if (invalid) return invalid
        const error = errors.shift()
        if (error) return failureOf(error, 'read', path)
        const data = blobs.shift()
        return data ? ok(data) : fail('internal', `The container did not send ${resolve(path)}.`)
      }),
    )
  }

  const writeFiles = async (requests: readonly WriteRequest[]): Promise<Result<void>> => {
    const invalid = requests.map(({ path }) => invalidPath(path, 'write')).find((result) => result)
    if (invalid) return invalid
    const entries = requests.map(({ path, mode = DEFAULT_MODE }) => ({ path: at(path), mode }))
    const called = await helper.call(
      'write',
      { entries },
      requests.map(({ data }) => data),
    )
    onChange()
    if (called.ok) return ok(undefined)
    return failureOf(called.error, 'write', requests[called.error.index ?? 0]?.path ?? '.')
  }

  return {
    stat: (path, { noFollow = false } = {}) => ask('stat', path, { doing: 'stat', request: { noFollow } }),
    readFile: async (path) => {
      const read = await readFiles([path])
      return read.ok ? (read.value[0] ?? fail('internal', `Nothing was read of ${resolve(path)}.`)) : read
    },
    readFiles,
    writeFile: (request) => writeFiles([request]),
    writeFiles,
    list: (path) => ask('list', path, { doing: 'list' }),
    makeDirectory: (path) => change(ask('mkdir', path, { doing: 'make the directory' })),
    remove: async (path, { recursive = false } = {}) => {
      if (path !== '' && isPinned(at(path), workspace)) return refuse(path, 'remove')
      return change(ask('remove', path, { doing: 'remove', request: { recursive } }))
    },
    rename: async (from, to) => {
      const invalid = invalidPath(to, 'rename to')
      if (invalid) return invalid
      if (isPinned(at(from), workspace)) return refuse(from, 'rename')
      if (isPinned(at(to), workspace)) return refuse(to, 'replace')
      const request = { from: at(from), to: at(to) }
      return change(ask('rename', from, { doing: `rename to ${resolve(to)}`, request }))
    },
    symlink: async (target, path) => {
      if (target === '' || target.includes('\0'))
        return fail('invalid', `A symlink cannot lead to ${JSON.stringify(target)}.`, { path: resolve(path) })
      return change(ask('symlink', path, { doing: 'make a symlink at', request: { target } }))
    },
    readLink: (path) => ask('readlink', path, { doing: 'read the link' }),
    setMode: (path, mode) => change(ask('chmod', path, { doing: 'set the mode of', request: { mode } })),
  }
}
