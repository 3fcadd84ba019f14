/** Files with what is known of each; a file that nobody holds any more is forgotten. Unlike a weak map, it can be listed. */
import type { FileNode } from '../vfs/inode.ts'

interface Mark {
  readonly source: string
  readonly ref: WeakRef<FileNode>
}

export class MarkedFiles {
  readonly #marks = new WeakMap<FileNode, Mark>()
  readonly #refs = new Set<WeakRef<FileNode>>()
  readonly #gone = new FinalizationRegistry<WeakRef<FileNode>>((ref) => this.#refs.delete(ref))

  get(node: FileNode): string | undefined {
    return this.#marks.get(node)?.source
  }

  set(node: FileNode, source: string): void {
    const ref = this.#marks.get(node)?.ref ?? new WeakRef(node)
    this.#marks.set(node, { source, ref })
    if (this.#refs.has(ref)) return
    this.#refs.add(ref)
    this.#gone.register(node, ref, ref)
  }

  delete(node: FileNode): void {
    const mark = this.#marks.get(node)
    if (mark === undefined) return
    this.#marks.delete(node)
    this.#refs.delete(mark.ref)
    this.#gone.unregister(mark.ref)
  }

  *entries(): Generator<readonly [node: FileNode, source: string]> {
    for (const ref of this.#refs) {
      const node = ref.deref()
      const mark = node && this.#marks.get(node)
      if (node !== undefined && mark !== undefined) yield [node, mark.source]
    }
  }
}
