import type { BlobStore, ExecRequest, Sandbox } from '../contract.ts'
import type { Result } from '../errors.ts'

export interface ContractSubject {
  /** A new sandbox with an empty workspace; the suite disposes it. */
  readonly create: (blobs: BlobStore) => Sandbox | Promise<Sandbox>
  /** For back ends of which a page can have only one: a sandbox of another kind, to compare with. */
  readonly createOther?: (blobs: BlobStore) => Sandbox | Promise<Sandbox>
  readonly capabilities: {
    /** `echo`, `cat`, `sleep`, `seq`, `cd`, `exit`, `;`, `&&`, quotes, `$NAME`, `>` and `>&2` work. */
    readonly shell: boolean
    readonly separateStderr: boolean
    /** `openShell`, programs at ports, and `node`. */
    readonly openShells: boolean
    /** `readOnlyCommands` of its description. */
    readonly readOnly: boolean
    /** `reportsOpened` of its description. */
    readonly opened: boolean
    /** `resultFiles` of its description. */
    readonly results: boolean
    /** `forks` of its description; with `openShells` also `git` and `readOnly`. */
    readonly forks: boolean
  }
}

/** Fixtures of one test; the sandbox is disposed after it. */
export interface ContractContext {
  readonly sandbox: Sandbox
  readonly blobs: BlobStore
  /** Another sandbox on the same blob store. */
  readonly another: () => Promise<Sandbox>
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function text(data: Uint8Array): string {
  return new TextDecoder().decode(data)
}

/** The value of a call that must succeed. */
export async function value<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result
  if (settled.ok) return settled.value
  throw new Error(`${settled.error.kind}: ${settled.error.message}`)
}

/** The kind of failure of a call, or `ok`. Every failure must say something to read. */
export async function kindOf(result: Promise<Result<unknown>>): Promise<string> {
  const settled = await result
  if (settled.ok) return 'ok'
  if (settled.error.message.trim() === '')
    throw new Error(`a failure of kind ${settled.error.kind} says nothing`)
  return settled.error.kind
}

/** Everything in a directory by path: two trees are equal exactly when these are. */
export async function treeOf(sandbox: Sandbox, root = '/workspace'): Promise<Record<string, string>> {
  const tree: Record<string, string> = {}
  const visit = async (directory: string, prefix: string): Promise<void> => {
    for (const { name, kind, mode } of await value(sandbox.list(directory))) {
      const path = `${directory}/${name}`
      const bits = mode.toString(8)
      if (kind === 'directory') {
        tree[`${prefix}${name}/`] = bits
        await visit(path, `${prefix}${name}/`)
      } else if (kind === 'symlink') tree[prefix + name] = `-> ${await value(sandbox.readLink(path))}`
      else tree[prefix + name] = `${bits} ${fingerprint(await value(sandbox.readFile(path)))}`
    }
  }
  await visit(root, '')
  return tree
}

/** Short for large contents, exact for small ones. */
function fingerprint(data: Uint8Array): string {
  if (data.length <= 300) return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')
  let sum = 0
  for (const byte of data) sum = (Math.imul(sum, 31) + byte) | 0
  return `${data.length} bytes, ${sum}`
}

/** Runs a command and gives what a terminal would show of it. */
export async function run(sandbox: Sandbox, command: string, options: Partial<ExecRequest> = {}) {
  const result = await value(sandbox.exec({ id: 'run', command, ...options }))
  return { code: result.exitCode, out: text(result.stdout), err: text(result.stderr) }
}

/** Names that file systems, archives and shells are known to stumble over. */
export const ODD_NAMES: readonly string[] = [
  ' leading and trailing ',
  '-dash',
  '--help',
  '...',
  'new\nline',
  'tab\t',
  'quote\'"`$(x)',
  'back\\slash',
  'star*?[a]{b}',
  '😀.txt',
  'e\u0301 combining',
  '\u00e9 composed',
  '__proto__',
  'constructor',
  'CON',
  'x'.repeat(200),
]
