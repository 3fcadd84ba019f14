/**
 * Tree as the history reads it. A file system's own nodes implement it, so that a checkpoint looks only
 * at what changed: a node keeps the hash it was given until it, or anything below it, changes.
 */

interface TreeSourceNodeBase {
  /** Grows with every change of this node's object: a file's bytes, or any name, mode or object below a directory. */
  readonly version: number
  /** The hash remembered for exactly this version, else undefined. */
  readonly hash: string | undefined
  /** The hash remembered last, of any version: the current content is probably similar. */
  readonly formerHash: string | undefined
  /** Remembers `hash` unless the node has changed since `version` was read (the hashing is asynchronous). */
  rememberHash(hash: string, version: number): void
}

export interface TreeSourceFile extends TreeSourceNodeBase {
  readonly kind: 'file'
  /** Permission bits. They belong to the entry in the parent, not to the file's hash. */
  readonly mode: number
  readonly size: number
  /** The bytes as they are now. The array is not changed afterwards by anybody, and must not be by the caller. */
  content(): Uint8Array
}

export interface TreeSourceSymlink extends TreeSourceNodeBase {
  readonly kind: 'symlink'
  readonly mode: number
  readonly target: string
}

export interface TreeSourceDirectory extends TreeSourceNodeBase {
  readonly kind: 'directory'
  readonly mode: number
  /** Sorted by name (code units). A snapshot: changes made while it is walked do not disturb the walk. */
  children(): readonly TreeSourceEntry[]
}

export interface TreeSourceEntry {
  readonly name: string
  readonly node: TreeSourceNode
}

export type TreeSourceNode = TreeSourceFile | TreeSourceSymlink | TreeSourceDirectory
