/** The interpreter's imports, which are Emscripten's own until the process has a kernel to ask. */
import { forward } from './libc.ts'
import type { Natives } from './libc.ts'
import type { Imports } from './interpreter.ts'

export interface SwitchableImports {
  /** Before the program is instantiated. */
  install(imports: Imports): void
  /** From now on these are called; `ours` is given Emscripten's, for what is left to them. */
  switchTo(ours: (own: Natives) => Natives): void
}

export function switchableImports(): SwitchableImports {
  const own: Imports = {}
  let current: Natives = own
  return {
    install: (imports) => {
      for (const [name, native] of Object.entries(imports)) {
        if (!isReplaceable(name) || typeof native !== 'function') continue
        own[name] = native
        imports[name] = (...args) => forward(current[name], args)
      }
    },
    switchTo: (ours) => {
      current = ours(own)
    },
  }
}

function isReplaceable(name: string): boolean {
  return /^(?:__syscall_|fd_)|^_(?:mmap|munmap|msync)_js$|^proc_exit$|^emscripten_resize_heap$/.test(name)
}
