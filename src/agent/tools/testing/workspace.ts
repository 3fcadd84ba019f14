import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import type { Command } from '../../../sandbox/memory/command.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { resolve } from '../../../sandbox/contract/path.ts'
import { BUILT_IN_TOOLS } from '../profiles/built-in.ts'
import { bench, call, resultsOf, run, textOf, type Bench, type ToolResult } from './test-bench.ts'

export interface Workspace extends Bench {
  readonly sandbox: Sandbox
  /** Runs one call; its text, and the whole result. */
  use(tool: string, input: Record<string, unknown>): Promise<{ text: string; result: ToolResult }>
  write(path: string, content: string | Uint8Array): Promise<void>
  content(path: string): Promise<string>
}

/** The real tools over the in-memory sandbox. */
export async function workspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: {
    commands?: Readonly<Record<string, Command>>
    bench?: Partial<Parameters<typeof bench>[0]>
  } = {},
): Promise<Workspace> {
  let clock = 1_000
  const sandbox = createMemorySandbox({
    blobStore: new MemoryBlobStore(),
    now: () => clock++,
    ...(options.commands === undefined ? {} : { commands: options.commands }),
  })
  const write = async (path: string, content: string | Uint8Array) => {
    const data = typeof content === 'string' ? new TextEncoder().encode(content) : content
    const written = await sandbox.writeFile({ path: resolve(path), data })
    if (!written.ok) throw new Error(written.error.message)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  const made = bench({ tools: BUILT_IN_TOOLS, sandbox, ...options.bench })
  let id = 0
  return {
    ...made,
    sandbox,
    write,
    use: async (tool, input) => {
      const [result] = resultsOf(await run([call(tool, input, `u${++id}`)], made.context))
      if (result === undefined) throw new Error('a call without a result')
      return { text: textOf(result), result }
    },
    content: async (path) => {
      const bytes = await sandbox.readFile(resolve(path))
      return bytes.ok
        ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.value)
        : `(${bytes.error.kind})`
    },
  }
}
