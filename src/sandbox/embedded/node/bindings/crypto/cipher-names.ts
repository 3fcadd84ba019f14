/** The ciphers that there are, by OpenSSL's names: AES in four ways. */

const MODES = ['cbc', 'ctr', 'ecb', 'gcm'] as const
const BLOCK = 16
export const GCM_IV = 12

export interface CipherAlgorithm {
  readonly name: string
  readonly mode: (typeof MODES)[number]
  readonly keyLength: number
  readonly ivLength: number
}

export function findCipher(name: string): CipherAlgorithm | undefined {
  const match = /^(?:id-)?aes-?(128|192|256)-?(cbc|ctr|ecb|gcm)?$/.exec(name.toLowerCase())
  if (!match) return undefined
  const mode = MODES.find((each) => each === match[2]) ?? 'cbc'
  const ivLength = mode === 'ecb' ? 0 : mode === 'gcm' ? GCM_IV : BLOCK
  const label = mode === 'gcm' ? `id-aes${match[1]}-gcm` : `aes-${match[1]}-${mode}`
  return { name: label, mode, keyLength: Number(match[1]) / 8, ivLength }
}

export const CIPHER_NAMES = MODES.flatMap((mode) => [128, 192, 256].map((bits) => `aes-${bits}-${mode}`))
