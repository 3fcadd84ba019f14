/** Output of a filter: its stdout, or a file named by an operand. */
import { resolve } from '../../../../contract/path.ts'
import { encodeText } from '../../byte-string.ts'
import type { StreamRun } from '../../stream/stream-run.ts'
import { Errno, O } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { CommandError } from '../../../../contract/command-error.ts'

const NEW_FILE_MODE = 0o666

/** The file is made, or emptied, with the first thing that is written. */
export class OutputFile {
  readonly #run: StreamRun
  readonly #name: string
  #isMade = false

  constructor(run: StreamRun, name: string) {
    this.#run = run
    this.#name = name
  }

  async write(text: string): Promise<void> {
    if (this.#name === '-') return this.#run.out(text)
    const { host, cwd } = this.#run.context
    const { syscalls } = host.kernel
    const how = this.#isMade ? O.APPEND : O.TRUNC
    try {
      const fd = syscalls.open(
        host.realPath(resolve(this.#name, cwd)),
        O.WRONLY | O.CREAT | how,
        NEW_FILE_MODE,
      )
      try {
        const bytes = encodeText(text)
        for (let at = 0; at < bytes.length;) at += syscalls.write(fd, bytes.subarray(at), null)
      } finally {
        syscalls.close(fd)
      }
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      throw new CommandError(`${this.#name}: ${errnoSentence(error)}`)
    }
    this.#isMade = true
  }
}
