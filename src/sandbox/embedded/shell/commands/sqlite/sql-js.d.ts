/** Types of the part of sql.js in use: SQLite as WebAssembly, with the binary inlined in the script. */
declare module 'sql.js/dist/sql-wasm-inline.js' {
  type Value = string | number | bigint | Uint8Array | null

  interface Statement {
    step(): boolean
    get(parameters: null, config: { useBigInt: boolean }): Value[]
    getColumnNames(): string[]
    getSQL(): string
  }

  interface StatementIterator extends IterableIterator<Statement> {
    getRemainingSQL(): string
  }

  class Database {
    constructor(data?: Uint8Array)
    iterateStatements(sql: string): StatementIterator
    run(sql: string): void
    getRowsModified(): number
    export(): Uint8Array
    close(): void
  }

  export default function initSqlJs(config: {
    useOldExtensionFunctions: boolean
  }): Promise<{ Database: typeof Database }>
  export type { Database, Statement, Value }
}
