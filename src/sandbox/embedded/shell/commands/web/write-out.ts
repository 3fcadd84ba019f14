/** curl's `-w`: what is told of a transfer when it is over. */

export interface Transfer {
  readonly url: string
  readonly effectiveUrl: string
  readonly method: string
  /** 0 when there was no answer. */
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly downloaded: number
  readonly uploaded: number
  readonly seconds: number
  readonly file: string
  readonly exitCode: number
  readonly errorMessage: string
}

export function writeOut(format: string, transfer: Transfer, warn: (text: string) => void): string {
  const text = format.replace(/\\([nrt\\])/g, (_, char: string) => ESCAPES[char] ?? char)
  return text.replace(/%(?:%|header\{([^}]*)\}|\{([^}]*)\})/g, (match, header?: string, name?: string) => {
    if (match === '%%') return '%'
    if (header !== undefined) return headerOf(transfer, header)
    const value = VARIABLES[name ?? '']
    if (value !== undefined) return value(transfer)
    warn(`curl: unknown --write-out variable: '${name ?? ''}'\n`)
    return ''
  })
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }

function headerOf({ headers }: Transfer, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1] ?? ''
}

const code = ({ status }: Transfer) => String(status).padStart(3, '0')
const speed = (bytes: number, seconds: number) => String(seconds > 0 ? Math.round(bytes / seconds) : 0)

const VARIABLES: Readonly<Record<string, (transfer: Transfer) => string>> = {
  http_code: code,
  response_code: code,
  url: ({ url }) => url,
  url_effective: ({ effectiveUrl }) => effectiveUrl,
  scheme: ({ effectiveUrl }) => (/^https:/i.test(effectiveUrl) ? 'HTTPS' : 'HTTP'),
  method: ({ method }) => method,
  content_type: (transfer) => headerOf(transfer, 'content-type'),
  size_download: ({ downloaded }) => String(downloaded),
  size_upload: ({ uploaded }) => String(uploaded),
  speed_download: ({ downloaded, seconds }) => speed(downloaded, seconds),
  speed_upload: ({ uploaded, seconds }) => speed(uploaded, seconds),
  time_total: ({ seconds }) => seconds.toFixed(6),
  filename_effective: ({ file }) => file,
  exitcode: ({ exitCode }) => String(exitCode),
  errormsg: ({ errorMessage }) => errorMessage,
  num_redirects: ({ url, effectiveUrl }) => (url === effectiveUrl ? '0' : '1'),
  redirect_url: () => '',
}
