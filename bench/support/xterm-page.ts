/** xterm.js and nothing else, as large as the app's terminal is (`terminal.bench.ts`). */
import '@xterm/xterm/css/xterm.css'
import { Terminal } from '@xterm/xterm'

declare global {
  interface Window {
    /** Milliseconds until all of it is parsed and the frame after it is drawn. */
    writeToTerminal(text: string): Promise<number>
  }
}

/** Characters that are given to it at once, as a program writes them. */
const PIECE = 64 * 1024
const terminal = new Terminal({
  cols: 80,
  rows: 24,
  scrollback: 5000,
  convertEol: true,
  fontSize: 13,
  lineHeight: 1.25,
})
terminal.open(document.body)

window.writeToTerminal = async (text) => {
  const start = performance.now()
  let last = Promise.resolve()
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE)
    last = new Promise((resolve) => terminal.write(piece, resolve))
    // No more is on its way than it keeps up with.
    if ((at / PIECE) % 8 === 7) await last
  }
  await last
  await new Promise((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}
