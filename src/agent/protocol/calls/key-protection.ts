/** Protection of the keys stored in this browser. The page passes a passphrase in and never gets one back. */
import type { Result } from '../../../sandbox/contract/errors.ts'

export interface KeyProtection {
  /**
   * `open`: stored keys can be used. `locked`: only after the passphrase was entered. `damaged`: the record
   * that protects them cannot be read any more, so neither can they. `none`: the page is in no secure
   * context, and they are stored unencrypted.
   */
  readonly state: 'open' | 'locked' | 'damaged' | 'none'
  readonly hasPassphrase: boolean
}

export interface PassphraseChange {
  /** Present passphrase; '' if there is none. */
  readonly current: string
  /** '' removes it. */
  readonly next: string
}

export interface KeysApi {
  protection(): Promise<KeyProtection>
  /** Fails on a wrong passphrase, without a limit of tries. Resumes the calls that wait for the keys. */
  unlock(passphrase: string): Promise<Result<void>>
  /** Fails the calls that wait for the keys, with the reason. */
  declineUnlock(): Promise<void>
  /** Locks the keys in all tabs until the passphrase is entered again. Fails if there is none. */
  lock(): Promise<Result<void>>
  changePassphrase(change: PassphraseChange): Promise<Result<void>>
  /**
   * Removes all stored keys, tokens and hidden values, and the passphrase: the way out for a user who has
   * forgotten it.
   */
  remove(): Promise<Result<void>>
}
