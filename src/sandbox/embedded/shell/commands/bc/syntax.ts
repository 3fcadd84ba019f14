/** bc's programs as trees. */

export type Expression =
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'element'; readonly name: string; readonly index: Expression }
  /** A whole array, as an argument. */
  | { readonly type: 'array'; readonly name: string }
  | { readonly type: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly type: 'assign'; readonly target: Place; readonly operator: string; readonly value: Expression }
  | { readonly type: 'step'; readonly target: Place; readonly by: 1 | -1; readonly isPrefix: boolean }
  | { readonly type: 'unary'; readonly operator: '-' | '!'; readonly value: Expression }
  | { readonly type: 'group'; readonly value: Expression }
  | {
      readonly type: 'binary'
      readonly operator: string
      readonly left: Expression
      readonly right: Expression
    }

export type Place = Extract<Expression, { type: 'variable' | 'element' }>

export type Statement =
  | { readonly type: 'expression'; readonly value: Expression }
  | { readonly type: 'string'; readonly text: string }
  | { readonly type: 'print'; readonly values: readonly (string | Expression)[] }
  | {
      readonly type: 'if'
      readonly test: Expression
      readonly yes: Statement
      readonly no: Statement | undefined
    }
  | {
      readonly type: 'for'
      readonly first: Expression | undefined
      readonly test: Expression | undefined
      readonly next: Expression | undefined
      readonly body: Statement
    }
  | { readonly type: 'while'; readonly test: Expression; readonly body: Statement }
  | { readonly type: 'block'; readonly body: readonly Statement[] }
  | { readonly type: 'return'; readonly value: Expression | undefined }
  | { readonly type: 'break' | 'continue' | 'halt' | 'quit' }
  | { readonly type: 'define'; readonly definition: Definition }

export interface Parameter {
  readonly name: string
  readonly isArray: boolean
}

export interface Definition {
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly locals: readonly Parameter[]
  readonly body: Statement
}

export class SyntaxFault extends Error {
  readonly line: number

  constructor(line: number) {
    super('syntax error')
    this.line = line
  }
}
