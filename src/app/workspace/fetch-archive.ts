/** Fetches an archive that an address names, after the person has agreed. */
import { ARCHIVE_BYTES } from '../limits.ts'
import type { Problem } from '../problem.ts'
import { formatBytes } from '../ui/format.ts'

type FetchedArchive =
  | { readonly ok: true; readonly name: string; readonly data: Uint8Array }
  | { readonly ok: false; readonly problem: Problem }

const DOWNLOAD = 'Download the archive yourself and drop the file here.'

export async function fetchArchive(address: string): Promise<FetchedArchive> {
  const url = parseUrl(address)
  if (!url) return refuse(`${address} is not a web address of an archive.`, 'It must start with https://.')
  let response: Response
  try {
    response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' })
  } catch (error) {
    console.info('Fetching the archive failed:', error)
    return refuse(
      `${url.host} could not be read. Either it cannot be reached, or it does not allow other pages to read its files (CORS).`,
      DOWNLOAD,
    )
  }
  if (!response.ok)
    return refuse(`${url.host} answered ${response.status} ${response.statusText}.`.trim(), DOWNLOAD)
  const size = Number(response.headers.get('content-length') ?? 0)
  if (size > ARCHIVE_BYTES) return tooLarge(url, size)
  return read(url, response)
}

async function read(url: URL, response: Response): Promise<FetchedArchive> {
  try {
    const data = new Uint8Array(await response.arrayBuffer())
    if (data.length > ARCHIVE_BYTES) return tooLarge(url, data.length)
    return { ok: true, name: archiveName(url), data }
  } catch (error) {
    console.info('Reading the archive failed:', error)
    return refuse(`The download from ${url.host} broke off.`, `Try again, or: ${DOWNLOAD}`)
  }
}

function archiveName(url: URL): string {
  const last = decodeURIComponent(url.pathname.split('/').findLast((part) => part !== '') ?? '')
  return last === '' ? `${url.hostname}.zip` : last
}

function parseUrl(address: string): URL | undefined {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

function tooLarge(url: URL, bytes: number): FetchedArchive {
  return refuse(
    `The archive at ${url.host} has ${formatBytes(bytes)}; at most ${formatBytes(ARCHIVE_BYTES)} can be imported.`,
    'Leave out build output and packages.',
  )
}

function refuse(message: string, hint: string): FetchedArchive {
  return { ok: false, problem: { message, hint } }
}
