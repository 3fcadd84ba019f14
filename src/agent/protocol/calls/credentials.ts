/**
 * The user's stored credentials for a model's server or a git host, and hidden values; none comes back to the
 * page.
 */
import type { Result } from '../../../sandbox/contract/errors.ts'

/** A value of the user's own that is taken out of all that is stored or sent; it never comes back to the page. */
export interface HiddenValue {
  readonly id: string
  /** Its last four characters; '' when it is short. */
  readonly hint: string
}

/** Whether a token is stored for a git host, never the token. */
export interface GitTokenStatus {
  /** With its port, if it has one of its own. */
  readonly host: string
  /** Last four characters, for recognition. */
  readonly hint: string
}

/** Whether a key is there, never the key. */
export interface KeyStatus {
  readonly present: boolean
  /** Last four characters, for recognition. */
  readonly hint: string
}

/** The user's own headers for a provider: their names, never their values. */
export interface ExtraHeaders {
  readonly names: readonly string[]
  /** Rejected parts of the last change, in sentences. */
  readonly dropped: readonly string[]
}

/** One line of the connection test, in order. */
export interface ConnectionCheck {
  readonly name: string
  readonly state: 'ok' | 'failed' | 'warning' | 'skipped'
  readonly message: string
  /** Advice to the user. */
  readonly fix?: string
}

export interface CredentialsApi {
  keyStatus(): Promise<KeyStatus>
  /** An empty string forgets it. */
  setApiKey(key: string): Promise<Result<KeyStatus>>
  extraHeaders(): Promise<ExtraHeaders>
  /** Lines of "Name: Value", added to the stored ones of this provider; an empty value removes one. */
  setExtraHeaders(lines: string): Promise<Result<ExtraHeaders>>
  /** Asks the model's server for its list, and the model for the shortest answer. */
  testConnection(): Promise<readonly ConnectionCheck[]>
  /** Stops reporting values that were lost with the browser's databases. */
  dismissLost(): Promise<void>
  gitTokens(): Promise<readonly GitTokenStatus[]>
  /** Sent by the gate to that host's repositories only. An empty token forgets it. */
  setGitToken(host: string, token: string): Promise<Result<readonly GitTokenStatus[]>>
  hiddenValues(): Promise<readonly HiddenValue[]>
  hideValue(value: string): Promise<Result<readonly HiddenValue[]>>
  forgetHidden(id: string): Promise<Result<readonly HiddenValue[]>>
}
