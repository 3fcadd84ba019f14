import type { IncomingHttpHeaders } from 'node:http'
import { apiError, invalid, type ApiError } from '../api-error.ts'
import { asString } from '../json.ts'
import { isApiVersion } from './request.ts'

/** Key and version, as headers carry them: older clients send `x-api-key`, the current SDK a bearer token. */
export function checkHead(headers: IncomingHttpHeaders, apiKey: string): ApiError | undefined {
  if (headers.origin !== undefined && headers['anthropic-dangerous-direct-browser-access'] !== 'true') {
    return apiError(401, "CORS requests must set 'anthropic-dangerous-direct-browser-access' header")
  }
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  const key = asString(headers['x-api-key']) || bearer
  if (key === undefined) return apiError(401, 'x-api-key header is required')
  if (key !== apiKey) return apiError(401, bearer === key ? 'invalid bearer token' : 'invalid x-api-key')
  const version = headers['anthropic-version']
  if (version === undefined) return invalid('anthropic-version: header is required')
  return isApiVersion(version)
    ? undefined
    : invalid(`anthropic-version: "${String(version)}" is not a valid version`)
}
