/** The parser's interface for its parts. */
import type { TokenReader } from './token-reader.ts'
import type { Expr } from '../syntax-tree.ts'

export interface Grammar {
  readonly tokens: TokenReader
  expr(): Expr
  /** Parses what stands within something else. Throws `CommandError` where too much stands within one another. */
  deeper<T>(parse: () => T): T
}
