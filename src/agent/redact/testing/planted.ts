/** One secret of each kind in a text, for the matrices: `secrets-matrix.test.ts` and `e2e/long/secrets-dump.spec.ts`. */
import { PEM_KEYS, SAMPLES } from './samples.ts'

/** The user's own hidden value. */
export const OWN = 'correct horse battery staple'

/** A secret in a text, as it is looked for afterwards. */
export interface Planted {
  readonly name: string
  readonly secret: string
  /** Parts of it that must be gone, too. */
  readonly parts: readonly string[]
  readonly text: string
}

export const PLANTED: readonly Planted[] = [
  ...SAMPLES.map(({ format, secret }) => ({
    name: format,
    secret,
    parts: [secret.slice(-12)],
    text: `The key is ${secret} now.`,
  })),
  ...PEM_KEYS.map(({ kind, block, body }) => ({
    name: `${kind}PEM`,
    secret: block,
    parts: [body],
    text: `Key:\n${block}\nend`,
  })),
  {
    name: "the user's own",
    secret: OWN,
    parts: [OWN.slice(0, 14), OWN.slice(-14)],
    text: `I use ${OWN} there.`,
  },
  {
    name: 'assignment',
    secret: 'q7Rt2xKp9vLm4Zw8',
    parts: ['q7Rt2xKp9v', 'vLm4Zw8'],
    text: 'export DB_PASSWORD="q7Rt2xKp9vLm4Zw8" # x',
  },
  { name: 'URL', secret: 's3cr3tpass', parts: ['s3cr3tpa'], text: 'postgres://app:s3cr3tpass@db.example/x' },
  {
    name: 'Bearer',
    secret: 'abcdefghij0123456789',
    parts: ['j0123456789'],
    text: 'Authorization: Bearer abcdefghij0123456789\n',
  },
]
