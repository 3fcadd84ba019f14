/** Tools and commands that throw, hang, flood and say what is no text. */
import { textOutput } from '../../src/agent/tools/contract.ts'
import type { Tool } from '../../src/agent/tools/contract.ts'
import { testTool } from '../../src/agent/tools/testing/test-bench.ts'
import type { Command } from '../../src/sandbox/memory/command.ts'

const MB = 1024 * 1024

export const BROKEN_TOOLS: readonly Tool[] = [
  testTool({ name: 'Throws', run: () => Promise.reject(new Error('a bug in it')) }),
  testTool({
    name: 'ThrowsAtOnce',
    run: () => {
      throw new TypeError('another bug')
    },
  }),
  testTool({ name: 'Hangs', timeoutMs: 60, run: () => new Promise(() => {}) }),
  testTool({ name: 'Floods', run: () => Promise.resolve(textOutput('x'.repeat(50 * MB))) }),
  testTool({ name: 'Garbles', run: () => Promise.resolve(textOutput('a\u0000b\ud800c\udc00\u001b[31m')) }),
  testTool({ name: 'SaysNothing', run: () => Promise.resolve(textOutput('')) }),
]

const flood: Command = ({ stdout }) => {
  for (let written = 0; written < 50; written++) stdout(`${'y'.repeat(MB - 1)}\n`)
  return 0
}

const garble: Command = ({ stdout, stderr }) => {
  stdout(new Uint8Array([0xff, 0xfe, 0x00, 0x80, 0x0a]))
  stderr(new Uint8Array([0xc3]))
  return 0
}

export const BROKEN_COMMANDS: Readonly<Record<string, Command>> = { flood, garble }
