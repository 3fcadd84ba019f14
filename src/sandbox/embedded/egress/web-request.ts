/** Validates a process's request to the network: it comes from a worker. */
import { fieldsOf } from '../../page/fields.ts'
import { Errno } from '../syscalls.ts'
import type { WebRequest } from '../syscalls.ts'

/** Throws EINVAL when it is no request. */
export function readWebRequest(value: unknown): WebRequest {
  const { url, method, headers, followRedirects, command, operation } = fieldsOf(value)
  const isRequest =
    typeof url === 'string' &&
    typeof method === 'string' &&
    typeof followRedirects === 'boolean' &&
    typeof command === 'string' &&
    typeof operation === 'string' &&
    Array.isArray(headers) &&
    headers.every(isHeader)
  if (!isRequest) throw new Errno('EINVAL', 'request')
  return { url, method, headers, followRedirects, command, operation }
}

function isHeader(value: unknown): value is readonly [string, string] {
  return (
    Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'string'
  )
}
