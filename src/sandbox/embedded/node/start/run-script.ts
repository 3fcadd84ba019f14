/** `node --run name`: a script of the nearest package.json, by the shell. What native Node does before its library runs. */
import { join, dirname } from '../../../contract/path.ts'
import { isSignal, signalExitCode } from '../../../contract/signals.ts'
import { fieldsOf } from '../../../page/fields.ts'
import { ifThere, textIfThere } from '../../if-there.ts'
import { syscalls } from '../context.ts'
import type { NodeContext } from '../context.ts'
import { endProcess } from '../exit.ts'
import { writeError } from '../errors/write-error.ts'

const PLAIN_WORD = /^[\w./:=@%+,-]+$/

/** `rest` are the arguments behind the options, which the script gets. Ends the process as the script has ended. */
export function runPackageScript(context: NodeContext, name: string, rest: readonly string[]): never {
  const found = findScript(context, name)
  if ('problem' in found) {
    writeError(context, `${found.problem}\n`)
    return endProcess(context, 1)
  }
  const sys = syscalls(context)
  const { path, command } = found
  const env: Record<string, string> = {
    ...context.process.env,
    PATH: pathFor(context, dirname(path)),
    NODE_RUN_SCRIPT_NAME: name,
    NODE_RUN_PACKAGE_JSON_PATH: path,
  }
  const { pid } = sys.spawn({
    argv: ['sh', '-c', [command, ...rest.map(quoted)].join(' ')],
    cwd: dirname(path),
    env,
    stdio: [0, 1, 2].map((fd) => ({ type: 'inherit', fd })),
  })
  const { code, signal } = sys.wait(pid)
  return endProcess(context, code ?? (isSignal(signal) ? signalExitCode(signal) : 1))
}

type Found = { readonly path: string; readonly command: string } | { readonly problem: string }

function findScript(context: NodeContext, name: string): Found {
  const sys = syscalls(context)
  const path = foldersAbove(context.cwd)
    .map((folder) => join(folder, 'package.json'))
    .find((file) => ifThere(() => sys.stat(file)) !== undefined)
  if (path === undefined) return { problem: `Can't find package.json for directory ${context.cwd}` }
  const manifest = parsed(textIfThere(sys, path) ?? '')
  if (manifest === undefined) return { problem: `Can't parse ${path}` }
  const { scripts } = fieldsOf(manifest)
  if (typeof scripts !== 'object' || scripts === null)
    return { problem: `Can't find "scripts" field in ${path}` }
  const command = Object.hasOwn(scripts, name) ? fieldsOf(scripts)[name] : undefined
  if (typeof command === 'string') return { path, command }
  if (command !== undefined) return { problem: `Script "${name}" is unexpectedly not a string for ${path}` }
  const others = Object.entries(scripts).map(([other, text]) => `  ${other}: ${String(text)}`)
  return { problem: `Missing script: "${name}" for ${path}\n\nAvailable scripts are:\n${others.join('\n')}` }
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** With the programs of installed packages, the nearest first. */
function pathFor(context: NodeContext, folder: string): string {
  const bins = foldersAbove(folder)
    .map((each) => join(each, 'node_modules/.bin'))
    .filter((bin) => ifThere(() => syscalls(context).stat(bin))?.kind === 'directory')
  return [...bins, ...(context.process.env['PATH'] ?? '').split(':').filter((part) => part !== '')].join(':')
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersAbove(above)]
}

function quoted(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
