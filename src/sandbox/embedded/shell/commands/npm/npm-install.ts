/**
 * `npm ci`, `npm install` and what else changes the installed packages. What the lock file says is installed here;
 * npm's own client finds out what that is to be, and does the rest.
 */
import type { ExecResult } from 'just-bash/browser'
import { dirname, join } from '../../../../contract/path.ts'
import { ifThere, textIfThere } from '../../../if-there.ts'
import { DEFAULT_REGISTRY } from '../../../npm/generated/npm-defaults.js'
import { confirmNote, installedPackages, NOTE } from '../../../npm/installed-packages.ts'
import { readInstallSettings, type InstallSettings } from '../../../npm/install-settings.ts'
import { installFromLock, type InstallSummary } from '../../../npm/locked-install.ts'
import type { LockEntry } from '../../../npm/lock-file.ts'
import type { FileSyscalls } from '../../../syscalls.ts'
import type { CommandContext } from '../../just-bash.ts'
import { changedContext } from '../frame/changed-context.ts'
import { runNpmClient } from './npm-client.ts'
import { noteForeignLock } from './npm-foreign-lock.ts'
import { placingFor, PlacingStopped } from './npm-placing.ts'
import { installReplacementPackages } from './npm-replacement-install.ts'
import { installReplacements, type InstallCommand } from './npm-replacements.ts'
import { unavailableNote, unavailablePackages, type Unavailable } from './npm-unavailable.ts'
import { printed } from '../frame/output.ts'
import { WebStopped } from '../web/web-call.ts'
import { CLEAN_INSTALL_NAMES, INSTALL_NAMES, NODE_VERSION, NPM_VERSION, REMOVE_NAMES } from './npm-words.ts'

/** As a program that SIGINT has ended. */
const INTERRUPTED = 130
const PLATFORM = { os: 'linux', cpu: 'wasm32', node: NODE_VERSION, npm: NPM_VERSION }

export async function runInstall(command: InstallCommand): Promise<ExecResult> {
  try {
    return await installAll(command)
  } catch (error) {
    if (error instanceof PlacingStopped || error instanceof WebStopped)
      return { stdout: '', stderr: '', exitCode: INTERRUPTED }
    throw error
  }
}

async function installAll(command: InstallCommand): Promise<ExecResult> {
  const started = performance.now()
  const before = unavailable(command)
  const installed = await install(command, started)
  const root = rootOf(command)
  if (root === undefined || isOfReplacements(root)) return installed
  const note = unavailableNote(before, unavailable(command), installed.exitCode !== 0)
  const result = { ...installed, stderr: installed.stderr + note }
  if (result.exitCode !== 0) return result
  const { context } = command
  const told = await installReplacements({ root, context }, (own) => install(own, performance.now()))
  if (told !== '') confirmNote(context.host.kernel.syscalls, root)
  return { ...result, stderr: result.stderr + told }
}

function unavailable(command: InstallCommand): Unavailable {
  const root = rootOf(command)
  if (root === undefined || isOfReplacements(root)) return new Map()
  return unavailablePackages(command.context.host.kernel.syscalls, root, command.args)
}

async function install(command: InstallCommand, started: number): Promise<ExecResult> {
  const isDone = isOfReplacements(command.directory) && (await installStandIns(command))
  if (isDone) return printed('')
  const told = isOfReplacements(command.directory) ? '' : await noteForeign(command)
  const done =
    (await installHere(command, started)) ?? (await runNpmClient('npm', command.args, command.context))
  return { ...done, stderr: told + done.stderr }
}

/** Before what the lock file says is installed: where only another package manager's is there, npm's is made of it. */
async function noteForeign(command: InstallCommand): Promise<string> {
  const root = rootOf(command)
  const settings = root === undefined ? undefined : settingsOf(command, root)
  if (root === undefined || settings === undefined) return ''
  const [subcommand = '', ...operands] = settings.words
  const isAll = operands.length === 0 && [...INSTALL_NAMES, ...CLEAN_INSTALL_NAMES].includes(subcommand)
  const { args, context } = command
  return isAll ? noteForeignLock({ root, settings, command: `npm ${args.join(' ')}`, context }) : ''
}

/** The project of ours beside installed packages. */
function isOfReplacements(directory: string): boolean {
  return directory.endsWith('/node_modules/.vivarium')
}

/** False where npm's own client is to do it. */
async function installStandIns(command: InstallCommand): Promise<boolean> {
  const args = command.args.filter((arg) => arg !== '--no-package-lock' && arg !== '--force')
  const settings = settingsOf({ ...command, args }, command.directory)
  if (settings === undefined) return false
  const { registry, offline, words } = settings
  return installReplacementPackages({
    project: command.directory,
    specs: words.slice(1),
    registry,
    offline,
    command: `npm ${command.args.join(' ')}`,
    context: command.context,
  })
}

/** Undefined where npm's own client is to do all of it. */
async function installHere(command: InstallCommand, started: number): Promise<ExecResult | undefined> {
  const root = rootOf(command)
  if (root === undefined) return undefined
  const settings = settingsOf(command, root)
  const [subcommand = '', ...operands] = settings?.words ?? []
  if (settings === undefined || !canInstall(command, root, operands)) return undefined
  const fromLock = async (
    isClean: boolean,
    installed?: ReadonlyMap<string, LockEntry>,
  ): Promise<ExecResult | undefined> => {
    const summary = await installFromLock(toolsOf(command.context), {
      root,
      settings,
      isClean,
      ...(installed === undefined ? {} : { installed }),
      command: `npm ${command.args.join(' ')}`,
    })
    return summary && resultOf(summary, settings, started)
  }
  if (CLEAN_INSTALL_NAMES.includes(subcommand)) return operands.length === 0 ? fromLock(true) : undefined
  const isInstall = INSTALL_NAMES.includes(subcommand)
  if (!isInstall && !REMOVE_NAMES.includes(subcommand)) return undefined
  const { syscalls } = command.context.host.kernel
  const before = installedPackages(syscalls, root)
  if (before === undefined) return undefined
  const done = isInstall && operands.length === 0 ? await fromLock(false) : undefined
  if (done !== undefined) return done
  // Without a lock file npm goes by what is installed.
  const hasLock = ifThere(() => syscalls.stat(`${root}/package-lock.json`)) !== undefined
  if (!hasLock && ifThere(() => syscalls.stat(`${root}/node_modules`)) !== undefined) return undefined
  const restore = keep(
    syscalls,
    ['package.json', 'package-lock.json', NOTE].map((name) => `${root}/${name}`),
  )
  const resolved = await resolveOnly(command)
  if (resolved.exitCode !== 0) return resolved
  // The client has noted as installed what it only was to find out, so that what was there before it counts.
  const installed = await fromLock(false, before)
  if (installed === undefined) restore()
  return installed && { ...installed, stderr: resolved.stderr + installed.stderr }
}

/** Returns how these files become what they are now. */
function keep(files: FileSyscalls, paths: readonly string[]): () => void {
  const before = paths.map((path) => ifThere(() => files.readFile(path)))
  return () => {
    for (const [at, path] of paths.entries()) {
      const data = before[at]
      if (data !== undefined) files.writeFile(path, data)
      else if (ifThere(() => files.lstat(path)) !== undefined) files.unlink(path)
    }
  }
}

/** Finds out which versions there are to be, and notes them in the lock file. */
async function resolveOnly({ args, context }: InstallCommand): Promise<ExecResult> {
  const { stderr } = context.live
  // npm draws only where both streams are a terminal, and what it prints at the end is not true here.
  const drawn = stderr !== null && context.host.kernel.syscalls.isatty(stderr) ? ['--progress'] : []
  const quiet = changedContext(context, { live: { ...context.live, stdout: null } })
  const result = await runNpmClient('npm', ['--package-lock-only', ...drawn, ...args], quiet)
  // Its output describes the lock file only; of a failure it is all there is.
  return result.exitCode === 0 ? { ...result, stdout: '' } : result
}

/** The nearest folder with a package.json or packages. */
function rootOf({ directory, context }: InstallCommand): string | undefined {
  const { syscalls } = context.host.kernel
  for (let at = directory; ; at = dirname(at)) {
    if (ifThere(() => syscalls.stat(join(at, 'package.json'))) !== undefined) return at
    if (at === '/' || ifThere(() => syscalls.stat(join(at, 'node_modules'))) !== undefined) return undefined
  }
}

function settingsOf({ args, context }: InstallCommand, root: string): InstallSettings | undefined {
  const { syscalls } = context.host.kernel
  const env = { ...context.exportedEnv }
  const home = env['HOME'] ?? '/'
  const places = [`${root}/.npmrc`, `${home}/.npmrc`, '/usr/etc/npmrc', '/etc/npmrc']
  return readInstallSettings({
    args: withoutPrefix(args),
    env,
    files: places.flatMap((path) => textIfThere(syscalls, path) ?? []),
  })
}

/** It has been looked at already. */
function withoutPrefix(args: readonly string[]): readonly string[] {
  return args.filter(
    (arg, at) =>
      !arg.startsWith('--prefix') && arg !== '-C' && args[at - 1] !== '--prefix' && args[at - 1] !== '-C',
  )
}

/** False for a part of a larger project, and for one that another package manager or an older npm looks after. */
function canInstall({ context }: InstallCommand, root: string, operands: readonly string[]): boolean {
  const { syscalls } = context.host.kernel
  const has = (path: string): boolean => ifThere(() => syscalls.lstat(path)) !== undefined
  if (has(`${root}/npm-shrinkwrap.json`)) return false
  // npm keeps it up to date. Where nothing is to change, npm's own lock file counts.
  const isYarns = operands.length > 0 || !has(`${root}/package-lock.json`)
  if (isYarns && has(`${root}/yarn.lock`)) return false
  const modules = ifThere(() => syscalls.lstat(`${root}/node_modules`))
  if (modules !== undefined && modules.kind !== 'directory') return false
  for (let at = root; at !== '/';) {
    at = dirname(at)
    if (/"workspaces"/.test(textIfThere(syscalls, join(at, 'package.json')) ?? '')) return false
  }
  return true
}

function toolsOf(context: CommandContext): Parameters<typeof installFromLock>[0] {
  return {
    files: context.host.kernel.syscalls,
    placePackages: placingFor(context),
    platform: PLATFORM,
    registries: { standard: DEFAULT_REGISTRY },
  }
}

function resultOf(summary: InstallSummary, settings: InstallSettings, started: number): ExecResult {
  const stderr = settings.warns
    ? summary.deprecated.map((line) => `npm warn deprecated ${line}\n`).join('')
    : ''
  const stdout = settings.silent ? '' : `\n${sentence(summary)} in ${duration(performance.now() - started)}\n`
  return { stdout, stderr, exitCode: 0 }
}

function sentence({ added, removed, changed }: InstallSummary): string {
  const count = (verb: string, number: number): string[] =>
    number === 0 ? [] : [`${verb} ${number} package${number === 1 ? '' : 's'}`]
  const parts = [...count('added', added), ...count('removed', removed), ...count('changed', changed)]
  if (parts.length === 0) return 'up to date'
  return parts.length === 1 ? parts.join('') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1) ?? ''}`
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`
  return ms < 60_000 ? `${Math.round(ms / 1000)}s` : `${Math.round(ms / 60_000)}m`
}
