/** curl's options: those that there are here, and why the others are not. */
import { CommandError } from '../../../../contract/command-error.ts'
import { parseOptions, type Options, type Syntax } from '../../../../languages/option-parser.ts'

const SYNTAX: Syntax = {
  name: 'curl',
  usage: 'curl [options...] <url>',
  misuse: 2,
  options: [
    'X,request=',
    'd,data=',
    'data-ascii=',
    'data-raw=',
    'data-binary=',
    'data-urlencode=',
    'json=',
    'F,form=',
    'form-string=',
    'T,upload-file=',
    'G,get',
    'I,head',
    'H,header=',
    'A,user-agent=',
    'e,referer=',
    'u,user=',
    'basic',
    'oauth2-bearer=',
    'r,range=',
    'o,output=',
    'O,remote-name',
    'remote-name-all',
    'output-dir=',
    'create-dirs',
    'D,dump-header=',
    'i,include,show-headers',
    'w,write-out=',
    's,silent',
    'S,show-error',
    'v,verbose',
    'no-progress-meter',
    '#,progress-bar',
    'N,no-buffer',
    'f,fail',
    'fail-with-body',
    'fail-early',
    'L,location',
    'max-redirs=',
    'm,max-time=',
    'connect-timeout=',
    'max-filesize=',
    'retry=',
    'retry-delay=',
    'retry-max-time=',
    'retry-connrefused',
    'retry-all-errors',
    'url=',
    'g,globoff',
    'k,insecure',
    'compressed',
    'http1.1',
    'http2',
    'tlsv1.2',
    'tlsv1.3',
    '4,ipv4',
    '6,ipv6',
    ...['0,http1.0', 'b,cookie=', 'c,cookie-jar=', 'x,proxy=', 'U,proxy-user=', 'K,config=', 'n,netrc'],
    ...['E,cert=', 'key=', 'cacert=', 'capath=', 'resolve=', 'connect-to=', 'interface=', 'unix-socket='],
    ...[
      'J,remote-header-name',
      'C,continue-at=',
      'z,time-cond=',
      'limit-rate=',
      'Z,parallel',
      'location-trusted',
    ],
    ...['digest', 'ntlm', 'negotiate', 'anyauth', 'a,append', 'ssl-reqd', 'trace=', 'trace-ascii=', 'next'],
  ],
}

/** Options that a browser tab cannot support, or that are not implemented: with one the command fails. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  '0': 'a browser chooses the protocol version itself',
  b: 'a browser sends no cookies for a page of another site',
  c: 'a browser shows no cookies of another site',
  x: 'a browser tab cannot choose a proxy',
  U: 'a browser tab cannot choose a proxy',
  E: 'a browser tab cannot choose a certificate',
  key: 'a browser tab cannot choose a certificate',
  cacert: 'a browser checks certificates by its own list',
  capath: 'a browser checks certificates by its own list',
  resolve: 'a browser looks names up itself',
  'connect-to': 'a browser looks names up itself',
  interface: 'a browser tab cannot choose a network interface',
  'unix-socket': 'there are no such sockets in a browser',
  'location-trusted': 'credentials are not sent on by a redirect',
}

/** Accepted and without an effect, in words. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  k: 'certificates are checked all the same: a browser does not let a page go around that',
}

/** Told, and not done. */
const NOT_BUILT = new Set(
  'K n J C z limit-rate Z digest ntlm negotiate anyauth a ssl-reqd trace trace-ascii next max-redirs'.split(
    ' ',
  ),
)

/** Throws `CommandError` as curl says it. */
export function readCurlOptions(args: readonly string[], warn: (text: string) => void): Options {
  const options = parse(args)
  for (const argument of options.all) {
    if (argument.type !== 'option') continue
    const { name, value } = argument
    const shown = name.length === 1 ? `-${name}` : `--${name}`
    const why = UNSUPPORTED[name]
    if (why !== undefined) throw new CommandError(`option ${shown}: ${why}`, 2)
    if (NOT_BUILT.has(name) && !(name === 'max-redirs' && value === '-1'))
      throw new CommandError(`option ${shown}: is not supported in this sandbox`, 2)
    const effect = WITHOUT_EFFECT[name]
    if (effect !== undefined) warn(`Warning: option ${shown}: ${effect}\n`)
  }
  return options
}

function parse(args: readonly string[]): Options {
  try {
    return parseOptions(SYNTAX, args)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const [, unknown] = /(?:unrecognized option|invalid option --) '(.*?)'/.exec(error.message) ?? []
    const [, needy] = /option(?: '(--[^']*)')? requires an argument(?: -- '.')?/.exec(error.message) ?? []
    const shown = unknown !== undefined && !unknown.startsWith('-') ? `-${unknown}` : unknown
    const text =
      shown !== undefined
        ? `option ${shown}: is unknown`
        : `option ${needy ?? ''}: ${error.message.includes('requires') ? 'requires parameter' : error.message.split('\n')[0]}`
    throw new CommandError(`${text}\ncurl: try 'curl --help' or 'curl --manual' for more information`, 2)
  }
}
