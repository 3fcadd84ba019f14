/** Fetches an archive that an address names, after the person has agreed. */
import { readAtMost } from '../../sandbox/contract/read-at-most.ts'
import { ARCHIVE_BYTES } from '../limits.ts'
import type { Problem } from '../problem.ts'
import { formatBytes } from '../ui/format.ts'
import { files as t } from '../language/en/files.ts'

type FetchedArchive =
  | { readonly ok: true; readonly name: string; readonly data: Uint8Array }
  | { readonly ok: false; readonly problem: Problem }

export async function fetchArchive(address: string): Promise<FetchedArchive> {
  const url = parseUrl(address)
  if (!url) return refuse(t.noWebAddress(address), t.mustBeHttps)
  let response: Response
  try {
    response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' })
  } catch (error) {
    console.info('Fetching the archive failed:', error)
    return refuse(t.notReadable(url.host), t.downloadYourself)
  }
  if (!response.ok)
    return refuse(t.answered(url.host, response.status, response.statusText).trim(), t.downloadYourself)
  const size = Number(response.headers.get('content-length') ?? 0)
  if (size > ARCHIVE_BYTES) return tooLarge(url, size)
  return read(url, response)
}

async function read(url: URL, response: Response): Promise<FetchedArchive> {
  try {
    let came = 0
    const data = await readAtMost(response.body, ARCHIVE_BYTES, (soFar) => void (came = soFar))
    return data ? { ok: true, name: archiveName(url), data } : tooLarge(url, came)
  } catch (error) {
    console.info('Reading the archive failed:', error)
    return refuse(t.brokeOff(url.host), t.tryAgainOr(t.downloadYourself))
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
  return refuse(t.archiveTooLarge(url.host, formatBytes(bytes), formatBytes(ARCHIVE_BYTES)), t.leaveOut)
}

function refuse(message: string, hint: string): FetchedArchive {
  return { ok: false, problem: { message, hint } }
}
