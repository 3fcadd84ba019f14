/** `du`: what files take. A file takes whole blocks of 4 KiB, and a folder one of them. */
import { resolve } from '../../../../contract/path.ts'
import { Errno, type Stats, type Syscalls } from '../../../syscalls.ts'
import { errnoSentence } from '../../files/errno-text.ts'
import { streamTool, type StreamRun } from '../../stream/stream-run.ts'
import { fnmatchRegex } from '../regex/fnmatch.ts'
import type { Syntax } from '../../../../languages/option-parser.ts'
import { parseSize } from '../frame/text-units.ts'

const SYNTAX: Syntax = {
  name: 'du',
  usage: 'du [OPTION]... [FILE]...',
  options: [
    '0,null',
    'a,all',
    'apparent-size',
    'B,block-size=',
    'b,bytes',
    'c,total',
    'D,dereference-args,H',
    'd,max-depth=',
    'h,human-readable',
    'k',
    'L,dereference',
    'l,count-links',
    'm',
    'P,no-dereference',
    'S,separate-dirs',
    'si',
    's,summarize',
    't,threshold=',
    'exclude=',
    'X,exclude-from=',
    'x,one-file-system',
  ],
}
const BLOCK = 4096
const UNITS = ['', 'K', 'M', 'G', 'T', 'P']

export const du = streamTool(SYNTAX, async (run) => {
  const { options } = run
  if (options.has('s') && options.has('a')) throw run.misuse('cannot both summarize and show all entries')
  if (options.has('t')) throw run.misuse('--threshold is not supported here')
  const excluded = [...options.values('exclude')]
  for (const file of options.values('X'))
    excluded.push(...(await run.text(file)).split('\n').filter((line) => line !== ''))
  const usage = new Usage(run, excluded)
  let total = 0
  for (const operand of options.operands.length === 0 ? ['.'] : options.operands)
    total += await usage.of(operand)
  if (options.has('c')) await usage.print(total, 'total')
})

class Usage {
  readonly #run: StreamRun
  readonly #syscalls: Syscalls
  readonly #excluded: readonly RegExp[]
  readonly #depth: number
  readonly #isApparent: boolean
  /** Files with several names count once. */
  readonly #seen = new Set<number>()

  constructor(run: StreamRun, excluded: readonly string[]) {
    this.#run = run
    this.#syscalls = run.context.host.kernel.syscalls
    this.#excluded = excluded.map((pattern) => fnmatchRegex(pattern))
    const { options } = run
    this.#depth = options.has('s') ? 0 : (run.number('d', 'invalid maximum depth') ?? Infinity)
    this.#isApparent = options.has('b') || options.has('apparent-size')
  }

  async of(operand: string): Promise<number> {
    const path = this.#run.context.host.realPath(resolve(operand, this.#run.context.cwd))
    const { options } = this.#run
    try {
      const stats =
        options.has('D') || options.has('L') ? this.#syscalls.stat(path) : this.#syscalls.lstat(path)
      return await this.#entry({ name: operand, path, stats }, 0)
    } catch (error) {
      if (!(error instanceof Errno)) throw error
      this.#run.complain(`cannot access '${operand}': ${errnoSentence(error)}`)
      return 0
    }
  }

  async #entry(
    entry: { readonly name: string; readonly path: string; readonly stats: Stats },
    depth: number,
  ): Promise<number> {
    const { name, path, stats } = entry
    const base = name.slice(name.lastIndexOf('/') + 1)
    if (this.#excluded.some((regex) => regex.test(base) || regex.test(name))) return 0
    const { options } = this.#run
    if (stats.kind !== 'directory') {
      if (stats.nlink > 1 && !options.has('l')) {
        if (this.#seen.has(stats.ino)) return 0
        this.#seen.add(stats.ino)
      }
      const size = this.#sizeOf(stats)
      if (depth === 0 || (options.has('a') && depth <= this.#depth)) await this.print(size, name)
      return size
    }
    let size = BLOCK
    let below = 0
    for (const child of this.#syscalls
      .scandir(path)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const childPath = `${path === '/' ? '' : path}/${child.name}`
      const own = options.has('L') && child.kind === 'symlink' ? this.#syscalls.stat(childPath) : child
      const childName = `${name === '/' ? '' : name.replace(/(.)\/+$/, '$1')}/${child.name}`
      const childSize = await this.#entry({ name: childName, path: childPath, stats: own }, depth + 1)
      if (own.kind === 'directory' && options.has('S')) below += childSize
      else size += childSize
    }
    if (depth <= this.#depth) await this.print(size, name)
    return size + (options.has('S') ? below : 0)
  }

  #sizeOf({ kind, size }: Stats): number {
    if (this.#isApparent) return size
    return kind === 'file' ? Math.ceil(size / BLOCK) * BLOCK : 0
  }

  async print(size: number, name: string): Promise<void> {
    await this.#run.out(`${this.#shown(size)}\t${name}${this.#run.options.has('0') ? '\0' : '\n'}`)
  }

  #shown(size: number): string {
    const { options } = this.#run
    const unit = options.lastOf(['h', 'si', 'k', 'm', 'b', 'B'])
    if (unit === 'h' || unit === 'si') return human(size, unit === 'h' ? 1024 : 1000)
    if (unit === 'b') return String(size)
    const block = unit === 'm' ? 1024 * 1024 : unit === 'B' ? this.#blockSize() : 1024
    return String(Math.ceil(size / block))
  }

  #blockSize(): number {
    const text = this.#run.options.value('B') ?? ''
    const size = parseSize(/^[a-zA-Z]/.test(text) ? `1${text}` : text)
    if (size === undefined || size === 0) throw this.#run.misuse(`invalid --block-size argument '${text}'`)
    return size
  }
}

/** Rounded up, with one decimal below ten. */
function human(size: number, base: number): string {
  let value = size
  let unit = 0
  while (value >= base && unit < UNITS.length - 1) {
    value /= base
    unit += 1
  }
  if (unit === 0) return String(size)
  const tenths = Math.ceil(value * 10 - 1e-9) / 10
  const letter = base === 1000 && unit === 1 ? 'k' : (UNITS[unit] ?? '')
  return `${tenths < 10 ? tenths.toFixed(1) : String(Math.ceil(value - 1e-9))}${letter}`
}
