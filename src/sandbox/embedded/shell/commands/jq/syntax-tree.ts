/** A jq program, parsed. */
import type { Value } from './value.ts'

/** Position in the program's text. */
export interface Span {
  readonly at: number
  readonly length: number
}

export type Operator = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>='
export type UpdateOperator = '+' | '-' | '*' | '/' | '%' | '//'

export type Node =
  | { readonly type: 'identity' }
  | { readonly type: 'literal'; readonly value: Value }
  | {
      readonly type: 'string'
      readonly format: string | undefined
      readonly parts: readonly (string | Node)[]
    }
  | { readonly type: 'format'; readonly name: string }
  | { readonly type: 'index'; readonly of: Node; readonly key: Node }
  | {
      readonly type: 'slice'
      readonly of: Node
      readonly from: Node | undefined
      readonly to: Node | undefined
    }
  | { readonly type: 'iterate'; readonly of: Node }
  | { readonly type: 'array'; readonly body: Node | undefined }
  | { readonly type: 'object'; readonly entries: readonly (readonly [key: Node, value: Node])[] }
  | { readonly type: 'negate'; readonly body: Node }
  | { readonly type: 'pipe' | 'comma' | 'alternative'; readonly left: Node; readonly right: Node }
  | {
      readonly type: 'binary'
      readonly operator: Operator
      readonly left: Node
      readonly right: Node
    }
  | { readonly type: 'logic'; readonly isAnd: boolean; readonly left: Node; readonly right: Node }
  | {
      /** `=`, `|=`, or one with an operator. */
      readonly type: 'assign'
      readonly operator: '=' | '|' | UpdateOperator
      readonly left: Node
      readonly right: Node
    }
  | {
      readonly type: 'if'
      readonly condition: Node
      readonly then: Node
      readonly otherwise: Node | undefined
    }
  | { readonly type: 'try'; readonly body: Node; readonly handler: Node | undefined }
  | {
      readonly type: 'fold'
      readonly isForeach: boolean
      readonly source: Node
      readonly patterns: readonly Pattern[]
      readonly init: Node
      readonly update: Node
      readonly extract: Node | undefined
    }
  | { readonly type: 'label'; readonly name: string; readonly body: Node }
  | { readonly type: 'break'; readonly name: string; readonly span: Span }
  | { readonly type: 'define'; readonly definition: Definition; readonly body: Node }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Node[]; readonly span: Span }
  | { readonly type: 'variable'; readonly name: string; readonly span: Span }
  | {
      readonly type: 'bind'
      readonly source: Node
      readonly patterns: readonly Pattern[]
      readonly body: Node
    }

export interface Definition {
  readonly name: string
  /** Parameters that begin with `$` are values, too. */
  readonly params: readonly string[]
  readonly body: Node
}

export type Pattern =
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'array'; readonly items: readonly Pattern[] }
  | { readonly type: 'object'; readonly entries: readonly PatternEntry[] }

export interface PatternEntry {
  readonly key: Node
  /** `{$name}`, or `{$name: pattern}`. */
  readonly variable: string | undefined
  readonly pattern: Pattern | undefined
}

export interface Import {
  readonly path: string
  /** Undefined for `include`. */
  readonly as: string | undefined
  readonly isData: boolean
  /** Further folders to search, as declared by the module. */
  readonly search: readonly string[]
}

export interface Program {
  readonly imports: readonly Import[]
  readonly definitions: readonly Definition[]
  /** Undefined in a module. */
  readonly body: Node | undefined
}
