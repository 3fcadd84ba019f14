/**
 * TLS settings of a client. The browser makes the encrypted connection and checks the server's certificate
 * against its own authorities: settings that would loosen or tighten that have no effect. Settings for a
 * server or a client certificate throw.
 */
import { UnavailableError } from '../binding.ts'

const nothing = (): void => undefined

const ADVICE =
  'Encryption is the browser’s: connect over https as a client; serve plain http, the preview needs no certificate.'

function refused(what: string) {
  return (): never => {
    throw new UnavailableError(what, ADVICE)
  }
}

class SecureContext {
  #minimum = 0
  #maximum = 0

  init(_protocol: unknown, minimum: number, maximum: number): void {
    this.#minimum = minimum
    this.#maximum = maximum
  }

  getMinProto(): number {
    return this.#minimum
  }

  getMaxProto(): number {
    return this.#maximum
  }

  setMinProto(version: number): void {
    this.#minimum = version
  }

  setMaxProto(version: number): void {
    this.#maximum = version
  }
}

const WITHOUT_EFFECT = [
  'setOptions',
  'setCiphers',
  'setCipherSuites',
  'setSigalgs',
  'setECDHCurve',
  'setDHParam',
  'addRootCerts',
  'addCACert',
  'addCRL',
  'setAllowPartialTrustChain',
  'setSessionIdContext',
  'setSessionTimeout',
  'setTicketKeys',
  'close',
]

const REFUSED = ['setCert', 'setKey', 'loadPKCS12', 'setClientCertEngine', 'setEngineKey']

for (const name of WITHOUT_EFFECT)
  Object.defineProperty(SecureContext.prototype, name, { value: nothing, writable: true, configurable: true })
for (const name of REFUSED) {
  const value = refused('A TLS certificate of the program’s own')
  Object.defineProperty(SecureContext.prototype, name, { value, writable: true, configurable: true })
}

export const secureContext = {
  SecureContext,
  startLoadingCertificatesOffThread: nothing,
  resetRootCertStore: nothing,
  getRootCertificates: (): string[] => [],
  getBundledRootCertificates: (): string[] => [],
  getExtraCACertificates: (): string[] => [],
  getSystemCACertificates: (): string[] => [],
  getUserRootCertificates: (): string[] => [],
}
