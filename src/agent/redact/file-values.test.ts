/** Which values of a `.env` or a key file are secrets, and which stand everywhere. */
import { expect, it } from 'vitest'
import { secretValuesIn } from './file-values.ts'
import { PEM_KEYS } from './testing/samples.ts'

const found = (text: string) => secretValuesIn(text, 100)

it.each([
  ['API_KEY=q7Rt2xKp9vLm4Zw8', ['q7Rt2xKp9vLm4Zw8']],
  ['export DB_PASSWORD="blue horse 42" # staging', ['blue horse 42']],
  ["SESSION_SECRET='keyboard-cat-9'", ['keyboard-cat-9']],
  ['PASSPHRASE=swordfish', ['swordfish']],
  ['SMTP_PASS = hunter2hunter2', ['hunter2hunter2']],
  ['DATABASE_URL=postgres://app:s3cr3t%20pass@db.example:5432/app', ['s3cr3t%20pass', 's3cr3t pass']],
  ['STRANGE=aB3dE6gH9jK2mN5pQ8', ['aB3dE6gH9jK2mN5pQ8']],
  [
    '{"client_id": "x", "client_secret": "c0rrect-h0rse"}'.replace('{"client_id": "x", ', ''),
    ['c0rrect-h0rse'],
  ],
  ['  token: "abcdefgh12"', ['abcdefgh12']],
  ['machine api.example login me password tops3cret', ['tops3cret']],
  ['db.example:5432:app:me:tops3cret', ['tops3cret']],
  ['//registry.example/:_authToken=abcd-efgh-ijkl', ['abcd-efgh-ijkl']],
  ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG', ['wJalrXUtnFEMI/K7MDENG']],
  ['NOTE="first line\nsecond"\nAUTH_NOTE="first line\nsecond"', ['first line\nsecond']],
])('%s', (text, values) => {
  expect(found(text)).toEqual(expect.arrayContaining(values))
})

it.each([
  'DEBUG=true',
  'PORT=3000',
  'HOST=localhost',
  'NODE_ENV=development',
  'API_URL=https://api.example.com/v1',
  'REDIS=localhost:6379',
  'TOKEN_FILE=/run/secrets/token',
  'AUTH_HOST=auth.example.com',
  'DB_PASSWORD=password',
  'DB_PASSWORD=changeme',
  'API_KEY=your-api-key-here',
  'API_KEY=<your key>',
  'SECRET=${OTHER_SECRET}',
  'PASSWORD=short',
  'TOKEN_TIMEOUT=86400000',
  'VERSION=10.20.30.40',
  'NEXT_PUBLIC_TITLE=MyApplication2',
  '# API_KEY=q7Rt2xKp9vLm4Zw8',
  'words of a sentence',
])('nothing in: %s', (text) => {
  expect(found(text)).toEqual([])
})

it.each(PEM_KEYS)('the lines of a key, without its frame: $kind', ({ block }) => {
  const lines = block.split('\n').filter((line) => /^[A-Za-z0-9+/=]{24,}$/.test(line))
  expect(found(block)).toEqual(expect.arrayContaining(lines))
  expect(found(`KEY="${block.replaceAll('\n', '\\n')}"`)).toEqual(expect.arrayContaining(lines))
})

it('has a ceiling', () => {
  const many = Array.from({ length: 500 }, (_, at) => `SECRET_${at}=value-of-${at}`).join('\n')
  expect(found(many)).toHaveLength(100)
})
