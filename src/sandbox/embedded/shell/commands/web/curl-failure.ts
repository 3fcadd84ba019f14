/** curl's exit codes and messages for failed transfers. */
import type { EgressFailure, EgressHead } from '../../../../contract/egress.ts'

/** By why a request came to nothing. */
export const EXIT: Readonly<Record<EgressFailure, number>> = {
  invalid: 3,
  unsupported: 1,
  connection_refused: 7,
  unreachable: 7,
  cors: 56,
  redirect: 47,
  timeout: 28,
  too_large: 63,
  interrupted: 18,
  cancelled: 42,
}
export const HTTP_ERROR = 22
export const WRITE_ERROR = 23
const REFUSED = 7
const EMPTY_REPLY = 52

/** Ends one transfer, and not the others. */
export class CurlFailure extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** For an answer that is none. */
export function failureOf(
  address: string,
  head: Exclude<EgressHead, { readonly type: 'response' }>,
): CurlFailure {
  const hint = head.hint === undefined ? '' : `\ncurl: ${head.hint}`
  if (head.type === 'refused') return new CurlFailure(REFUSED, `${head.message}${hint}`)
  // Before anything has come it is another failure than in the middle.
  if (head.reason === 'interrupted') return new CurlFailure(EMPTY_REPLY, `${head.message}${hint}`)
  if (head.reason !== 'connection_refused')
    return new CurlFailure(EXIT[head.reason], `${head.message}${hint}`)
  const { hostname, port, protocol } = new URL(address)
  const number = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return new CurlFailure(
    EXIT.connection_refused,
    `Failed to connect to ${hostname} port ${number}: Connection refused${hint}`,
  )
}

export function httpFailure(status: number): CurlFailure {
  return new CurlFailure(HTTP_ERROR, `The requested URL returned error: ${status}`)
}
