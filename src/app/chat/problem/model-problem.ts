/** A failure of a model call as the screen shows it. The agent tells it in English, with what it is about. */
import { errors as t } from '../../language/en/errors.ts'
import { languageCode } from '../../language/language.svelte.ts'
import { textFor } from '../../language/text-for.ts'
import type { Problem } from '../../problem.ts'

/** In another language: what kind it is, then the message as it came, and what to do. */
export function modelProblem({ error, message, hint }: Problem & { readonly error: string }): Problem {
  const what = textFor(t.what, error)
  if (languageCode() === 'en' || what === undefined) return { message, hint }
  return { message: `${what} (${message})`, hint: textFor(t.todo, error) ?? hint }
}
