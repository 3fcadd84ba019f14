/** The model server as tests see it. */
import type { PrefixComparison } from './prefix.ts'
import type { Note, Rejection, RequestRecord } from './record.ts'
import type { Script } from './script.ts'
import type { Fault } from './turn.ts'

export interface ModelServerOptions {
  readonly script?: Script
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** The only key that is let in. */
  readonly apiKey?: string
  /** False plays a base URL that refuses pages: no preflight answer, no headers. */
  readonly cors?: boolean
  /** Header names that a preflight may ask for, beside the API's own. */
  readonly allowHeaders?: readonly string[]
  /** Models listed and accepted; any model is accepted when this is absent. */
  readonly models?: readonly string[]
  /** Prompts over so many (estimated) tokens are refused, as by a full context window. */
  readonly contextWindow?: number
  /** Header that names the session; else `metadata.user_id`, else all requests are one session. */
  readonly sessionHeader?: string
  /** Makes ids and signatures the same in every run; without it they differ between servers. */
  readonly seed?: string
}

export interface ModelServer {
  /** Base URL to give to a client, without a trailing slash. */
  readonly url: string
  readonly port: number
  readonly apiKey: string
  readonly requests: readonly RequestRecord[]
  /** Requests that the real API would have refused. Faults that the script ordered are not here. */
  readonly rejections: readonly Rejection[]
  readonly notes: readonly Note[]
  /** Errors thrown by the script's own turns. */
  readonly scriptErrors: readonly string[]
  /** True when every turn of a list script was used. */
  readonly exhausted: boolean
  /** Only accepted and refused `POST /v1/messages`, in arrival order, without those of an agent that looks back on finished work. */
  messageRequests(): readonly RequestRecord[]
  /** Requests of such an agent. */
  noteRequests(): readonly RequestRecord[]
  /** By session, one comparison for each request after its first. */
  prefixReport(): Readonly<Record<string, readonly PrefixComparison[]>>
  /** Lays these over the next answers, one each, without using up the script's turns. */
  faultNext(...faults: readonly Fault[]): void
  /** Replaces the script from the next request on. */
  setScript(script: Script): void
  /** Answers of the agent that looks back on finished work; without, it finds nothing. */
  setNoteTaker(script: Script): void
  setCors(allowed: boolean): void
  /** Resolves when so many message requests have arrived in all. */
  waitForRequests(count: number): Promise<readonly RequestRecord[]>
  /** Resolves when an answer waits at the hold of that name (`Turn.hold`). */
  held(name: string): Promise<void>
  /** Lets the answers that wait at the hold of that name go on, and later ones pass. */
  release(name: string): void
  /** Ends every connection, stalled ones included. */
  close(): Promise<void>
}
