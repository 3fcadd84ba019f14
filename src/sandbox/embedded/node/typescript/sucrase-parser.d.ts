/** Parts of sucrase that its own types place elsewhere. */
declare module 'sucrase/dist/esm/parser/index.js' {
  export function parse(
    input: string,
    isJsx: boolean,
    isTypeScript: boolean,
    isFlow: boolean,
  ): { readonly tokens: readonly { readonly type: number; readonly start: number; readonly end: number }[] }
}

declare module 'sucrase/dist/esm/parser/tokenizer/types.js' {
  export const TokenType: { readonly jsxName: number; readonly colon: number }
}
