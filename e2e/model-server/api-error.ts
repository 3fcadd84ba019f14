/** Errors as the Messages API words them: a status, a type that belongs to it, a message. */
export interface ApiError {
  readonly status: number
  readonly type: string
  readonly message: string
  /** Chat Completions only. */
  readonly code?: string
}

const TYPE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'api_error',
  529: 'overloaded_error',
}

const MESSAGE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'invalid x-api-key',
  403: 'Your API key does not have permission to use the specified resource',
  404: 'Not found',
  413: 'Request exceeds the maximum size',
  429: 'This request would exceed your rate limit. Please try again later.',
  500: 'Internal server error',
  503: 'Service unavailable',
  529: 'Overloaded',
}

export function errorTypeOf(status: number): string {
  return TYPE_OF_STATUS[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
}

export function errorMessageOf(status: number): string {
  return MESSAGE_OF_STATUS[status] ?? 'Error'
}

export function apiError(status: number, message: string = errorMessageOf(status)): ApiError {
  return { status, type: errorTypeOf(status), message }
}

export function invalid(message: string): ApiError {
  return apiError(400, message)
}

export function errorBody(error: Pick<ApiError, 'type' | 'message'>, requestId: string): string {
  return JSON.stringify({
    type: 'error',
    error: { type: error.type, message: error.message },
    request_id: requestId,
  })
}
