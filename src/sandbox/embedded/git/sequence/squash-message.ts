/** The message of commits that are melded: grown step by step, in the files that the real git keeps. */
import { bodyOf, subjectOf } from '../make-commit.ts'
import type { Repository } from '../repository.ts'
import { readRebaseFile, removeRebaseFile, writeRebaseFile } from './rebase-state.ts'
import type { Step } from './todo.ts'

type Meld = Step & { readonly oid: string }

/** How many melds the present chain has had. */
export function meldCount(repository: Repository): number {
  const text = readRebaseFile(repository, 'current-fixups') ?? ''
  return text.split('\n').filter((line) => line !== '').length
}

export function hasSquash(repository: Repository): boolean {
  return /^squash /m.test(readRebaseFile(repository, 'current-fixups') ?? '')
}

/** Takes one more commit into the message. */
export function growMessage(repository: Repository, step: Meld): void {
  const { objects, head } = repository
  const { message } = objects.commit(step.oid)
  const flag = 'flag' in step ? step.flag : undefined
  const replaces = step.word === 'fixup' && flag !== undefined && !hasSquash(repository)
  const count = meldCount(repository)
  let text: string
  if (count > 0) {
    const old = readRebaseFile(repository, 'message-squash') ?? ''
    text = old.replace(/^#[^\n]*/, `# This is a combination of ${count + 2} commits.`)
    if (replaces) text = skipOlder(text)
  } else {
    const first = head === undefined ? '' : objects.commit(head).message
    if (step.word === 'fixup' && flag === undefined) writeRebaseFile(repository, 'message-fixup', first)
    const title = replaces ? 'The 1st commit message will be skipped:' : 'This is the 1st commit message:'
    text = `# This is a combination of 2 commits.\n# ${title}\n\n${replaces ? commented(first) : first}`
  }
  if (step.word === 'squash' || flag !== undefined) {
    text += `\n# This is the commit message #${count + 2}:\n\n${shownBody(repository, step, message)}`
    if (replaces && flag === '-C' && mayReplace(repository, count))
      writeRebaseFile(repository, 'message-fixup', bodyAfterMark(message))
    else removeRebaseFile(repository, 'message-fixup')
  } else text += `\n# The commit message #${count + 2} will be skipped:\n\n${commented(message)}`
  writeRebaseFile(repository, 'message-squash', text)
  const fixups = readRebaseFile(repository, 'current-fixups')
  const line = `${step.word} ${step.oid}`
  writeRebaseFile(repository, 'current-fixups', fixups === undefined ? line : `${fixups}\n${line}`)
}

/** The chain is at its end. */
export function forgetMessage(repository: Repository): void {
  for (const name of ['message-fixup', 'message-squash', 'current-fixups']) removeRebaseFile(repository, name)
}

function mayReplace(repository: Repository, count: number): boolean {
  return count === 0 || readRebaseFile(repository, 'message-fixup') !== undefined
}

/** Subjects that only say where a commit belongs are comments. */
function shownBody(repository: Repository, step: Meld, message: string): string {
  const isMark =
    message.startsWith('amend!') ||
    ((step.word === 'squash' || hasSquash(repository)) && /^(?:squash|fixup)!/.test(message))
  if (!isMark) return message
  const end = message.search(/\n\s*\n/)
  const subject = end < 0 ? message : message.slice(0, end + 1)
  return commented(subject) + message.slice(subject.length)
}

function bodyAfterMark(message: string): string {
  return subjectOf(message).startsWith('amend!') ? bodyOf(message) : message
}

function skipOlder(text: string): string {
  const [head = '', ...parts] = text.split(/(?=^# This is the (?:1st )?commit message)/m)
  return [
    head,
    ...parts.map((part) => {
      const [, title = '', body = ''] = /^# This is the ([^\n]*):\n\n([^]*)$/.exec(part) ?? []
      return `# The ${title} will be skipped:\n\n${commented(body.replace(/\n$/, ''))}\n`
    }),
  ].join('')
}

function commented(text: string): string {
  return text.replace(/^(?!$)/gm, '# ').replace(/^\n/gm, '#\n')
}
