import { quotePath } from '../../diff/quote-path.ts'
import { GitFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'
import type { AttributeValue } from '../../worktree/attributes.ts'
import { pathInRepository } from '../../worktree/pathspec.ts'

/** `check-attr`: what `.gitattributes` say of paths. */
export async function checkAttrCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['a,all', 'cached', 'stdin', 'z', 'source='])
  for (const name of ['cached', 'source'])
    if (options.has(name)) throw new GitFailure(`check-attr --${name} is not supported in this sandbox's git`)
  const { repository } = session
  const nul = options.has('z')
  const { words, paths } = options
  const wantsAll = options.has('all')
  const listed = options.has('stdin')
    ? (await session.io.stdin()).split(nul ? '\0' : '\n').filter((path) => path !== '')
    : undefined
  // Without `--` the first word alone is an attribute.
  const names = wantsAll ? [] : paths !== undefined || listed !== undefined ? words : words.slice(0, 1)
  const files = listed ?? (wantsAll ? [...words, ...(paths ?? [])] : (paths ?? words.slice(1)))
  if (!wantsAll && names.length === 0) throw usage('No attribute specified')
  if (files.length === 0 && listed === undefined) throw usage('No file specified')
  for (const file of files) {
    const values = repository.attributes.of(pathInRepository(repository, file))
    const shown = wantsAll
      ? [...values].filter(([, value]) => value !== undefined)
      : names.map((name) => [name, values.get(name)] as const)
    for (const [name, value] of shown)
      session.out(
        nul
          ? `${file}\0${name}\0${valueText(value)}\0`
          : `${quotePath(file, true)}: ${name}: ${valueText(value)}\n`,
      )
  }
  return 0
}

function valueText(value: AttributeValue): string {
  if (value === undefined) return 'unspecified'
  if (typeof value === 'string') return value
  return value ? 'set' : 'unset'
}

function usage(text: string): GitFailure {
  return new GitFailure(`error: ${text}\nusage: git check-attr [-a | --all | <attr>...] [--] <pathname>...`, {
    exitCode: 129,
    prefix: '',
  })
}
