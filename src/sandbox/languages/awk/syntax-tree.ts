/** Syntax tree of an awk program. */

/** An array by its name, or one within it by the indices on the way: `a[1][2]` is an element of `a[1]`. */
export interface ArrayRef {
  readonly name: string
  readonly path: readonly (readonly Expr[])[]
}

export type Lvalue =
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'field'; readonly index: Expr }
  | { readonly type: 'element'; readonly array: ArrayRef; readonly key: readonly Expr[] }

export type Expr =
  | Lvalue
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | {
      readonly type: 'regex'
      readonly source: string
      /** `@/…/`: a value, not a match of the record. */
      readonly isValue: boolean
    }
  | { readonly type: 'group'; readonly of: Expr }
  | { readonly type: 'assign'; readonly to: Lvalue; readonly operator: string; readonly value: Expr }
  | { readonly type: 'step'; readonly on: Lvalue; readonly by: 1 | -1; readonly isPrefix: boolean }
  | { readonly type: 'unary'; readonly operator: '-' | '+' | '!'; readonly of: Expr }
  | { readonly type: 'binary'; readonly operator: string; readonly left: Expr; readonly right: Expr }
  | { readonly type: 'condition'; readonly test: Expr; readonly yes: Expr; readonly no: Expr }
  | { readonly type: 'in'; readonly key: readonly Expr[]; readonly array: ArrayRef }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Expr[] }
  /** `@f(x)`: the function whose name the variable has. */
  | { readonly type: 'indirect'; readonly name: Expr; readonly args: readonly Expr[] }
  | {
      readonly type: 'builtin'
      readonly name: string
      readonly args: readonly Expr[]
      readonly hasParens: boolean
    }
  | {
      readonly type: 'getline'
      readonly from: 'input' | 'file' | 'command' | 'coprocess'
      readonly source: Expr | undefined
      readonly to: Lvalue | undefined
    }

export interface Redirection {
  readonly kind: '>' | '>>' | '|' | '|&'
  readonly to: Expr
}

export type Statement =
  | { readonly type: 'expression'; readonly of: Expr }
  | {
      readonly type: 'print' | 'printf'
      readonly args: readonly Expr[]
      readonly to: Redirection | undefined
    }
  | { readonly type: 'block'; readonly body: readonly Statement[] }
  | { readonly type: 'if'; readonly test: Expr; readonly yes: Statement; readonly no: Statement | undefined }
  | { readonly type: 'while'; readonly test: Expr; readonly body: Statement }
  | { readonly type: 'do'; readonly test: Expr; readonly body: Statement }
  | {
      readonly type: 'for'
      readonly first: Statement | undefined
      readonly test: Expr | undefined
      readonly next: Statement | undefined
      readonly body: Statement
    }
  | { readonly type: 'for in'; readonly name: string; readonly array: ArrayRef; readonly body: Statement }
  | { readonly type: 'switch'; readonly of: Expr; readonly cases: readonly Case[] }
  | { readonly type: 'delete'; readonly array: ArrayRef; readonly key: readonly Expr[] | undefined }
  | { readonly type: 'exit' | 'return'; readonly value: Expr | undefined }
  | { readonly type: 'next' | 'nextfile' | 'break' | 'continue' }

export interface Case {
  /** Undefined: what is left. */
  readonly test: Expr | undefined
  readonly body: readonly Statement[]
}

export interface Rule {
  readonly pattern:
    | { readonly type: 'begin' | 'end' | 'begin file' | 'end file' | 'always' }
    | { readonly type: 'test'; readonly test: Expr }
    | { readonly type: 'range'; readonly from: Expr; readonly to: Expr }
  /** Undefined: prints the record. */
  readonly body: readonly Statement[] | undefined
}

export interface AwkFunction {
  readonly name: string
  readonly params: readonly string[]
  readonly body: readonly Statement[]
}

export interface Program {
  readonly rules: readonly Rule[]
  readonly functions: readonly AwkFunction[]
}

/** How many arguments each takes. */
export const BUILTINS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  length: [0, 1],
  substr: [2, 3],
  index: [2, 2],
  split: [2, 4],
  patsplit: [2, 4],
  asort: [1, 3],
  asorti: [1, 3],
  isarray: [1, 1],
  typeof: [1, 1],
  sub: [2, 3],
  gsub: [2, 3],
  gensub: [3, 4],
  match: [2, 3],
  sprintf: [1, 999],
  sin: [1, 1],
  cos: [1, 1],
  atan2: [2, 2],
  exp: [1, 1],
  log: [1, 1],
  sqrt: [1, 1],
  int: [1, 1],
  rand: [0, 0],
  srand: [0, 1],
  tolower: [1, 1],
  toupper: [1, 1],
  system: [1, 1],
  close: [1, 2],
  fflush: [0, 1],
  strftime: [0, 3],
  systime: [0, 0],
  mktime: [1, 1],
  strtonum: [1, 1],
  and: [2, 999],
  or: [2, 999],
  xor: [2, 999],
  lshift: [2, 2],
  rshift: [2, 2],
  compl: [1, 1],
}
/** Names in gawk that are unsupported here: using one is an error, not an unset variable. */
export const UNSUPPORTED: ReadonlySet<string> = new Set([
  'bindtextdomain',
  'dcgettext',
  'dcngettext',
  'SYMTAB',
  'FUNCTAB',
  'BINMODE',
])

/** The same, where something can be put. */
export function lvalueOf(expr: Expr | undefined): Lvalue | undefined {
  return expr?.type === 'variable' || expr?.type === 'field' || expr?.type === 'element' ? expr : undefined
}
