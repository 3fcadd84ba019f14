/** How the keys that are kept in this browser are protected, as the page knows it. A passphrase goes in and never comes out. */
import type { Result } from '../../../sandbox/contract/errors.ts'

export interface KeyProtection {
  /**
   * `open`: kept keys can be used. `locked`: not before the passphrase was entered. `damaged`: the record that protects them
   * cannot be read any more, and they with it. `none`: the page is in no secure context, and they lie as they are.
   */
  readonly state: 'open' | 'locked' | 'damaged' | 'none'
  readonly hasPassphrase: boolean
}

export interface PassphraseChange {
  /** The one that holds now; '' where there is none. */
  readonly current: string
  /** '' removes it. */
  readonly next: string
}

export interface KeysApi {
  protection(): Promise<KeyProtection>
  /** Fails on a wrong passphrase, as often as it is tried. What waits for the keys goes on when it is right. */
  unlock(passphrase: string): Promise<Result<void>>
  /** What waits for the keys fails, and says why. */
  declineUnlock(): Promise<void>
  /** In all tabs, until the passphrase is entered again. Fails where there is none. */
  lock(): Promise<Result<void>>
  changePassphrase(change: PassphraseChange): Promise<Result<void>>
  /** Removes all kept keys, tokens and hidden values, and the passphrase with them: the way out for who has forgotten it. */
  remove(): Promise<Result<void>>
}
