/** SQLite itself, loaded when it is first used: about 1 MB. An opaque frame has `engine.opaque.ts` instead. */
// oxlint-disable-next-line typescript/triple-slash-reference -- every project that reaches this file has to see it
/// <reference path="./sql-js.d.ts" />
import type { Database } from 'sql.js/dist/sql-wasm-inline.js'

export type { Database, Value } from 'sql.js/dist/sql-wasm-inline.js'

/** Throws where there is none. */
export async function loadEngine(): Promise<new (data?: Uint8Array) => Database> {
  const { default: initSqlJs } = await import('sql.js/dist/sql-wasm-inline.js')
  const engine = await initSqlJs({ useOldExtensionFunctions: false })
  return engine.Database
}
