/** Puts npm's own client where Node has it, before it is first run. */
import { ifThere } from '../if-there.ts'
import type { FileSyscalls } from '../syscalls.ts'

export const NPM_FOLDER = '/usr/lib/node_modules/npm'

/**
 * Defaults, by npm's own builtin configuration: packages get their WebAssembly builds, as with
 * `npm --cpu wasm32`; their scripts run when asked for (`--ignore-scripts=false`); nothing is reported to the
 * registry, and it is not asked for news.
 */
const BUILTIN_CONFIGURATION = [
  'cpu=wasm32',
  'ignore-scripts=true',
  'audit=false',
  'fund=false',
  'update-notifier=false',
]

type Files = Pick<FileSyscalls, 'stat' | 'mkdir' | 'writeFile'>

export async function installClient(
  files: Files,
  load: () => Promise<Readonly<Record<string, string>>>,
): Promise<void> {
  if (ifThere(() => files.stat(`${NPM_FOLDER}/npmrc`))) return
  const texts = await load()
  for (const [name, text] of Object.entries(texts)) write(files, name, text)
  // Last: with it the client is whole.
  write(files, 'npmrc', `${BUILTIN_CONFIGURATION.join('\n')}\n`)
}

function write(files: Files, name: string, text: string): void {
  const path = `${NPM_FOLDER}/${name}`
  files.mkdir(path.slice(0, path.lastIndexOf('/')), 0o755, true)
  files.writeFile(path, new TextEncoder().encode(text), name.startsWith('bin/') ? 0o755 : 0o644)
}
