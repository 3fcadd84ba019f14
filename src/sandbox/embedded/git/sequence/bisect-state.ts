/** A `git bisect` under way, in the files that the real git keeps, so that either can go on with it. */
import { subjectOf } from '../make-commit.ts'
import type { Repository } from '../repository.ts'
import { ShortNames } from '../revision/short-name.ts'
import { fromText } from '../text.ts'
import { parsePathspec, Pathspec } from '../worktree/pathspec.ts'
import type { Search } from './bisection.ts'

export interface Terms {
  readonly bad: string
  readonly good: string
}

const FILES = [
  'ANCESTORS_OK',
  'EXPECTED_REV',
  'LOG',
  'NAMES',
  'RUN',
  'START',
  'TERMS',
  'HEAD',
  'FIRST_PARENT',
]

export type BisectFile = 'ANCESTORS_OK' | 'EXPECTED_REV' | 'LOG' | 'NAMES' | 'START' | 'TERMS'

export function readBisect(repository: Repository, name: BisectFile): string | undefined {
  return repository.files.readText(bisectPath(repository, name))
}

export function writeBisect(repository: Repository, name: BisectFile, text: string): void {
  repository.files.write(bisectPath(repository, name), fromText(text))
}

export function removeBisect(repository: Repository, name: BisectFile): void {
  repository.files.remove(bisectPath(repository, name))
}

function bisectPath(repository: Repository, name: string): string {
  return repository.gitPath(`BISECT_${name}`)
}

export function isBisecting(repository: Repository): boolean {
  return readBisect(repository, 'START') !== undefined
}

/** The branch that was checked out before, or the commit cut short. */
export function bisectedFrom(repository: Repository): string | undefined {
  const began = readBisect(repository, 'START')?.trim()
  if (began === undefined) return undefined
  if (/^[0-9a-f]{40}$/.test(began)) return new ShortNames(repository).of(began)
  return began.replace(/^refs\/heads\//, '')
}

export function appendLog(repository: Repository, text: string): void {
  repository.files.append(bisectPath(repository, 'LOG'), fromText(text))
}

export function readTerms(repository: Repository): Terms | undefined {
  const [bad, good] = (readBisect(repository, 'TERMS') ?? '').split('\n')
  return bad === undefined || good === undefined || good === '' ? undefined : { bad, good }
}

export const DEFAULT_TERMS: Terms = { bad: 'bad', good: 'good' }

export function needTerms(repository: Repository): Terms {
  return readTerms(repository) ?? DEFAULT_TERMS
}

export function writeTerms(repository: Repository, terms: Terms): void {
  writeBisect(repository, 'TERMS', `${terms.bad}\n${terms.good}\n`)
}

/** A commit as the log names it. */
export function named(repository: Repository, oid: string): string {
  return `[${oid}] ${subjectOf(repository.objects.commit(oid).message)}`
}

/** Records the mark of a commit, as a reference and in the bisect log. */
export function markCommit(
  repository: Repository,
  mark: { word: string; oid: string; terms: Terms; isLogged: boolean },
): void {
  const { word, oid, terms, isLogged } = mark
  const name = word === terms.bad ? `refs/bisect/${word}` : `refs/bisect/${word}-${oid}`
  repository.refs.write(name, oid)
  appendLog(repository, `# ${word}: ${named(repository, oid)}\n`)
  if (isLogged) appendLog(repository, `git bisect ${word} ${oid}\n`)
}

/** Undefined while the one that is bad is not known. */
export function readSearch(repository: Repository, terms: Terms): Search | undefined {
  const { refs } = repository
  const bad = refs.resolve(`refs/bisect/${terms.bad}`)
  if (bad === undefined) return undefined
  const names = [...(readBisect(repository, 'NAMES') ?? '').matchAll(/'((?:[^']|'\\'')*)'/g)]
  const words = names.map(([, name = '']) => name.replaceAll("'\\''", "'"))
  const paths = words[0] === '--' ? words.slice(1) : words
  return {
    bad,
    good: goodOnes(repository, terms),
    skipped: new Set(refs.list('refs/bisect/skip-').map((ref) => ref.oid)),
    pathspec: paths.length === 0 ? new Pathspec([]) : parsePathspec(repository, paths),
  }
}

export function goodOnes({ refs }: Repository, terms: Terms): string[] {
  return refs.list(`refs/bisect/${terms.good}-`).map((ref) => ref.oid)
}

export function endBisect(repository: Repository): void {
  for (const { name } of repository.refs.list('refs/bisect/')) repository.refs.delete(name)
  for (const name of FILES) repository.files.remove(bisectPath(repository, name))
}
