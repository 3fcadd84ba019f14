/** Why a sandbox operation failed. Stable: tools, screen and tests switch on it. */
export type SandboxErrorKind =
  | 'not_found'
  | 'exists'
  | 'not_directory'
  | 'is_directory'
  | 'not_empty'
  | 'not_permitted'
  | 'invalid'
  | 'too_large'
  | 'limit'
  | 'quota'
  | 'cancelled'
  | 'unsupported'
  | 'archive'
  | 'corrupt'
  | 'disposed'
  | 'internal'

/**
 * An expected failure as data. It survives `postMessage` and is read by the model and by people:
 * `message` says what was attempted and on what, `hint` what to try.
 */
export interface SandboxError {
  readonly kind: SandboxErrorKind
  readonly message: string
  readonly path?: string
  readonly hint?: string
}

/** The outcome of every contract call. Contract methods never reject for an expected failure. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: SandboxError }

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function fail(
  kind: SandboxErrorKind,
  message: string,
  extra: { path?: string; hint?: string } = {},
): { readonly ok: false; readonly error: SandboxError } {
  return { ok: false, error: { kind, message, ...extra } }
}
