/** WASI's descriptors: files of the kernel, and directories by path, from which programs name everything else. */
import { Errno } from '../../../syscalls.ts'

export type WasiDescriptor =
  | { readonly type: 'file'; readonly fd: number; readonly isOwn: boolean; flags: number }
  | {
      readonly type: 'directory'
      readonly path: string
      /** The name under which the program was given it. */
      readonly preopen?: string
    }

export class WasiDescriptors {
  readonly #open = new Map<number, WasiDescriptor>()

  constructor(stdio: readonly number[], preopens: readonly (readonly [name: string, path: string])[]) {
    for (const fd of stdio) this.add({ type: 'file', fd, isOwn: false, flags: 0 })
    for (const [preopen, path] of preopens) this.add({ type: 'directory', path, preopen })
  }

  add(descriptor: WasiDescriptor): number {
    let number = 0
    while (this.#open.has(number)) number += 1
    this.#open.set(number, descriptor)
    return number
  }

  get(number: number): WasiDescriptor {
    const found = this.#open.get(number)
    if (!found) throw new Errno('EBADF', 'wasi')
    return found
  }

  /** Throws EISDIR for a directory. */
  file(number: number): Extract<WasiDescriptor, { type: 'file' }> {
    const found = this.get(number)
    if (found.type === 'directory') throw new Errno('EISDIR', 'wasi')
    return found
  }

  directory(number: number): Extract<WasiDescriptor, { type: 'directory' }> {
    const found = this.get(number)
    if (found.type !== 'directory') throw new Errno('ENOTDIR', 'wasi')
    return found
  }

  /** The caller closes what it leads to. */
  remove(number: number): WasiDescriptor {
    const found = this.get(number)
    this.#open.delete(number)
    return found
  }

  move(from: number, to: number): WasiDescriptor | undefined {
    const found = this.get(from)
    const replaced = from === to ? undefined : this.#open.get(to)
    this.#open.delete(from)
    this.#open.set(to, found)
    return replaced
  }

  /** The whole path of a name below a directory. Throws ENOTCAPABLE when it leads out of it. */
  resolve(number: number, name: string): string {
    const { path } = this.directory(number)
    if (name.startsWith('/')) throw new Errno('ENOTCAPABLE', 'wasi', name)
    const parts: string[] = []
    for (const part of name.split('/')) {
      if (part === '' || part === '.') continue
      if (part !== '..') parts.push(part)
      else if (parts.pop() === undefined) throw new Errno('ENOTCAPABLE', 'wasi', name)
    }
    const base = path === '/' ? '' : path
    return parts.length === 0 ? path : `${base}/${parts.join('/')}`
  }
}
