/** Reads and writes single files of a folder by their path. Throws what the browser throws, but for what is missing. */
import { isMisspeltGitPath } from '../../../sandbox/contract/git-folder.ts'
import { contentHash } from '../store/content-hash.ts'

export const REFUSALS = {
  link: 'A browser cannot write symbolic links into a folder.',
  git_name: 'Some file systems take this name for ".git", so it is not written.',
} as const

/** Undefined when there is no such file. */
export async function readFolderFile(
  root: FileSystemDirectoryHandle,
  path: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const { folder, name } = await parentOf(root, path, false)
    const file = await (await folder.getFileHandle(name)).getFile()
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    if (isNamed(error, 'NotFoundError') || isNamed(error, 'TypeMismatchError')) return undefined
    throw error
  }
}

export async function hashFolderFile(
  root: FileSystemDirectoryHandle,
  path: string,
): Promise<string | undefined> {
  const data = await readFolderFile(root, path)
  return data && contentHash(data)
}

/** Refused for each other spelling of `.git`, whoever asks. Whole or not at all: the browser puts the new file in the old one's place when it is complete. */
export async function writeFolderFile(
  root: FileSystemDirectoryHandle,
  path: string,
  data: Uint8Array<ArrayBuffer>,
): Promise<void> {
  refuseMisspeltGit(path)
  const { folder, name } = await parentOf(root, path, true)
  const file = await folder.getFileHandle(name, { create: true })
  const stream = await file.createWritable()
  try {
    await stream.write(data)
  } catch (error) {
    await stream.abort()
    throw error
  }
  await stream.close()
}

/** Folders that are then empty stay. Refused for each other spelling of `.git`. */
export async function removeFolderFile(root: FileSystemDirectoryHandle, path: string): Promise<void> {
  refuseMisspeltGit(path)
  const { folder, name } = await parentOf(root, path, false)
  await folder.removeEntry(name)
}

export function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name
}

function refuseMisspeltGit(path: string): void {
  if (isMisspeltGitPath(path)) throw new Error(`${path}: ${REFUSALS.git_name}`)
}

async function parentOf(
  root: FileSystemDirectoryHandle,
  path: string,
  create: boolean,
): Promise<{ folder: FileSystemDirectoryHandle; name: string }> {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  let folder = root
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create })
  return { folder, name }
}
