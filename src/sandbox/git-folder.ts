/**
 * Names that some file system takes for `.git`: git's own list (`verify_path`, `is_ntfs_dotgit` and `is_hfs_dotgit` in its
 * sources). A tree of the sandbox may be exported to any of them, so that case, a short name of Windows, dots and spaces at the
 * end, a stream behind a colon and characters that macOS ignores all count.
 */

/** Code points that HFS+ leaves out when it compares names. */
export const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu
const OF_NTFS = /^(?:\.git|git~1)[ .]*(?::.*)?$/i

/** Whether one name of a path, without slashes, is git's folder (or the file that stands for one). */
export function isGitFolderName(name: string): boolean {
  return OF_NTFS.test(name) || OF_NTFS.test(name.replaceAll(IGNORED_BY_HFS, ''))
}

/** Whether a path leads into git's folder by a name that is not `.git` but that some file system takes for it. */
export function isMisspeltGitPath(path: string): boolean {
  return path.split(/[/\\]/).some((name) => name !== '.git' && isGitFolderName(name))
}

/** Whether a path is git's folder or leads into one, at any depth; a backslash separates names, as on Windows. */
export function isInGitFolder(path: string): boolean {
  return path.split(/[/\\]/).some(isGitFolderName)
}
