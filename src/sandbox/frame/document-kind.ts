/** Documents of the preview that do not begin with our first script: where they run scripts, they are on no origin. */

const HTML = /^text\/html\s*(;[^,]*)?$/i
/** Types in whose documents no script runs. A type that is cut, doubled or unknown is none of them: browsers guess. */
const WITHOUT_SCRIPTS =
  /^(text\/(plain|css|javascript|csv|markdown)|image\/(?!svg)[\w.+-]+|(audio|video|font)\/[\w.+-]+|application\/(json|javascript|octet-stream|pdf|wasm|zip))\s*(;[^,]*)?$/i

/** Encodings in which our first script says what it says: in UTF-16 its bytes would be other letters. */
const ENCODING =
  /;\s*charset\s*=\s*"?(?:utf-?8|us-ascii|ascii|latin1|iso-?8859-\d+|windows-\d+|koi8-[ru]|gbk|gb2312|gb18030|big5|shift[_-]jis|euc-(?:jp|kr)|iso-2022-jp)"?\s*(?:;|$)/i

export function isHtml({ headers }: Response): boolean {
  const type = headers.get('Content-Type') ?? ''
  const told = type.match(/charset/gi)?.length ?? 0
  return HTML.test(type) && (told === 0 || (told === 1 && ENCODING.test(type)))
}

/**
 * SVG, XHTML and other XML may hold scripts, and has no place for ours before them. On no origin they have neither cookies nor
 * what other pages have stored, and no page reaches into them.
 */
export function withoutOrigin(response: Response): Response {
  if (isHtml(response) || WITHOUT_SCRIPTS.test(response.headers.get('Content-Type') ?? '')) return response
  const { status, statusText, body } = response
  const headers = new Headers(response.headers)
  headers.append('Content-Security-Policy', 'sandbox allow-scripts allow-forms')
  return new Response(body, { status, statusText, headers })
}
