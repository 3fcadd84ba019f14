/** The part that our tests use. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: readonly { name: string; configs: readonly (string | Uint8Array)[] }[]
    })
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
    /** From `run` on. */
    readonly httpServer: { closeAllConnections(): void }
  }
}
