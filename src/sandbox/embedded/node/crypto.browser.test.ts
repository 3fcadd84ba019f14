import { expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { runProgram } from './testing/run-program.ts'

const run = (source: string) =>
  runProgram({ command: 'node a.js', files: { 'a.js': source }, timeoutMs: 90_000 })

/** Made by OpenSSL, with the passphrase "x". */
const OPENSSL_KEY = `-----BEGIN ENCRYPTED PRIVATE KEY-----
MIIBxTBfBgkqhkiG9w0BBQ0wUjAxBgkqhkiG9w0BBQwwJAQQeMcN9ksAx+w5CVRd
rO/LIAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEEOp3Y6sYj6DaJaCb
sTX8yJMEggFg+fV1Z2nSafiHcXF/fk1uRB6crgOKIzfr2Rr9dTDQD+OMYJLPfDb8
16s6XK2/VKMVoZDUzaNtuV9yhrw2bOcvlxzmRUKhD1oKJi4HugUuQ6YWkj4VRDEJ
zDxdQcs2H3Tc+kug6cckSSoVYvOqE8y2ooNj0BzR3W2Na8Nu2ULT1QMPyv0WWBMH
G0Gz+sHUSx55w7h9irySzQCtd60tTR5LrssV/b/jRb/Vsd3ezCf0gXiaiWhKQcgD
uANhqS9LYm1IaHdRMZQzI04sPfs+GrIiMO26o4f+OYAk96UB5lmUmAxj5OPEN+P+
ZOm2qIHLE38kWEbI6tvy/4KPdS4dLvQsQaUCEfgrSIWkmJ431ipCZlI53cAGE3/7
7AiSes8kXo2ecd6sX3UU9YGyWXVKkZEbTuQz0tjmDES7/nLyhAANEIE3bthc0daV
PlLsSHDjjUcfWttmOz6pLEAeYQNS6EVuxQ==
-----END ENCRYPTED PRIVATE KEY-----
`

/** Output of native Node for the same program. */
const SUBTLE = `AES-CBC 854dc6cddfe02d8ebeaf90baed638dcc0097cd4450f0f6a6a5746954950112dc true
AES-CTR 9b954c65a827928d68b424567706ef455c33a4e69db6be4b41ee4774bc true
AES-GCM 17c1fdd2e8cbcc61b7f4b14e02525045c09a7ad477f95e333a5d2c010dc24bf3109504f3c6b4cb9123419018d7 true
AES-GCM 17c1fdd2e8cbcc61b7f4b14e02525045c09a7ad477f95e333a5d2c010db8de4896428f3b18c3239df8 true
AES-KW c1e058e041f1849ee4f6dc79bb14bc4bb6d873404ab590e7a046a7826b042769bba0f4d6a9c31cdf
HMAC af2f90d02624ebdf8535c468bd507763f07859d87a42f8c3200bcb3d7f34a827 true false
PBKDF2 503d0c8b60ab497fc882e5f919816d70
ECDSA true
Ed25519 true
RSA-PSS true
RSA-OAEP true
ECDH true
`

it('has crypto.subtle with the results of native Node', { timeout: patience(120_000) }, async () => {
  const program = `
    const { subtle } = globalThis.crypto
    const hex = (buffer) => Buffer.from(buffer).toString('hex')
    const text = Buffer.from('a text of more than one block')
    const raw = Buffer.alloc(32, 7)
    async function main() {
      const use = (name) => subtle.importKey('raw', raw, { name }, true, ['encrypt', 'decrypt'])
      const aes = async (algorithm) => {
        const key = await use(algorithm.name)
        const closed = await subtle.encrypt(algorithm, key, text)
        const open = await subtle.decrypt(algorithm, key, closed)
        console.log(algorithm.name, hex(closed), Buffer.from(open).equals(text))
      }
      const iv = Buffer.alloc(16, 1)
      await aes({ name: 'AES-CBC', iv })
      await aes({ name: 'AES-CTR', counter: Buffer.alloc(16, 255), length: 64 })
      await aes({ name: 'AES-GCM', iv: iv.subarray(0, 12) })
      await aes({ name: 'AES-GCM', iv: iv.subarray(0, 12), tagLength: 96, additionalData: iv })
      const wrapping = await subtle.importKey('raw', raw, 'AES-KW', true, ['wrapKey', 'unwrapKey'])
      console.log('AES-KW', hex(await subtle.wrapKey('raw', await use('AES-GCM'), wrapping, 'AES-KW')))
      const mac = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, true, ['sign', 'verify'])
      const signature = await subtle.sign('HMAC', mac, text)
      console.log('HMAC', hex(signature), await subtle.verify('HMAC', mac, signature, text), await subtle.verify('HMAC', mac, signature, raw))
      const base = await subtle.importKey('raw', raw, 'PBKDF2', false, ['deriveBits'])
      console.log('PBKDF2', hex(await subtle.deriveBits({ name: 'PBKDF2', salt: iv, iterations: 10, hash: 'SHA-512' }, base, 128)))
      for (const algorithm of [
        { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
        { name: 'Ed25519' },
        { name: 'RSA-PSS', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256', saltLength: 20 },
      ]) {
        const { publicKey, privateKey } = await subtle.generateKey(algorithm, true, ['sign', 'verify'])
        const again = await subtle.importKey('spki', await subtle.exportKey('spki', publicKey), algorithm, true, ['verify'])
        const own = await subtle.importKey('pkcs8', await subtle.exportKey('pkcs8', privateKey), algorithm, true, ['sign'])
        console.log(algorithm.name, await subtle.verify(algorithm, again, await subtle.sign(algorithm, own, text), text))
      }
      const oaep = { name: 'RSA-OAEP', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }
      const pair = await subtle.generateKey(oaep, true, ['encrypt', 'decrypt'])
      const closed = await subtle.encrypt(oaep, pair.publicKey, text)
      console.log('RSA-OAEP', Buffer.from(await subtle.decrypt(oaep, pair.privateKey, closed)).equals(text))
      const [one, two] = await Promise.all([1, 2].map(() => subtle.generateKey({ name: 'ECDH', namedCurve: 'P-384' }, true, ['deriveBits'])))
      const bits = (own, other) => subtle.deriveBits({ name: 'ECDH', public: other.publicKey }, own.privateKey, 256)
      console.log('ECDH', hex(await bits(one, two)) === hex(await bits(two, one)))
    }
    main()
`
  expect(await run(program)).toEqual({ out: SUBTLE, err: '', exitCode: 0 })
})

it(
  'agrees on secrets, and reads and writes keys under a passphrase',
  { timeout: patience(120_000) },
  async () => {
    const program = `
    const crypto = require('crypto')
    const one = crypto.createECDH('secp256k1'), two = crypto.createECDH('secp256k1')
    one.setPrivateKey('cafebabe'.repeat(8), 'hex')
    two.generateKeys()
    console.log(one.getPublicKey('hex', 'compressed'), one.computeSecret(two.getPublicKey()).equals(two.computeSecret(one.getPublicKey())))
    const left = crypto.getDiffieHellman('modp14'), right = crypto.createDiffieHellman(left.getPrime())
    left.generateKeys(); right.generateKeys()
    console.log(left.computeSecret(right.getPublicKey()).equals(right.computeSecret(left.getPublicKey())), right.verifyError)
    const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', {
      namedCurve: 'P-256', paramEncoding: 'explicit',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'sec1', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'secret' },
    })
    const signature = crypto.sign('sha256', Buffer.from('a'), { key: privateKey, passphrase: 'secret' })
    console.log(privateKey.split('\\n')[1], crypto.verify('sha256', Buffer.from('a'), publicKey, signature))
    for (const passphrase of [undefined, 'wrong'])
      try { crypto.createPrivateKey({ key: privateKey, passphrase }) } catch (error) { console.log(error.code) }
    const native = crypto.createPrivateKey({ key: ${JSON.stringify(OPENSSL_KEY)}, passphrase: 'x' })
    console.log(native.asymmetricKeyType, native.asymmetricKeyDetails.modulusLength)`
    expect(await run(program)).toEqual({
      out:
        '03672a31bfc59d3f04548ec9b7daeeba2f61814e8ccc40448045007f5479f693a3 true\ntrue 0\nProc-Type: 4,ENCRYPTED true\n' +
        'ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED\nERR_OSSL_BAD_DECRYPT\nrsa 512\n',
      err: '',
      exitCode: 0,
    })
  },
)
