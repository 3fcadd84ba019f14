/** Details that `file` reports of programs and libraries. */
import type { BytesReader } from './bytes-reader.ts'

const ELF_TYPES = ['no file type', 'relocatable', 'executable', 'shared object', 'core file']
const ELF_MACHINES: Readonly<Record<number, string>> = {
  2: 'SPARC',
  3: 'Intel 80386',
  8: 'MIPS',
  20: 'PowerPC or cisco 4500',
  21: '64-bit PowerPC or cisco 7500',
  22: 'IBM S/390',
  40: 'ARM',
  62: 'x86-64',
  183: 'ARM aarch64',
  243: 'UCB RISC-V',
  247: 'eBPF',
  258: 'LoongArch',
}
const ELF_MIME = ['', 'object', 'executable', 'sharedlib', 'coredump']
const [DYNAMIC, INTERPRETER, NOTE] = [2, 3, 4] as const
const SYMBOLS = 2
const BUILD_ID = 3
const SYSTEM = 1
const PIE_FLAG = 0x8_00_00_00
const FLAGS = 0x6f_ff_ff_fb

interface Elf {
  readonly file: BytesReader
  readonly is64: boolean
  readonly isLittle: boolean
}

function word(elf: Elf, at: number): number {
  if (!elf.is64) return elf.file.u32(at, elf.isLittle)
  const [high, low] = elf.isLittle ? [at + 4, at] : [at, at + 4]
  return elf.file.u32(high, elf.isLittle) * 2 ** 32 + elf.file.u32(low, elf.isLittle)
}

interface Segments {
  readonly types: readonly number[]
  readonly interpreter: string | undefined
  readonly buildId: string | undefined
  /** The oldest system that it runs on. */
  readonly system: string | undefined
  readonly isPie: boolean
}

export function describeElf(file: BytesReader): readonly [text: string, mime: string] {
  const elf: Elf = { file, is64: file.u8(4) === 2, isLittle: file.u8(5) === 1 }
  const type = file.u16(16, elf.isLittle)
  const machine = file.u16(18, elf.isLittle)
  const table = elf.is64 ? 54 : 42
  const [segmentCount, sectionCount] = [file.u16(table + 2, elf.isLittle), file.u16(table + 6, elf.isLittle)]
  const segments = readSegments(elf, segmentCount)
  const isPie = type === 3 && (segments.isPie || segments.interpreter !== undefined)
  const name = isPie
    ? segments.isPie
      ? 'pie executable'
      : 'shared object'
    : (ELF_TYPES[type] ?? 'unknown type')
  const parts = [`ELF ${elf.is64 ? 64 : 32}-bit ${elf.isLittle ? 'LSB' : 'MSB'} ${name}`]
  parts.push(ELF_MACHINES[machine] ?? `*unknown arch 0x${machine.toString(16)}*`)
  if (machine === 21) parts.push('Unspecified or Power ELF V1 ABI')
  if (machine === 243) parts.push('soft-float ABI')
  parts.push(`version ${file.u32(20, elf.isLittle)} (${['SYSV', '', '', 'GNU/Linux'][file.u8(7)] ?? 'SYSV'})`)
  const hasProgram = type === 2 || type === 3
  if (hasProgram && segmentCount > 0)
    parts.push(segments.types.includes(DYNAMIC) ? 'dynamically linked' : 'statically linked')
  else if (type !== 1) parts.push('no program header')
  if (segments.interpreter !== undefined) parts.push(`interpreter ${segments.interpreter}`)
  if (segments.buildId !== undefined) parts.push(`BuildID[sha1]=${segments.buildId}`)
  if (segments.system !== undefined) parts.push(`for GNU/Linux ${segments.system}`)
  if (type !== 4 && sectionCount === 0) parts.push('no section header')
  else if (type !== 4) parts.push(hasSymbols(elf, sectionCount) ? 'not stripped' : 'stripped')
  const kind = isPie && segments.isPie ? 'pie-executable' : (ELF_MIME[type] ?? 'octet-stream')
  return [parts.join(', '), `application/x-${kind}`]
}

function readSegments(elf: Elf, count: number): Segments {
  const { file, isLittle, is64 } = elf
  const [start, size] = [word(elf, is64 ? 32 : 28), file.u16(is64 ? 54 : 42, isLittle)]
  const types: number[] = []
  let interpreter: string | undefined
  let buildId: string | undefined
  let system: string | undefined
  let isPie = false
  for (let at = start; at < start + size * count && at < file.bytes.length; at += size) {
    const type = file.u32(at, isLittle)
    const [offset, length] = [word(elf, at + (is64 ? 8 : 4)), word(elf, at + (is64 ? 32 : 16))]
    types.push(type)
    if (type === INTERPRETER) interpreter = file.name(offset, length)
    if (type === NOTE) {
      buildId ??= buildIdIn(elf, offset, length)
      system ??= systemIn(elf, offset, length)
    }
    if (type === DYNAMIC) isPie ||= isPositionIndependent(elf, offset, length)
  }
  return { types, interpreter, buildId, system, isPie }
}

/** Offset and length of the contents of GNU's note of a type. */
function noteIn(
  { file, isLittle }: Elf,
  wanted: number,
  from: number,
  length: number,
): readonly [number, number] | undefined {
  for (let at = from; at + 12 <= from + length;) {
    const nameSize = file.u32(at, isLittle)
    const size = file.u32(at + 4, isLittle)
    const data = at + 12 + ((nameSize + 3) & ~3)
    if (file.u32(at + 8, isLittle) === wanted && file.has(at + 12, 'GNU\0')) return [data, size]
    at = data + ((size + 3) & ~3)
  }
  return undefined
}

function buildIdIn(elf: Elf, from: number, length: number): string | undefined {
  const found = noteIn(elf, BUILD_ID, from, length)
  if (found === undefined) return undefined
  const bytes = elf.file.bytes.subarray(found[0], found[0] + found[1])
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function systemIn(elf: Elf, from: number, length: number): string | undefined {
  const found = noteIn(elf, SYSTEM, from, length)
  if (found === undefined || elf.file.u32(found[0], elf.isLittle) !== 0) return undefined
  return [4, 8, 12].map((offset) => elf.file.u32(found[0] + offset, elf.isLittle)).join('.')
}

function isPositionIndependent(elf: Elf, from: number, length: number): boolean {
  const size = elf.is64 ? 8 : 4
  for (let at = from; at < from + length; at += 2 * size)
    if (word(elf, at) === FLAGS && (word(elf, at + size) & PIE_FLAG) !== 0) return true
  return false
}

function hasSymbols(elf: Elf, count: number): boolean {
  const { file, isLittle, is64 } = elf
  const [start, size] = [word(elf, is64 ? 40 : 32), file.u16(is64 ? 58 : 46, isLittle)]
  for (let at = start; at < start + size * count; at += size)
    if (file.u32(at + 4, isLittle) === SYMBOLS) return true
  return false
}

const MACHO_TYPES = [
  '',
  'object',
  'executable',
  'fixed virtual memory shared library',
  'core',
  'preload executable',
  'dynamically linked shared library',
  'dynamic linker',
  'bundle',
]
const MACHO_FLAGS = [
  'NOUNDEFS',
  'INCRLINK',
  'DYLDLINK',
  'BINDATLOAD',
  'PREBOUND',
  'SPLIT_SEGS',
  'LAZY_INIT',
  'TWOLEVEL',
]
const MACHO_PIE = 0x20_00_00

function machoMachine(type: number): string {
  const names: Readonly<Record<number, string>> = {
    7: 'i386',
    12: 'arm',
    0x1_00_00_07: 'x86_64',
    0x1_00_00_0c: 'arm64',
  }
  return names[type] ?? `cputype (${type})`
}

export function describeMacho(file: BytesReader): string {
  const is64 = file.u8(0) === 0xcf
  const flags = file.u32(24, true)
  const names = MACHO_FLAGS.filter((_, bit) => (flags & (1 << bit)) !== 0)
  if ((flags & MACHO_PIE) !== 0) names.push('PIE')
  const kind = MACHO_TYPES[file.u32(12, true)] ?? ''
  const shown = names.length === 0 ? '' : `, flags:<${names.join('|')}>`
  return `Mach-O ${is64 ? '64-bit ' : ''}${machoMachine(file.u32(4, true))} ${kind}${shown}`
}

/** Java's classes begin with the same letters: their version stands where this has the number of programs. */
export function describeFatOrClass(file: BytesReader): readonly [text: string, mime: string] {
  const count = file.u32(4)
  if (count < 20) {
    const names = Array.from({ length: count }, (_, at) => machoMachine(file.u32(8 + 20 * at)))
    const list = names
      .map((name) => `[${name}]`)
      .join(String.raw` [\012- `)
      .replaceAll(String.raw`[\012- [`, String.raw`[\012- `)
    const text = `Mach-O universal binary with ${count} architecture${count === 1 ? '' : 's'}: ${list}`
    return [text, 'application/x-mach-binary']
  }
  const version = file.u16(6)
  const release = version - 44
  const java = version < 49 ? `1.${release}` : release <= 8 ? `1.${release}` : `SE ${release}`
  return [
    `compiled Java class data, version ${version}.${file.u16(4)} (Java ${java})`,
    'application/x-java-applet',
  ]
}

const PE_MACHINES: Readonly<Record<number, string>> = {
  0x1_4c: 'Intel 80386',
  0x1_c0: 'ARM',
  0x1_c4: 'ARMv7 Thumb',
  0x86_64: 'x86-64',
  0xaa_64: 'Aarch64',
}
const PE_SYSTEMS: Readonly<Record<number, string>> = {
  1: ' (native)',
  2: ' (GUI)',
  3: ' (console)',
  10: ' (EFI application)',
}

export function describeDos(file: BytesReader): readonly [text: string, mime: string] {
  const at = file.u32(60, true)
  if (at === 0 || !file.has(at, 'PE\0\0'))
    return ['MS-DOS executable, MZ for MS-DOS', 'application/x-dosexec']
  const isPlus = file.u16(at + 24, true) === 0x2_0b
  const dll = (file.u16(at + 22, true) & 0x20_00) === 0 ? '' : ' (DLL)'
  const system = PE_SYSTEMS[file.u16(at + 92, true)] ?? ''
  const machine = PE_MACHINES[file.u16(at + 4, true)] ?? 'unknown processor'
  const assembly = file.u32(at + (isPlus ? 248 : 232), true) > 0 ? ' Mono/.Net assembly' : ''
  const text = `PE32${isPlus ? '+' : ''} executable${dll}${system} ${machine}${assembly}, for MS Windows, ${file.u16(at + 6, true)} sections`
  return [text, 'application/vnd.microsoft.portable-executable']
}
