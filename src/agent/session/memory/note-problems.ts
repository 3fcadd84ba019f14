/** Why a note is not stored, confirmed or found, as people and models read it. */
import { fail } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { MEMORY_NOTES, NOTE_BYTES } from '../../limits.ts'
import { canHaveRules } from '../../protocol/can-have-rules.ts'

type Problem = Result<never> & { readonly ok: false }

export function textProblem(path: string, text: string): Problem | undefined {
  if (text.trim() === '') return fail('invalid', `${path} was not stored: a note without text says nothing.`)
  const { length } = new TextEncoder().encode(text)
  if (length <= NOTE_BYTES) return undefined
  return fail(
    'too_large',
    `${path} was not stored: it has ${length} bytes, and a note at most ${NOTE_BYTES}.`,
    {
      hint: 'Divide it into several notes, one for each subject, or keep the long part in a file of the workspace.',
    },
  )
}

export function usersOwn(path: string): Problem {
  return fail('not_permitted', `${path} is a note of the user's own, which only they change.`, {
    hint: `Write what is new into another note, or ask them to change this one in “Memory”.${canHaveRules(path) ? ' Only rules may be added to its field "when".' : ''}`,
  })
}

export function unseen(path: string): Problem {
  return fail('invalid', `${path} was not confirmed: it has characters that are not seen.`, {
    hint: 'Save it without them: then it is yours, too.',
  })
}

export function changedMeanwhile(path: string): Problem {
  return fail('exists', `${path} has been changed since it was opened; nothing was replaced.`, {
    hint: 'Look at the version that is there now.',
  })
}

export function missing(path: string): Problem {
  return fail('not_found', `There is no note ${path}.`, { path })
}

export function tooMany(): Problem {
  return fail('limit', `At most ${MEMORY_NOTES} notes are kept; this one was not stored.`, {
    hint: 'Delete notes that are no longer needed.',
  })
}
