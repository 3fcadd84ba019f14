import type { MemoryTree } from '../tree/memory-tree.ts'

/** Environment of a command in the in-memory sandbox. */
export interface CommandContext {
  /** Without the command's own name. */
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: Uint8Array
  readonly files: MemoryTree
  /** Aborted when the command is killed; what it does afterwards is not heard. */
  readonly signal: AbortSignal
  stdout(data: string | Uint8Array): void
  stderr(data: string | Uint8Array): void
}

/** Answers with the exit code. */
export type Command = (context: CommandContext) => number | Promise<number>

export const BUILTIN_COMMANDS: Readonly<Record<string, Command>> = {
  true: () => 0,
  false: () => 1,
  echo({ args, stdout }) {
    stdout(args.join(' ') + '\n')
    return 0
  },
  pwd({ cwd, stdout }) {
    stdout(cwd + '\n')
    return 0
  },
  cat({ args, cwd, files, stdin, stdout, stderr }) {
    if (args.length === 0) stdout(stdin)
    let code = 0
    for (const path of args) {
      const content = files.readFile(path.startsWith('/') ? path : `${cwd}/${path}`)
      if (content.ok) stdout(content.value)
      else {
        stderr(`cat: ${path}: No such file or directory\n`)
        code = 1
      }
    }
    return code
  },
  seq({ args, stdout }) {
    const last = Number(args.at(-1))
    for (let start = 1; start <= last; start += 1000) {
      const count = Math.min(1000, last - start + 1)
      stdout(Array.from({ length: count }, (_, index) => `${start + index}\n`).join(''))
    }
    return 0
  },
  sleep({ args, signal }) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(0), Number(args[0]) * 1000)
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  },
}
