/** A bundle: references and a pack in one file, as `git bundle` makes them. */
import { concatenate } from '../../../contract/bytes.ts'
import { GitFailure } from '../failure.ts'
import { fromText, toText } from '../text.ts'
import type { Ref } from './refs.ts'

export interface Bundle {
  readonly prerequisites: readonly string[]
  readonly refs: readonly Ref[]
  readonly pack: Uint8Array
}

const SIGNATURE = /^# v([23]) git bundle\n/

export function isBundle(data: Uint8Array): boolean {
  return SIGNATURE.test(toText(data.subarray(0, 20)))
}

export function parseBundle(data: Uint8Array): Bundle {
  const prerequisites: string[] = []
  const refs: Ref[] = []
  let at = data.indexOf(0x0a) + 1
  for (;;) {
    const end = data.indexOf(0x0a, at)
    if (end < 0) throw new GitFailure('the bundle ends within its head')
    const line = toText(data.subarray(at, end))
    at = end + 1
    if (line === '') break
    const [, mark, oid, name] = /^(-?)([0-9a-f]{40})(?: (.*))?$/.exec(line) ?? []
    if (oid !== undefined && mark === '-') prerequisites.push(oid)
    else if (oid !== undefined && name !== undefined) refs.push({ oid, name })
    else if (!line.startsWith('@object-format=sha1')) throw new GitFailure(`unrecognized header: ${line}`)
  }
  return { prerequisites, refs, pack: data.subarray(at) }
}

export function formatBundle(bundle: Bundle): Uint8Array {
  const lines = [
    ...bundle.prerequisites.map((oid) => `-${oid} \n`),
    ...bundle.refs.map((ref) => `${ref.oid} ${ref.name}\n`),
  ]
  return concatenate([fromText(`# v2 git bundle\n${lines.join('')}\n`), bundle.pack])
}
