/** Address, method and headers of curl's request, from its options. */
import { CommandError } from '../../../../contract/command-error.ts'
import type { Options } from '../../../../languages/option-parser.ts'
import { basicAuthorization, withScheme } from './address.ts'
import type { CurlBody } from './curl-body.ts'

/** With its scheme. Throws `CommandError` for what is no address. */
export function readAddress(text: string, options: Options): string {
  if (!options.has('g') && /[{}]|\[(?!.*:)/.test(text))
    throw new CommandError(
      '(3) URL globbing ({…}, […]) is not supported in this sandbox; use -g for an address that has such letters',
      3,
    )
  const address = withScheme(text)
  if (!URL.canParse(address)) throw new CommandError('(3) URL rejected: Malformed input to a URL function', 3)
  return address
}

/** `-G`: what would be sent goes into the address. */
export function withQuery(address: string, data: Uint8Array): string {
  const url = new URL(address)
  const query = new TextDecoder().decode(data)
  url.search = url.search === '' ? query : `${url.search}&${query}`
  return url.href
}

export function requestMethod(options: Options, body: CurlBody | undefined): string {
  const given = options.value('X')
  if (given !== undefined) return given
  if (options.has('I')) return 'HEAD'
  return body === undefined || options.has('G') ? 'GET' : body.method
}

/** Given headers replace curl's own; `Name:` removes one, `Name;` sends it empty. */
export function requestHeaders(
  options: Options,
  { body, readText }: { body: CurlBody | undefined; readText: (file: string) => string },
): (readonly [name: string, value: string])[] {
  const given = options.values('H').flatMap((text) => givenHeader(text, readText))
  const named = new Set(given.map(([name]) => name.toLowerCase()))
  const own = ownHeaders(options, body).filter(([name]) => !named.has(name.toLowerCase()))
  return [...own, ...given].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

type Header = readonly [name: string, value: string | undefined]

function ownHeaders(options: Options, body: CurlBody | undefined): readonly Header[] {
  const range = options.value('r')
  return [
    ['Authorization', authorization(options)],
    ['User-Agent', options.value('A')],
    ['Referer', options.value('e')],
    ['Range', range === undefined ? undefined : `bytes=${range}`],
    ['Content-Type', body?.type],
    ['Accept', body?.accept],
  ]
}

function authorization(options: Options): string | undefined {
  const bearer = options.value('oauth2-bearer')
  if (bearer !== undefined) return `Bearer ${bearer}`
  const user = options.value('u')
  if (user === undefined) return undefined
  return basicAuthorization(user.includes(':') ? user : `${user}:`)
}

/** One, or as many as the file has that it names. */
function givenHeader(text: string, readText: (file: string) => string): readonly Header[] {
  if (text.startsWith('@'))
    return readText(text.slice(1))
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => givenHeader(line.replace(/\r$/, ''), readText))
  const [, name, mark, value = ''] = /^([^:;]*)([:;])([^]*)$/.exec(text) ?? []
  if (name === undefined) return []
  if (mark === ';') return value === '' ? [[name, '']] : []
  return [[name, value.trim() === '' ? undefined : value.trim()]]
}
