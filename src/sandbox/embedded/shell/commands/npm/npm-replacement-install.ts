/**
 * Puts what stands in for native packages into its project without npm's own client: a package that needs no others is
 * one question and one archive.
 */
import { textIfThere } from '../../../if-there.ts'
import { archiveUrl } from '../../../npm/archive-url.ts'
import { DEFAULT_REGISTRY } from '../../../npm/generated/npm-defaults.js'
import { readJson } from '../../../npm/lock-file.ts'
import { isRecord } from '../../../../page/fields.ts'
import { publishedPackage, SHORT_FORM, type PublishedPackage } from '../../../npm/published-package.ts'
import type { CommandContext } from '../../just-bash.ts'
import { joinBytes } from '../../byte-string.ts'
import { placingFor } from './npm-placing.ts'
import { WebCall } from '../web/web-call.ts'

interface Wanted {
  readonly alias: string
  readonly name: string
  readonly range: string
}

interface ReplacementInstall {
  /** The project that they are installed into. */
  readonly project: string
  /** Each of the form `alias@npm:name@range`. */
  readonly specs: readonly string[]
  readonly registry: string | undefined
  readonly offline: boolean
  readonly command: string
  readonly context: CommandContext
}

/** False where npm's own client is to do it; then nothing is changed. */
export async function installReplacementPackages(install: ReplacementInstall): Promise<boolean> {
  const wanted = install.specs.map(readSpec)
  const found = await Promise.all(wanted.map((one) => one && look(install, one)))
  const packages = []
  const versions: Record<string, string> = {}
  for (const [at, one] of wanted.entries()) {
    const published = found[at]
    if (one === undefined || published === undefined) return false
    // Type packages are not needed at run time; other dependencies need a tree, which npm builds.
    if (published.dependencies.some((name) => !name.startsWith('@types/'))) return false
    const entry = { version: published.version, resolved: published.resolved }
    const url = archiveUrl({ location: one.name, entry }, { standard: DEFAULT_REGISTRY }, install.registry)
    if (url === undefined) return false
    const path = `${install.project}/node_modules/${one.alias}`
    packages.push({ url, integrity: published.integrity, path })
    versions[one.alias] = `npm:${one.name}@${published.version}`
  }
  const { command, offline } = install
  const outcome = await placingFor(install.context)({ packages, remove: [], command, offline })
  if (outcome.type === 'failed') return false
  note(install, versions)
  return true
}

function readSpec(spec: string): Wanted | undefined {
  const [, alias, name, range] = /^([\w.-]+)@npm:((?:@[^/]+\/)?[^@]+)@(.+)$/.exec(spec) ?? []
  return alias === undefined || name === undefined || range === undefined ? undefined : { alias, name, range }
}

async function look(
  install: ReplacementInstall,
  { name, range }: Wanted,
): Promise<PublishedPackage | undefined> {
  const { command, context, offline, registry = DEFAULT_REGISTRY } = install
  const call = new WebCall(context, {
    url: `${registry}${name.replace('/', '%2f')}`,
    method: 'GET',
    headers: [['Accept', SHORT_FORM], ...(offline ? [['Cache-Control', 'only-if-cached'] as const] : [])],
    followRedirects: true,
    command,
    operation: command,
  })
  try {
    const head = await call.head()
    if (head.type !== 'response' || head.status !== 200) return undefined
    const parts: Uint8Array[] = []
    for (let part = await call.read(); part.length > 0; part = await call.read()) parts.push(part)
    return publishedPackage(new TextDecoder().decode(joinBytes(parts)), range)
  } finally {
    call.close()
  }
}

/** So that npm's client, when it comes here, takes them for what the project needs. */
function note({ project, context }: ReplacementInstall, versions: Readonly<Record<string, string>>): void {
  const { syscalls } = context.host.kernel
  const path = `${project}/package.json`
  const before = readJson(textIfThere(syscalls, path) ?? '{}')
  const manifest = isRecord(before) ? before : {}
  const listed = isRecord(manifest['dependencies']) ? manifest['dependencies'] : {}
  const text = JSON.stringify({ ...manifest, dependencies: { ...listed, ...versions } }, null, 2)
  syscalls.writeFile(path, new TextEncoder().encode(`${text}\n`))
}
