/** The umask of a shell: the permission bits that nothing gets that it and its commands make. */
import type { Syscalls } from '../../syscalls.ts'

/** Initial mask of a shell. */
export const DEFAULT_MASK = 0o022
/** Default mode of a new file. */
const FILE_MODE = 0o666

export class FileMask {
  bits = DEFAULT_MASK

  /** The same calls, with these bits taken away from the modes of new files and folders. */
  over(syscalls: Syscalls): Syscalls {
    const masked = (mode = FILE_MODE): number => mode & ~this.bits
    return {
      ...syscalls,
      open: (path, flags, mode) => syscalls.open(path, flags, masked(mode)),
      mkdir: (path, mode, recursive) => syscalls.mkdir(path, masked(mode), recursive),
      writeFile: (path, data, mode) => syscalls.writeFile(path, data, masked(mode)),
      appendFile: (path, data, mode) => syscalls.appendFile(path, data, masked(mode)),
    }
  }
}
