/** Programs of the processor's own, which somebody wants to start. */
import { resolve } from '../../../../contract/path.ts'
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { ifThere } from '../../../if-there.ts'
import { O } from '../../../syscalls.ts'
import { adviceForPath, nativeProgramText } from '../../../npm/unavailable-packages.ts'
import type { NodeSpawnOptions } from './stdio-spec.ts'

/** First bytes of programs for Linux, Windows and macOS. */
const MAGIC = ['7f454c46', '4d5a', 'cffaedfe', 'cafebabe']

const warned = new Set<string>()

/**
 * Says of a native program that could not be started what it is, once a path: `ENOEXEC`, which the caller gets as natively,
 * tells nobody. `file` is as it was asked for; one that is looked for in PATH is left alone.
 */
export function warnOfNativeProgram(
  context: NodeContext,
  { file, cwd }: Pick<NodeSpawnOptions, 'file' | 'cwd'>,
): void {
  if (!file.includes('/')) return
  const path = resolve(file, resolve(cwd ?? '.', context.cwd))
  if (warned.has(path) || !isNative(context, path)) return
  warned.add(path)
  const text = nativeProgramText(`${path} is`, adviceForPath(path))
  context.process.emitWarning(text, 'Warning', 'ENOEXEC')
}

function isNative(context: NodeContext, path: string): boolean {
  const sys = syscalls(context)
  const fd = ifThere(() => sys.open(path, O.RDONLY))
  if (fd === undefined) return false
  const start = ifThere(() => sys.read(fd, 4, 0)) ?? []
  sys.close(fd)
  const hex = [...start].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return MAGIC.some((magic) => hex.startsWith(magic))
}
