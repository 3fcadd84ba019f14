/**
 * A document for what a program sends to be saved, since its frame may not save it: it has the file in a link that is clicked at
 * once, so that the page's first script hands it to the app (`page-client/downloads.ts`).
 */
import { fileNameOf } from '../contract/attachment.ts'

/** Three bytes are four characters: what is coded in pieces of these fits together. */
const PIECE_BYTES = 0x6000

/** `response` is not of a file that was asked for by halves. */
export async function attachmentPage(response: Response, address: URL): Promise<Response> {
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const name = escaped(fileNameOf({ disposition, address }))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = `<!doctype html><meta charset="utf-8"><title>${name}</title>
<p>The program sends this as a file to be saved. The app asks you below the page.</p>
<p><a download="${name}" href="data:application/octet-stream;base64,${base64(bytes)}">${name}</a></p>
<p><a href="javascript:history.back()">Back</a></p>
<script>document.querySelector('a').click()</script>`
  const headers = new Headers(response.headers)
  headers.delete('Content-Disposition')
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(text, { headers })
}

function base64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))))
  return pieces.join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
