/** The parser's interface for its parts. */
import type { TokenReader } from './token-reader.ts'
import type { Node } from '../syntax-tree.ts'

export interface Grammar {
  readonly tokens: TokenReader
  /** All up to what can belong to no expression. */
  pipe(): Node
  /** Operators that bind at least as strong as that. */
  binary(least: number): Node
  /** A term with what stands before it: `try`, a sign, a definition. */
  postfix(): Node
}

export const IDENTITY: Node = { type: 'identity' }
