/** Documents of the preview that do not begin with our first script: where they run scripts, they are on no origin. */

const HTML = /^text\/html\s*(;[^,]*)?$/i
/** Types in whose documents no script runs. A type that is cut, doubled or unknown is none of them: browsers guess. */
const WITHOUT_SCRIPTS =
  /^(text\/(plain|css|javascript|csv|markdown)|image\/(?!svg)[\w.+-]+|(audio|video|font)\/[\w.+-]+|application\/(json|javascript|octet-stream|pdf|wasm|zip))\s*(;[^,]*)?$/i

export function isHtml({ headers }: Response): boolean {
  return HTML.test(headers.get('Content-Type') ?? '')
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
