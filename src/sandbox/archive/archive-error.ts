/** Why an archive was refused. Inside this folder it is thrown; the readers' callers get it as a failure. */
export class ArchiveError extends Error {
  readonly hint: string

  constructor(message: string, hint: string = 'Pack the repository again without it, then import that.') {
    super(message)
    this.name = 'ArchiveError'
    this.hint = hint
  }
}

const SIGNATURES: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x1f, 0x8b], 'a gzip file (.gz or .tar.gz)'],
  [[0x42, 0x5a, 0x68], 'a bzip2 file'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'an xz file'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7z archive'],
  [[0x52, 0x61, 0x72, 0x21], 'a RAR archive'],
  [[0x3c], 'a web page (HTML or XML)'],
  [[0x7b], 'JSON text'],
]

/** Says what the bytes look like instead. */
export function notAZip(bytes: Uint8Array): ArchiveError {
  if (bytes.length === 0) return new ArchiveError('The file is empty.', 'Choose a zip of a repository.')
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return new ArchiveError(
      'The zip is cut off: its directory, which stands at the end, is missing.',
      'Download it again.',
    )
  }
  const known = SIGNATURES.find(([signature]) => signature.every((byte, index) => bytes[index] === byte))
  const isTar = new TextDecoder('latin1').decode(bytes.subarray(257, 262)) === 'ustar'
  const what = isTar ? 'a tar archive' : known?.[1]
  return new ArchiveError(
    `The file is not a zip${what === undefined ? '' : `; it looks like ${what}`}.`,
    'Choose a zip, such as a forge’s "Download ZIP".',
  )
}
