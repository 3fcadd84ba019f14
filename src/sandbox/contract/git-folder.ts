/**
 * Names that some file system takes for `.git`: git's own list (`verify_path`, `is_ntfs_dotgit` and `is_hfs_dotgit` in its
 * sources). A tree of the sandbox may be exported to any of them, so that case, a short name of Windows, dots and spaces at the
 * end, a stream behind a colon and characters that macOS ignores all count.
 */

/** Code points that HFS+ leaves out when it compares names. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu
const OF_NTFS = /^(?:\.git|git~1)[ .]*(?::.*)?$/is
/** Git takes what follows for the name's end where HFS+ would write a byte that is no text, or no character, in another way. */
const BEFORE_NO_TEXT = /^\.git[\ud800-\udfff\ufffe\uffff]/iu

/** Whether one name of a path, without slashes, is git's folder (or the file that stands for one). */
export function isGitFolderName(name: string): boolean {
  const onMac = name.replaceAll(IGNORED_BY_HFS, '')
  return OF_NTFS.test(name) || OF_NTFS.test(onMac) || BEFORE_NO_TEXT.test(onMac)
}

/**
 * Whether a path leads into git's folder by a name that is not `.git` but that some file system takes for it. A name with a
 * backslash is one of them: on Windows it is two.
 */
export function isMisspeltGitPath(path: string): boolean {
  return path.split('/').some((name) => name !== '.git' && isInGitFolder(name))
}

/** Whether a path is git's folder or leads into one, at any depth; a backslash separates names, as on Windows. */
export function isInGitFolder(path: string): boolean {
  return path.split(/[/\\]/).some(isGitFolderName)
}
