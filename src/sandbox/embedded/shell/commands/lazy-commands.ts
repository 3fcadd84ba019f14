/** The commands whose code is loaded when they are first used. */
import type { CustomCommand } from 'just-bash/browser'
import { lazyCommand } from './lazy-command.ts'

export const LAZY_COMMANDS: readonly CustomCommand[] = [
  lazyCommand('gzip', async () => (await import('./gzip.ts')).gzip),
  lazyCommand('gunzip', async () => (await import('./gzip.ts')).gunzip),
  lazyCommand('zcat', async () => (await import('./gzip.ts')).zcat),
  lazyCommand('tar', async () => (await import('./tar.ts')).tar),
  lazyCommand('zip', async () => (await import('./zip.ts')).zip),
  lazyCommand('unzip', async () => (await import('./unzip.ts')).unzip),
  lazyCommand('patch', async () => (await import('./patch.ts')).patch),
  lazyCommand('shuf', async () => (await import('./shuf.ts')).shuf),
  lazyCommand('xxd', async () => (await import('./xxd.ts')).xxd),
  lazyCommand('yq', async () => (await import('./yq/yq.ts')).yq),
  lazyCommand('bc', async () => (await import('./bc/bc.ts')).bc),
  lazyCommand('make', async () => (await import('./make/make.ts')).make),
  lazyCommand('od', async () => (await import('./od.ts')).od),
  lazyCommand('hexdump', async () => (await import('./od.ts')).hexdump),
]
