/** `patch`: applies unified diffs to files. */
import { isInGitFolder } from '../../../../contract/git-folder.ts'
import { isSteeringFile } from '../../../../contract/steering-file.ts'
import { dirname } from '../../../../contract/path.ts'
import { encodeText, toByteString } from '../../byte-string.ts'
import type { CommandBody } from '../../just-bash.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import { runCommand, type CommandRun } from '../frame/command-run.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { applyHunks, reverseHunk, type Placed } from './patch-apply.ts'
import { parsePatch, PatchFormatError, splitLines, type FilePatch, type Hunk } from './patch-format.ts'
import { fileOf, NO_FILE, type Target } from './patch-target.ts'

const SYNTAX: Syntax = {
  name: 'patch',
  usage: 'patch [-pNUM] [-R] [-i PATCHFILE] [--dry-run] [OPTION]... [ORIGFILE [PATCHFILE]]',
  misuse: 2,
  options: [
    'p,strip=',
    'R,reverse',
    'i,input=',
    'd,directory=',
    'o,output=',
    'r,reject-file=',
    'F,fuzz=',
    'N,forward',
    'f,force',
    't,batch',
    's,quiet,silent',
    'b,backup',
    'E,remove-empty-files',
    'u,unified',
    'dry-run',
    'no-backup-if-mismatch',
    'binary',
    'verbose',
    'z,suffix=',
  ],
}
const TROUBLE = 2
const DEFAULT_FUZZ = 2

export const patch: CommandBody = (args, context) => {
  return runCommand(SYNTAX, args, { context, body: (run) => new Patcher(run).run() })
}

class Patcher {
  readonly #run: CommandRun
  readonly #isDry: boolean
  readonly #isReversed: boolean
  readonly #fuzz: number
  #code = 0

  constructor(run: CommandRun) {
    this.#run = run
    this.#isDry = run.options.has('dry-run')
    this.#isReversed = run.options.has('R')
    this.#fuzz = Number(run.options.value('F') ?? DEFAULT_FUZZ)
  }

  run(): number {
    const { options, operands } = this.#run
    const [original, patchFile = options.value('i') ?? '-'] = operands
    const patches = this.#patches(patchFile)
    if (patches.length === 0)
      throw new CommandError('**** Only garbage was found in the patch input.', TROUBLE)
    const strip = options.value('p')
    for (const given of patches) {
      const turned = this.#isReversed ? reverse(given) : given
      const folder = options.value('d') ?? '.'
      const target = fileOf(this.#run, turned, {
        original,
        folder,
        strip: strip === undefined ? undefined : Number(strip),
        isReversed: this.#isReversed,
      })
      if (target === undefined) this.#skip(turned)
      else this.#guarded(turned, target)
    }
    return this.#code
  }

  #patches(file: string): readonly FilePatch[] {
    try {
      return parsePatch(textOf(this.#run.read(file)))
    } catch (error) {
      if (error instanceof CommandError)
        throw new CommandError(
          `**** Can't open patch file ${error.message.replace(/: (?=[^:]*$)/, ' : ')}`,
          TROUBLE,
        )
      if (!(error instanceof PatchFormatError)) throw error
      throw new CommandError(`**** ${error.message}`, TROUBLE)
    }
  }

  /** Only regular files are patched, and no guarded one is reached by a link. */
  #guarded(given: FilePatch, target: Target): void {
    const paths = [target.path, target.to]
    const ofGit = [target.to, target.path].find(isInGitFolder)
    if (ofGit !== undefined)
      return this.#refuseGuarded(given, `File ${ofGit} is not patched: only git changes files under .git.\n`)
    const linked = paths.find((path) => this.#leadsToGuarded(path))
    if (linked !== undefined)
      return this.#refuseGuarded(given, `File ${linked} lies behind a symbolic link -- refusing to patch\n`)
    const odd = paths.find((path) => (this.#run.statsOf(path, false)?.kind ?? 'file') !== 'file')
    if (odd !== undefined)
      return this.#ignore(given, target, `File ${odd} is not a regular file -- refusing to patch\n`)
    this.#one(given, target)
  }

  /** By a link in its way: a name that says so itself is asked about before the command runs. */
  #leadsToGuarded(operand: string): boolean {
    const path = this.#run.path(operand)
    if (isGuarded(path)) return false
    for (let folder = dirname(path); folder !== '/'; folder = dirname(folder))
      if (this.#run.exists(folder))
        return isGuarded(this.#run.files.realpath(folder) + path.slice(folder.length))
    return false
  }

  /** Nothing is written beside it either. */
  #refuseGuarded(given: FilePatch, why: string): void {
    this.#run.out(why)
    const count = given.hunks.length
    if (count > 0) this.#run.out(`${count} out of ${count} hunk${count === 1 ? '' : 's'} ignored\n`)
    this.#code = 1
  }

  #skip(given: FilePatch): void {
    this.#run.out(`can't find file to patch: ${given.oldName ?? '?'} or ${given.newName ?? '?'}\n`)
    this.#run.out('Perhaps you used the wrong -p or --strip option?\nSkipping patch.\n')
    const count = given.hunks.length
    if (count > 0) this.#run.out(`${count} out of ${count} hunk${count === 1 ? '' : 's'} ignored\n`)
    this.#code = 1
  }

  #one(given: FilePatch, target: Target): void {
    const before = target.exists ? splitLines(textOf(this.#run.read(target.path))) : []
    if (given.isBinary) {
      this.#run.out(`File ${target.path}: git binary diffs are not supported.\n`)
      this.#code = 1
      return
    }
    const moved =
      target.to === target.path ? '' : ` (${given.isCopy ? 'copied' : 'renamed'} from ${target.path})`
    this.#say(
      `${this.#isDry ? 'checking' : 'patching'} file ${this.#run.options.value('o') ?? target.to}${moved}\n`,
    )
    if (this.#isAppliedAlready(given, target, before)) return this.#refuse(given, target)
    const { lines, placed } = applyHunks(before, given.hunks, this.#fuzz)
    this.#report(given, placed, target)
    if (!this.#isDry) this.#write({ given, target, before, lines, placed })
  }

  /** The hunks do not fit, but what undoes them would. */
  #isAppliedAlready(given: FilePatch, target: Target, before: readonly string[]): boolean {
    const { options } = this.#run
    if (options.has('f') || given.hunks.length === 0) return false
    if (given.oldName === NO_FILE) return target.exists && before.length > 0
    const [first] = given.hunks
    if (first === undefined) return false
    for (let fuzz = 0; fuzz <= this.#fuzz; fuzz += 1) {
      if (isPlaced(before, first, fuzz)) return false
      if (isPlaced(before, reverseHunk(first), fuzz)) return true
    }
    return false
  }

  #refuse(given: FilePatch, target: Target): void {
    const isNew = given.oldName === NO_FILE
    const what = isNew
      ? `The next patch would create the file ${target.to},\nwhich already exists!`
      : `${this.#isReversed ? 'Unreversed' : 'Reversed'} (or previously applied) patch detected!`
    const ends = this.#run.options.has('N')
    const ask = this.#isReversed ? 'Ignore -R?' : 'Assume -R?'
    this.#ignore(
      given,
      target,
      ends ? `${what}  Skipping patch.\n` : `${what}  ${ask} [n] \nApply anyway? [n] \nSkipping patch.\n`,
    )
  }

  #ignore(given: FilePatch, target: Target, why: string): void {
    this.#run.out(why)
    const count = given.hunks.length
    const saved = this.#saveRejects(given, given.hunks, target)
    this.#run.out(`${count} out of ${count} hunk${count === 1 ? '' : 's'} ignored${saved}\n`)
    this.#code = 1
  }

  #report(given: FilePatch, placed: readonly Placed[], target: Target): void {
    for (const [index, one] of placed.entries()) {
      if (one.type === 'failed') {
        this.#run.out(`Hunk #${index + 1} FAILED at ${one.line}.\n`)
        continue
      }
      const { line, offset, fuzz } = one
      if (offset === 0 && fuzz === 0) continue
      const lines = `${offset} line${offset === 1 ? '' : 's'}`
      const parts = [fuzz === 0 ? '' : ` with fuzz ${fuzz}`, offset === 0 ? '' : ` (offset ${lines})`]
      this.#say(`Hunk #${index + 1} succeeded at ${line}${parts.join('')}.\n`)
    }
    const failed = given.hunks.filter((_, index) => placed[index]?.type === 'failed')
    if (failed.length === 0) return
    const saved = this.#saveRejects(given, failed, target)
    const all = placed.length
    this.#run.out(`${failed.length} out of ${all} hunk${all === 1 ? '' : 's'} FAILED${saved}\n`)
    this.#code = 1
  }

  /** Writes the rejected hunks; returns the end of the message about them. */
  #saveRejects(given: FilePatch, hunks: readonly Hunk[], target: Target): string {
    const file = this.#run.options.value('r') ?? `${target.to}.rej`
    if (this.#isDry || file === '-') return ''
    const head = `--- ${given.oldName ?? target.path}\n+++ ${given.newName ?? target.to}\n`
    this.#run.write(file, encodeText(head + hunks.map(hunkText).join('')))
    return ` -- saving rejects to file ${file}`
  }

  #write(done: {
    given: FilePatch
    target: Target
    before: readonly string[]
    lines: readonly string[]
    placed: readonly Placed[]
  }): void {
    const { given, target, before, lines, placed } = done
    const { options, files } = this.#run
    const output = options.value('o') ?? target.to
    const isInexact = placed.some((one) => one.type === 'failed' || one.offset !== 0 || one.fuzz !== 0)
    const wantsBackup = options.has('b') || (isInexact && !options.has('no-backup-if-mismatch'))
    if (wantsBackup && !options.has('o'))
      this.#run.write(target.to + (options.value('z') ?? '.orig'), encodeText(before.join('')))
    const isGone = given.newName === NO_FILE || given.isDeletion || options.has('E')
    if (isGone && lines.length === 0 && placed.every((one) => one.type === 'applied')) {
      if (target.exists) this.#remove(target.path)
      return
    }
    if (isGone && given.newName === NO_FILE)
      this.#run.out(`Not deleting file ${target.to} as content differs from patch\n`)
    if (isGone && given.newName === NO_FILE) this.#code = 1
    const path = this.#run.path(output)
    const mode = given.mode ?? (target.exists ? files.stat(this.#run.path(target.path)).mode : 0o644)
    this.#run.attempt(output, () => files.mkdir(dirname(path), 0o755, true))
    this.#run.write(output, encodeText(lines.join('')), mode)
    files.chmod(path, mode)
    if (given.isRename && target.path !== target.to) files.unlink(this.#run.path(target.path))
  }

  /** With the directories that nothing is left in. */
  #remove(operand: string): void {
    const { files, context } = this.#run
    const path = this.#run.path(operand)
    files.unlink(path)
    for (let folder = dirname(path); folder !== context.cwd && folder !== '/'; folder = dirname(folder)) {
      if (files.readdir(folder).length > 0) return
      files.rmdir(folder)
    }
  }

  #say(text: string): void {
    if (!this.#run.options.has('s')) this.#run.out(text)
  }
}

function isGuarded(path: string): boolean {
  return isInGitFolder(path) || isSteeringFile(path)
}

function isPlaced(lines: readonly string[], hunk: Hunk, fuzz: number): boolean {
  return applyHunks(lines, [hunk], fuzz).placed.every((one) => one.type === 'applied')
}

function reverse(given: FilePatch): FilePatch {
  return {
    ...given,
    oldName: given.newName,
    newName: given.oldName,
    mode: undefined,
    isDeletion: false,
    hunks: given.hunks.map(reverseHunk),
  }
}

function hunkText(hunk: Hunk): string {
  const old = hunk.lines.filter((line) => !line.startsWith('+')).length
  const now = hunk.lines.filter((line) => !line.startsWith('-')).length
  const range = (start: number, count: number): string => (count === 1 ? String(start) : `${start},${count}`)
  const lines = hunk.lines.map((line) =>
    line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`,
  )
  return `@@ -${range(hunk.oldStart, old)} +${range(hunk.newStart, now)} @@\n${lines.join('')}`
}

/** Bytes that are no text stay what they are: `encodeText` turns these chars into them again. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Not UTF-8: one char a byte, in the form that keeps bytes.
    return toByteString(bytes).replace(/[\x80-\xff]/g, (byte) =>
      String.fromCharCode(0xdc00 + byte.charCodeAt(0)),
    )
  }
}
