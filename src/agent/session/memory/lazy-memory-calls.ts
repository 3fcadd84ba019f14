/** The page's calls about the memory, whose code is loaded with the first one. */
import type { MemoryApi } from '../../protocol/calls/memory.ts'

export function lazyMemoryCalls(load: () => Promise<MemoryApi>): MemoryApi {
  return {
    list: async () => (await load()).list(),
    read: async (path, version) => (await load()).read(path, version),
    write: async (draft) => (await load()).write(draft),
    remember: async (text, options) => (await load()).remember(text, options),
    confirm: async (path, hash) => (await load()).confirm(path, hash),
    remove: async (path) => (await load()).remove(path),
    undo: async (path) => (await load()).undo(path),
    history: async (path) => (await load()).history(path),
    restore: async (path, version) => (await load()).restore(path, version),
    recall: async (query, limit, only) => (await load()).recall(query, limit, only),
    setOn: async (isOn) => (await load()).setOn(isOn),
    pack: async () => (await load()).pack(),
    takeIn: async (files, scope) => (await load()).takeIn(files, scope),
  }
}
