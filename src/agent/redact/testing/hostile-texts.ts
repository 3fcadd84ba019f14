/** Texts that make a search for secrets slow: beginnings of them, again and again, without their ends. */
import { SECRET_FORMATS } from '../formats.ts'

interface HostileText {
  readonly name: string
  /** The text, of so many characters. */
  readonly make: (chars: number) => string
}

/** Repeats a text up to so many characters. */
export function filled(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)
}

const again = (unit: string): HostileText => ({
  name: JSON.stringify(unit.length > 40 ? `${unit.slice(0, 40)}…` : unit),
  make: (chars) => filled(unit, chars),
})
const behind = (start: string, unit: string): HostileText => ({
  name: `${JSON.stringify(start)} and ${JSON.stringify(unit)}`,
  make: (chars) => start + filled(unit, chars - start.length),
})

const STARTS = [...new Set(SECRET_FORMATS.flatMap(({ starts }) => starts))].filter((start) => start !== '')

export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...STARTS.map((start) => again(`${start}aaaaaaaa-`)),
  ...[
    'eyJaaaaaaaa-',
    'eyJaaaaaaaa-eyJaaaaaaaa.aaaaaaa ',
    'SG.aaaaaaaaaa-',
    'SG.aaaaaaaaaa.aaa-',
    'AKIA',
    'https://hooks.slack.com/services/',
    'token_=',
    'token=',
    'token ',
    'a=a:',
    `${'token'.repeat(12)} `,
    `${'token'.repeat(12)}${'x'.repeat(60)}=aaaaaaaa `,
    'bearer ',
    'x://',
    'x://u:',
    'https://',
    'https://a/%41',
    'https://a/%ff%41/',
    '-----BEGIN ',
    '-----BEGIN A',
    '-----BEGIN RSA PRIVATE KEY-----',
    '-----BEGIN RSA PRIVATE KEY-----\n-----END ',
    'PRIVATE KEY',
    '-',
    '.',
    ' ',
    '\n',
    'aA',
    '日',
    '%25',
    'https://a/%2525',
    'https://a/%41 ',
    'https://a/%e2%82%41/',
    '=',
    ':@/',
    'AbCd0123+/',
    'sk-\n',
    '-----BEGIN\n',
    '"\\"',
    '0123456789',
    '{"a":[',
    // Each of them is a secret.
    'token=Zz9aB3xY8qW2eR5t\n',
    'secret:A1b2C3d4E5f6G7h8 ',
    'api_key=AKIAhf_Set-Cookie: ghp_',
  ].map(again),
  behind('https://a/?k=sk%2Dant%2Daaaaaaaaaaaaaaaa&', '%41aaaaa&'),
  behind('token=', '.'),
  behind('token=aaaaaaaaaaaaaaaaaaaa', '.-'),
  behind('https://a/?k=sk%2Dant%2Daaaaaaaaaaaaaaaa&', 'b=%41&'),
  behind('https://a/?k=sk%2Dant%2Daaaaaaaaaaaaaaaa&', 'b=sk%2Dant%2Daaaaaaaaaaaaaaaa&'),
  behind('-----BEGIN RSA PRIVATE KEY-----', '\n-----END A'),
  {
    name: 'an assigned value in upper, lower and upper case',
    make: (chars) =>
      `token=${['A', 'a', 'A'].map((letter) => letter.repeat(Math.floor((chars - 6) / 3))).join('')}`,
  },
]

/** Files whose values are slow to find. */
export const HOSTILE_FILES: readonly HostileText[] = [
  ...[' ', '\n', '\r\n', 'A="', "A='\n", ':_a=', 'a="b', 'export ', 'password ', 'a', '"#', '::::', ','].map(
    again,
  ),
  behind('KEY=x', ' '),
  behind('KEY=', '.'),
  behind('KEY="', '"#'),
  behind('a=', ' '),
  { name: 'spaces before a value', make: (chars) => `a=${' '.repeat(chars - 3)}w` },
  { name: 'spaces within a value', make: (chars) => `KEY=x${' '.repeat(chars - 6)}y` },
]
