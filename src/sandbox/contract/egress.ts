/**
 * Requests that leave the sandbox. The app gives a back end an `Egress`, as it gives it a `BlobStore`. It is
 * the only way out and decides about each request. Structured-clone-safe, except the body stream.
 */

export interface EgressInitiator {
  /** The exec or shell that asks. */
  readonly execId: string
  /** The program with its arguments: as the kernel started it, or the command that our own shell runs. */
  readonly command: string
  /** Requests of one run of a program share it, and no other program's do: the kernel makes it of the process. */
  readonly operation: string
  /** The exec or shell line started by the user; a refusal in it holds until it ends. */
  readonly run: string
  /** The fork of the sandbox that asks, by its id; absent: the sandbox itself. `operation` and `run` are no other fork's. */
  readonly fork?: string
  /** The request is made by our own git. Set by the kernel: code of the workspace cannot claim it. */
  readonly isGit?: boolean
}

export interface EgressRequest {
  /** Absolute, http or https. */
  readonly url: string
  /** `CONNECT` sends nothing: it is answered (200, empty) where the rules let programs reach that address unasked. */
  readonly method: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Whole: the user is told how much leaves before any of it does. */
  readonly body?: Uint8Array
  /** Goes where the server sends it, if that is allowed too; else a redirect fails. */
  readonly followRedirects: boolean
  /**
   * Times that a reading is sent where nobody answers; once where it is absent. For the app's own tools: programs repeat their
   * requests themselves, and a back end's connection does not pass it on.
   */
  readonly attempts?: number
  readonly initiator: EgressInitiator
}

/** Why a request that was allowed came to nothing. Programs switch on it. */
export type EgressFailure =
  /** Not a request that can be sent at all. */
  | 'invalid'
  /** A scheme or an address that a page cannot reach. */
  | 'unsupported'
  /** Nothing listens at a port of this machine. */
  | 'connection_refused'
  /** No answer: no such host, nobody there, or a bad certificate. A browser does not say which. */
  | 'unreachable'
  /** Somebody answers, but does not let pages read it. */
  | 'cors'
  /** The server redirects, and that was not to be, or could not be followed. */
  | 'redirect'
  | 'timeout'
  | 'too_large'
  /** The connection broke while the body came. */
  | 'interrupted'
  | 'cancelled'

export interface EgressProblem {
  readonly reason: EgressFailure
  readonly message: string
  readonly hint?: string
}

/** The beginning of an answer, or why there is none. */
export type EgressHead =
  | {
      readonly type: 'response'
      readonly status: number
      readonly statusText: string
      /** Headers that the server exposes to pages. */
      readonly headers: readonly (readonly [name: string, value: string])[]
      /** Final URL, after redirects. */
      readonly url: string
      /** Names of headers of the request that a browser does not let a page send. */
      readonly unsent: readonly string[]
    }
  /** Decided against. */
  | { readonly type: 'refused'; readonly message: string; readonly hint?: string }
  | ({ readonly type: 'failed' } & EgressProblem)

type EgressResponse = Extract<EgressHead, { type: 'response' }>

export type EgressOutcome =
  | (EgressResponse & {
      /** Ends by erroring with `EgressInterruption` when it breaks off. */
      readonly body: ReadableStream<Uint8Array>
    })
  | Exclude<EgressHead, { type: 'response' }>

export interface Egress {
  /** Never rejects. Aborting settles it with `cancelled`, or ends the body. */
  request(request: EgressRequest, signal: AbortSignal): Promise<EgressOutcome>
}

/** The error of a body that was interrupted. */
export class EgressInterruption extends Error {
  readonly problem: EgressProblem

  constructor(problem: EgressProblem) {
    super(problem.message)
    this.name = 'EgressInterruption'
    this.problem = problem
  }
}

/** The problem of an interrupted body, from any thrown value. */
export function interruptionOf(error: unknown): EgressProblem {
  if (error instanceof EgressInterruption) return error.problem
  const why = error instanceof Error ? error.message : String(error)
  return { reason: 'interrupted', message: `The connection broke while the answer came: ${why}` }
}

/** For a sandbox that nobody gave a way out. */
export const NO_EGRESS: Egress = {
  request: () =>
    Promise.resolve({
      type: 'refused',
      message: 'This sandbox has no way to the network.',
    }),
}
