/** A `git am` under way, in the files that the real git keeps, so that either can go on with it. */
import type { Keep, Mail } from '../patch/mail.ts'
import type { Repository } from '../repository.ts'
import { fromText } from '../text.ts'

const FOLDER = 'rebase-apply'

export interface AmOptions {
  readonly threeway: boolean
  readonly quiet: boolean
  readonly signoff: boolean
  readonly keep: Keep
  /** For `git apply`, e.g. `-p2`. */
  readonly apply: readonly string[]
}

export function isApplying(repository: Repository): boolean {
  return readAmFile(repository, 'applying') !== undefined
}

export function readAmFile(repository: Repository, name: string): string | undefined {
  return repository.files.readText(amPath(repository, name))
}

export function writeAmFile(repository: Repository, name: string, text: string): void {
  repository.files.write(amPath(repository, name), fromText(text))
}

export function amPath(repository: Repository, name: string): string {
  return repository.gitPath(`${FOLDER}/${name}`)
}

const KEEP_LETTERS: Readonly<Record<Keep, string>> = { no: 'f', 'non-patch': 'b', all: 't' }

export function startAm(repository: Repository, mails: readonly string[], options: AmOptions): void {
  const write = (name: string, text: string): void => writeAmFile(repository, name, `${text}\n`)
  for (const [at, mail] of mails.entries()) writeAmFile(repository, mailName(at + 1), mail)
  const flag = (value: boolean): string => (value ? 't' : 'f')
  write('threeway', flag(options.threeway))
  write('quiet', flag(options.quiet))
  write('sign', flag(options.signoff))
  write('utf8', 't')
  write('keep', KEEP_LETTERS[options.keep])
  write('messageid', 'f')
  writeAmFile(repository, 'scissors', '\n')
  writeAmFile(repository, 'quoted-cr', '\n')
  write('apply-opt', options.apply.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' '))
  writeAmFile(repository, 'applying', '')
  write('next', '1')
  write('last', String(mails.length))
}

export function readAmOptions(repository: Repository): AmOptions {
  const is = (name: string): boolean => readAmFile(repository, name)?.trim() === 't'
  const letter = readAmFile(repository, 'keep')?.trim()
  const words = readAmFile(repository, 'apply-opt') ?? ''
  return {
    threeway: is('threeway'),
    quiet: is('quiet'),
    signoff: is('sign'),
    keep: letter === 't' ? 'all' : letter === 'b' ? 'non-patch' : 'no',
    apply: [...words.matchAll(/'((?:[^']|'\\'')*)'/g)].map(([, word = '']) => word.replaceAll("'\\''", "'")),
  }
}

/** The mail that it stands at, and how many there are; from 1 on. */
export function amPosition(repository: Repository): { next: number; last: number } {
  const read = (name: string): number => Number(readAmFile(repository, name)?.trim() ?? 0)
  return { next: read('next'), last: read('last') }
}

export function mailName(number: number): string {
  return String(number).padStart(4, '0')
}

const MAIL_FILES = ['author-script', 'final-commit', 'patch', 'info', 'msg']

/** The mail is done with. */
export function nextMail(repository: Repository): void {
  for (const name of MAIL_FILES) repository.files.remove(amPath(repository, name))
  repository.files.remove(repository.gitPath('REBASE_HEAD'))
  writeAmFile(repository, 'abort-safety', `${repository.head ?? ''}\n`)
  writeAmFile(repository, 'next', `${amPosition(repository).next + 1}\n`)
}

export function writeMail(repository: Repository, mail: Mail): void {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
  writeAmFile(
    repository,
    'author-script',
    `GIT_AUTHOR_NAME=${quoted(mail.name)}\nGIT_AUTHOR_EMAIL=${quoted(mail.email)}\nGIT_AUTHOR_DATE=${quoted(mail.date)}\n`,
  )
  writeAmFile(
    repository,
    'info',
    `Author: ${mail.name}\nEmail: ${mail.email}\nSubject: ${mail.subject}\nDate: ${mail.date}\n\n`,
  )
  writeAmFile(repository, 'final-commit', mail.message)
  writeAmFile(repository, 'patch', mail.patch)
}

/** By `author-script`, whose values are quoted for a shell. */
export function readAuthor(repository: Repository): { name: string; email: string; date: string } {
  const text = readAmFile(repository, 'author-script') ?? ''
  const read = (name: string): string =>
    (new RegExp(`^GIT_AUTHOR_${name}='((?:[^']|'\\\\'')*)'$`, 'm').exec(text)?.[1] ?? '').replaceAll(
      "'\\''",
      "'",
    )
  return { name: read('NAME'), email: read('EMAIL'), date: read('DATE') }
}

export function endAm(repository: Repository): void {
  repository.files.removeTree(repository.gitPath(FOLDER))
}
