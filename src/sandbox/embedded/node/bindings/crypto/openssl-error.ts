/** An error as OpenSSL reports it through Node: programs look at its code, its library and its reason. */
export function opensslError(number: string, library: string, reason: string): Error {
  const name = reason.toUpperCase().replace(/[^A-Z]+/g, '_')
  return Object.assign(new Error(`error:${number}:${library}::${reason}`), {
    library,
    reason,
    code: `ERR_OSSL_${PREFIXES[library] ?? ''}${name}`,
  })
}

const PREFIXES: Readonly<Record<string, string>> = {
  'Diffie-Hellman routines': 'DH_',
  'common libcrypto routines': 'CRYPTO_',
  'rsa routines': 'RSA_',
}

const PROVIDER = 'Provider routines'

export function badDecrypt(): Error {
  return opensslError('1C800064', PROVIDER, 'bad decrypt')
}

export function wrongFinalBlockLength(): Error {
  return opensslError('1C80006B', PROVIDER, 'wrong final block length')
}

export function digestNotAllowed(): Error {
  return opensslError('1C8000AE', PROVIDER, 'digest not allowed')
}

export function wrongPaddingMode(): Error {
  return opensslError('1C8000A5', PROVIDER, 'illegal or unsupported padding mode')
}

export function unsupportedForKey(): Error {
  return opensslError('1C8000B2', PROVIDER, 'operation not supported for this keytype')
}

export function mismatchingParameters(): Error {
  return opensslError('1C8000CB', PROVIDER, 'mismatching domain parameters')
}

export function failedDerivation(): Error {
  return opensslError('1C800095', PROVIDER, 'failed during derivation')
}
