/** `--env-file` and `--env-file-if-exists`: what native Node does with them before any script of its library runs. */
import { absolute } from '../bindings/fs/fs-paths.ts'
import { parseEnv } from '../bindings/parse-env.ts'
import type { NodeContext } from '../context.ts'
import { syscalls } from '../context.ts'
import { textIfThere } from '../../if-there.ts'
import { writeError } from '../errors/write-error.ts'

const OPTION = /^--env-file(-if-exists)?(?:=(.*))?$/s

export type EnvFiles =
  | { readonly ok: true; readonly values: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly missing: string }

/** Reads those that the options name, in their order: later ones win. Says on standard error which optional one is missing. */
export function readEnvFiles(context: NodeContext, execArgv: readonly string[]): EnvFiles {
  const values: Record<string, string> = {}
  for (const [at, argument] of execArgv.entries()) {
    const match = OPTION.exec(argument)
    const path = match?.[2] ?? (match ? execArgv[at + 1] : undefined)
    if (path === undefined) continue
    const text = textIfThere(syscalls(context), absolute(context, path))
    if (text !== undefined) Object.assign(values, parseEnv(text))
    else if (match?.[1] === undefined) return { ok: false, missing: path }
    else writeError(context, `${path} not found. Continuing without it.\n`)
  }
  return { ok: true, values }
}
