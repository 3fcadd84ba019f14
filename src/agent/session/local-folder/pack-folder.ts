/** A folder as the archive that an import takes: the workspace is then replaced whole, or not at all. */
import { zip, type AsyncZippable } from 'fflate'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { ImportProgress } from '../../../sandbox/contract/contract.ts'
import type { FolderChoice, FolderSurvey } from '../../protocol/calls/local-folder.ts'
import { FOLDER_IGNORED_SHOWN, FOLDER_MAX_BYTES, FOLDER_MAX_FILES } from '../../limits.ts'
import { walkFolder } from './walk-folder.ts'
import type { FolderGroup } from './walk-folder.ts'

const PLAIN_FILE = 0o100644
const PROGRAM = 0o100755
/** The archive's maker: modes are Unix's. */
const UNIX = 3

export async function surveyFolder(
  handle: FileSystemDirectoryHandle,
  signal: AbortSignal,
): Promise<FolderSurvey> {
  const left: Record<FolderGroup, string[]> = { project: [], ignored: [], git: [], packages: [] }
  let files = 0
  let bytes = 0
  for await (const { path, group, file } of walkFolder(handle, (group) => group === 'project', signal)) {
    if (file === undefined) left[group].push(path)
    else {
      files += 1
      bytes += (await file.getFile()).size
    }
  }
  return {
    name: handle.name,
    files,
    bytes,
    ignored: left.ignored.toSorted().slice(0, FOLDER_IGNORED_SHOWN),
    ignoredMore: Math.max(0, left.ignored.length - FOLDER_IGNORED_SHOWN),
    hasGit: left.git.length > 0,
    hasPackages: left.packages.length > 0,
  }
}

export async function packFolder(
  handle: FileSystemDirectoryHandle,
  choice: FolderChoice,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: ImportProgress) => void },
): Promise<Result<Uint8Array>> {
  const name = handle.name.replaceAll('/', '_') || 'folder'
  const entries: AsyncZippable = { [`${name}/`]: new Uint8Array(0) }
  let files = 0
  let bytes = 0
  const wants = (group: FolderGroup) => group === 'project' || choice[group]
  for await (const { path, file } of walkFolder(handle, wants, options.signal)) {
    if (file === undefined) continue
    const data = new Uint8Array(await (await file.getFile()).arrayBuffer())
    files += 1
    bytes += data.length
    if (files > FOLDER_MAX_FILES || bytes > FOLDER_MAX_BYTES) return tooLarge(handle.name)
    const mode = startsAsScript(data) ? PROGRAM : PLAIN_FILE
    entries[`${name}/${path}`] = [data, { level: 0, os: UNIX, attrs: mode << 16 }]
    options.onProgress({
      phase: 'reading',
      filesDone: files,
      filesTotal: files,
      bytesDone: bytes,
      bytesTotal: 0,
    })
  }
  return new Promise((resolve, reject) => {
    zip(entries, { level: 0 }, (error, data) => {
      if (error) reject(error)
      else resolve(ok(data))
    })
  })
}

/** The browser does not tell modes: a script's first line is what there is to go by. */
function startsAsScript(data: Uint8Array): boolean {
  return data[0] === 0x23 && data[1] === 0x21
}

function tooLarge(name: string): Result<never> {
  const mebibytes = Math.round(FOLDER_MAX_BYTES / (1024 * 1024))
  return fail(
    'quota',
    `The folder "${name}" was not opened: it has more than ${FOLDER_MAX_FILES.toLocaleString('en')} files or ${mebibytes} MB.`,
    { hint: 'Leave out packages, ignored files and .git, or open a folder below it.' },
  )
}
