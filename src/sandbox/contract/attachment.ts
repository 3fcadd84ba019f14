/** Chooses the name of a file that a page or a server offers for download. */

export interface FileOffer {
  /** By the link that leads to it; may be empty. */
  readonly wanted?: string
  /** The header `Content-Disposition`; may be empty. */
  readonly disposition?: string
  readonly address: URL
}

const NAME_CHARS = 120
const PLAIN_NAME = 'download'

export function isAttachment(disposition: string | null): boolean {
  return disposition !== null && /^\s*attachment\s*(;|$)/i.test(disposition)
}

/** As browsers choose it: the server's word, then the link's, then the end of the address. Safe to be shown. */
export function fileNameOf({ wanted = '', disposition = '', address }: FileOffer): string {
  const last = /^https?:$/.test(address.protocol) ? (decoded(address.pathname).split('/').at(-1) ?? '') : ''
  return safeName(saidName(disposition) || wanted || last)
}

/** No folder, no sign that hides or turns what is read, no file that systems hide, not endless. Whatever was named has a name. */
export function safeName(name: string): string {
  const plain = name.replace(/[\p{C}/\\:*?"<>|]/gu, '_').trim()
  const shown = plain.replace(/^\.+/, '')
  if (shown.length <= NAME_CHARS) return shown || PLAIN_NAME
  const extension = /\.[^.]{1,12}$/.exec(shown)?.[0] ?? ''
  return shown.slice(0, NAME_CHARS - extension.length) + extension
}

function saidName(disposition: string): string {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) return decoded(encoded)
  const [, quoted, bare = ''] =
    /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a stray percent sign: part of the name
  }
}
