/** A rebase's list before anybody edits it: `--autosquash` and `--exec`. */
import type { Repository } from '../repository.ts'
import { subjectOf } from '../make-commit.ts'
import { peel, tryResolve } from '../revision/resolve.ts'
import { isMeld, type Step } from './todo.ts'

const MARK = /^(fixup|squash|amend)! /

/** Commits whose subject says to which one they belong go behind that one. */
export function autosquash(repository: Repository, steps: readonly Step[]): Step[] {
  const subjects = steps.map((step) =>
    'oid' in step ? subjectOf(repository.objects.commit(step.oid).message) : '',
  )
  const behind = new Map<number, number[]>()
  const moved = new Map<number, Step>()
  const firstOf = new Map<string, number>()
  const headOf = new Map<number, number>()
  for (const [at, step] of steps.entries()) {
    const subject = subjects[at] ?? ''
    const [, kind] = MARK.exec(subject) ?? []
    const target = kind === undefined ? undefined : targetOf(subject, at)
    if (kind === undefined || target === undefined || !('oid' in step)) {
      if (!firstOf.has(subject)) firstOf.set(subject, at)
      continue
    }
    const head = headOf.get(target) ?? target
    headOf.set(at, head)
    behind.set(head, [...(behind.get(head) ?? []), at])
    const word = kind === 'squash' ? 'squash' : 'fixup'
    moved.set(at, { ...step, word, ...(kind === 'amend' && { flag: '-C' as const }) })
  }
  return steps.flatMap((step, at) =>
    moved.has(at) ? [] : [step, ...(behind.get(at) ?? []).flatMap((each) => moved.get(each) ?? [])],
  )

  function targetOf(subject: string, at: number): number | undefined {
    let wanted = subject
    while (MARK.test(wanted)) wanted = wanted.replace(MARK, '').trimStart()
    const same = firstOf.get(wanted)
    if (same !== undefined) return same
    if (!wanted.includes(' ')) {
      const found = tryResolve(repository, wanted)
      const oid = found === undefined ? undefined : peel(repository, found, 'commit')
      const named = steps.findIndex((step) => 'oid' in step && step.oid === oid)
      if (named >= 0 && named < at) return named
    }
    const begins = subjects.findIndex((each) => each.startsWith(wanted))
    return begins >= 0 && begins < at ? begins : undefined
  }
}

/** Commands after each pick and what is melded into it. */
export function withExec(steps: readonly Step[], commands: readonly string[]): Step[] {
  const runs = commands.map((command): Step => ({ word: 'exec', command }))
  if (runs.length === 0) return [...steps]
  return steps.flatMap((step, at) => {
    const endsGroup = 'oid' in step && !isMeld(steps[at + 1])
    return endsGroup ? [step, ...runs] : [step]
  })
}
