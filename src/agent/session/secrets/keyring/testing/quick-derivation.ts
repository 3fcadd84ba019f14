/** Keys that come of a passphrase in little time: for a test that opens the keyring anew at each of many moments. */

/** One of so many rounds is done. */
const FEWER = 1_000

type DeriveKey = SubtleCrypto['deriveKey']

/**
 * From now on PBKDF2 does a thousandth of the rounds in this thread, and writes the full number into the record. All that
 * opens such a record must do so, too. Returns what ends it.
 */
export function deriveQuickly(): () => void {
  const prototype: { deriveKey: DeriveKey } = SubtleCrypto.prototype
  const { deriveKey } = prototype
  prototype.deriveKey = function (this: SubtleCrypto, ...[algorithm, ...rest]: Parameters<DeriveKey>) {
    const quick =
      typeof algorithm === 'object' && 'iterations' in algorithm
        ? { ...algorithm, iterations: Math.ceil(algorithm.iterations / FEWER) }
        : algorithm
    return Reflect.apply(deriveKey, this, [quick, ...rest])
  }
  return () => void (prototype.deriveKey = deriveKey)
}
