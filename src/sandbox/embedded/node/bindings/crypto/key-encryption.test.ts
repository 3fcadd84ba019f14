/** Private keys under a passphrase, and wrong passphrases that leave a padding by chance, as one in 256 does. */
import { expect, it } from 'vitest'
import { cbc } from '@noble/ciphers/aes.js'
import { md5 } from '@noble/hashes/legacy.js'
import { concatenate } from '../../../../contract/bytes.ts'
import { decode, encode } from '../text-codec.ts'
import { readDerKey, readPemKey } from './key-formats.ts'

/** Both made by OpenSSL, of one key on P-256, with the passphrase "right". */
const SEC1 = `-----BEGIN EC PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,F9CC387C3B08B9493C6B5DA866817AEC

JoEIut2muM8lD73PeYf91LuufYI4v4mSQvwuKLhu2aU1IyZBDVzrERggvkvaTOIQ
ZwbJiwGUn6ms6/G0uI+RfydMB01Mb4cU8tibEQkfoAWew81yDGg/EYj0awhZTOJV
pdm+r5tZLq73TR7eEAybHx0qKNwGi9bgaZremtd+vyE=
-----END EC PRIVATE KEY-----
`
const PKCS8_BODY = `MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgPTXZ6xVeo7gICCAAw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEEG/XMefpsOpchyhN1NqYebsEgZAO
Wvhe3ar+CvY4grg1G/vQExTlIETOFmb//3h3blF5aiSvM8DAAEnHQ7qtVDIEBSwe
BxKWNIsuGfmVml1RSNQbYTTFVIpd6aMEI1Vl+b/dLJX4MSlUkkw3CXOTMFsi8I8b
aEQG/NK0EwDbdUJe/YkWdrxKyzuHJDQPxzI8GSsiCaWdnPkOpg/VMUCr1hNJHWU=`
const PKCS8 = `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${PKCS8_BODY}\n-----END ENCRYPTED PRIVATE KEY-----\n`
const PKCS8_DER = encode(PKCS8_BODY.replaceAll('\n', ''), 'base64')

const FORMS = [
  { form: 'SEC1 in PEM', open: (passphrase: string) => readPemKey(SEC1, passphrase), byChance: 'wrong 200' },
  {
    form: 'PKCS#8 in PEM',
    open: (passphrase: string) => readPemKey(PKCS8, passphrase),
    byChance: 'wrong 220',
  },
  {
    form: 'PKCS#8 in DER',
    open: (passphrase: string) => readDerKey(PKCS8_DER, 'pkcs8', { isPrivate: true, passphrase }),
    byChance: 'wrong 220',
  },
]

it.each(FORMS)(
  '$form: a wrong passphrase is one error, also where a padding is left',
  ({ open, byChance }) => {
    expect(open('right')).toEqual(readPemKey(SEC1, 'right'))
    for (const wrong of ['wrong', byChance])
      expect(() => open(wrong)).toThrow(
        expect.objectContaining({
          code: 'ERR_OSSL_BAD_DECRYPT',
          message: 'error:1C800064:Provider routines::bad decrypt',
        }),
      )
  },
)

it('the passphrase of the chance leaves a padding, so that the case above is the one meant', () => {
  const [, hex = '', body = ''] = /AES-128-CBC,(\w+)\n\n([^-]+)/.exec(SEC1) ?? []
  const iv = encode(hex, 'hex')
  const padded = (passphrase: string) => {
    const key = md5(concatenate([encode(passphrase, 'utf8'), iv.subarray(0, 8)]))
    return cbc(key, iv).decrypt(encode(body.replaceAll('\n', ''), 'base64'))
  }
  expect(() => padded('wrong')).toThrow()
  expect(padded('wrong 200').length % 16).not.toBe(0)
  expect(decode(padded('right').subarray(0, 2), 'hex')).toBe('3077')
})
