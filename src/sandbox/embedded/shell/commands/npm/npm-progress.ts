/** How far an installation is, on a line of the terminal that is drawn again and gone in the end. */
import { PACKAGES_PROGRESS_MS } from '../../../../contract/limits.ts'
import type { Syscalls } from '../../../syscalls.ts'

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
const CLEAR_LINE = '\r\u001b[K'

type Terminal = Pick<Syscalls, 'isatty' | 'packagesFetched' | 'tryWrite'>

/** To a pipe or a file nothing is said. Returns how to end it. */
export function showProgress(terminal: Terminal, stderr: number | null, wanted: number): () => void {
  if (stderr === null || wanted === 0 || !terminal.isatty(stderr)) return () => undefined
  // A terminal that has no room for a line gets none.
  const write = (text: string): number => terminal.tryWrite(stderr, new TextEncoder().encode(text))
  let drawn = 0
  const timer = setInterval(() => {
    const frame = FRAMES[drawn % FRAMES.length] ?? ''
    drawn += 1
    write(`${CLEAR_LINE}${frame} ${terminal.packagesFetched()} of ${wanted} packages`)
  }, PACKAGES_PROGRESS_MS)
  return () => {
    clearInterval(timer)
    if (drawn > 0) write(CLEAR_LINE)
  }
}
