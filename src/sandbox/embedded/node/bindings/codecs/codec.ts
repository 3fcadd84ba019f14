/** Compression and its inverse as `zlib` drives them: again and again, with room for so much output each time. */
export interface Codec {
  /** Takes in of `input` and puts into `output` what it can. Throws `CodecError`. */
  run(operation: number, input: Uint8Array, output: Uint8Array): Progress
  free(): void
}

export interface Progress {
  readonly read: number
  readonly written: number
}

/** A codec's failure, in Node's words. */
export class CodecError extends Error {
  readonly errno: number
  readonly code: string

  constructor(message: string, errno: number, code: string) {
    super(message)
    this.errno = errno
    this.code = code
  }
}
