/** Says what a script is doing, and how long each part took. */
import { performance } from 'node:perf_hooks'

const CLEAR_LINE = '\r\u001b[K'

/**
 * Runs `work` and prints `title` with the seconds that it took; on a terminal the title is shown meanwhile. A part of which
 * `hasWorked` says that there was nothing to do leaves no line. Failures are the caller's.
 */
export async function timed(title, work, { hasWorked = () => true, output = process.stdout } = {}) {
  const start = performance.now()
  if (output.isTTY) output.write(`  ${title} …`)
  let isWorthALine = false
  try {
    const result = await work()
    isWorthALine = hasWorked(result)
    return result
  } finally {
    if (output.isTTY) output.write(CLEAR_LINE)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    if (isWorthALine) output.write(`  ${title}: ${seconds} s\n`)
  }
}
