/** `fs_dir`: open directories, read in batches of names and types. */
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import type { DirEntry } from '../../../syscalls.ts'
import type { Binding } from '../binding.ts'
import { absolute, toPath } from './fs-paths.ts'
import { operation } from './fs-requests.ts'
import { ENTRY_TYPES } from './fs-stats.ts'

export function fsDir(context: NodeContext, binding: Binding): void {
  const path = ([value]: readonly unknown[]) => ({ path: toPath(value) })
  const none = () => ({})

  class DirHandle {
    readonly read: (...args: unknown[]) => unknown
    readonly close: (...args: unknown[]) => unknown

    constructor(entries: readonly DirEntry[]) {
      let next = 0
      this.read = operation(context, {
        syscall: 'scandir',
        describe: none,
        run: ({ args }) => {
          const batch = entries.slice(next, next + Math.max(1, Number(args[1] ?? 32)))
          next += batch.length
          return batch.length === 0
            ? null
            : batch.flatMap((entry) => [entry.name, ENTRY_TYPES[entry.kind] ?? 0])
        },
      })
      this.close = operation(context, { syscall: 'close', describe: none, run: () => undefined })
    }
  }
  const opendir = operation(context, {
    syscall: 'opendir',
    describe: path,
    run: ({ args }) => new DirHandle(syscalls(context).readdir(absolute(context, args[0]))),
  })
  Object.assign(binding, { DirHandle, opendir, opendirSync: opendir })
}
