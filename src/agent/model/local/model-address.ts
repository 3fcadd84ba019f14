/** Addresses of models' files, and the names that they are kept by. */
import { LOCAL_MODEL_PARTS } from '../../limits.ts'

/** As llama.cpp's own tool splits a large model. */
const PART = /-(\d{5})-of-(\d{5})\.gguf$/
const NAME = /^[\w.+ -]{1,180}\.gguf$/i

/** The file's name where it can be a model's. */
export function modelName(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return NAME.test(name) && !name.startsWith('.') ? name : undefined
}

/** How many parts a model has, going by the name of one. */
export function partsOf(name: string): number {
  return Number(PART.exec(name)?.[2] ?? 1)
}

export type ModelAddress =
  | { readonly ok: true; readonly name: string; readonly urls: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** All parts of a model, from the address of its first, or of its only one. */
export function modelAddress(text: string): ModelAddress {
  const url = URL.parse(text.trim())
  if (url === null) return { ok: false, problem: `"${text}" is not an address.` }
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    return { ok: false, problem: 'The address has to begin with https:// (or http:// on this machine).' }
  if (url.username !== '' || url.password !== '')
    return { ok: false, problem: 'An address with a password in it is not asked for.' }
  // The page that shows a file of this host, where the file itself is meant.
  if (url.hostname === 'huggingface.co') url.pathname = url.pathname.replace('/blob/', '/resolve/')
  const name = modelName(decoded(url.pathname))
  if (name === undefined)
    return { ok: false, problem: 'The address has to end with the name of a .gguf file.' }
  const parts = partsOf(name)
  if (parts < 1 || parts > LOCAL_MODEL_PARTS)
    return { ok: false, problem: `A model of ${parts} parts is too large for a tab.` }
  if (parts === 1) return { ok: true, name, urls: [url.href] }
  const part = (number: number) => `-${padded(number)}-of-${padded(parts)}.gguf`
  const first = PART.exec(name)?.[0] ?? ''
  const urls = Array.from({ length: parts }, (_, index) => {
    const own = new URL(url)
    own.pathname = own.pathname.replace(first, part(index + 1))
    return own.href
  })
  return { ok: true, name: name.replace(first, part(1)), urls }
}

/** As it is where it is not encoded well: then it is no name either. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function padded(number: number): string {
  return String(number).padStart(5, '0')
}
