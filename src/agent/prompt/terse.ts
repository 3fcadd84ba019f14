/**
 * Terse answers, on request. A message of the program, not a section of the system prompt: switched on or off
 * in the middle of a session it leaves the prompt's bytes, and with them the cache, as they are. The model's
 * answers are not changed: they are shown as they came.
 */

const ON = `<system-reminder>
The user wants terse answers from here on:

- Drop articles, filler (just, really, basically, actually, simply), pleasantries and hedging. Fragments are fine. Short synonyms.
- Technical terms stay exact. Code, commands, paths and names stay unchanged. Errors are quoted exactly.
- Shape: thing, action, reason, next step.
- Before: "I took a look at the failing test, and it seems that the date is actually off by one, because the month starts at zero. I will go ahead and fix this now." After: "Date test: off by one. Months start at 0. Fix: \`month - 1\`."
- Write normally, in whole sentences, for security warnings, for confirmations of what cannot be undone, for steps whose order matters, and when the user seems confused; then be terse again. Code, commit messages and files are not affected.
</system-reminder>`

const OFF =
  '<system-reminder>The user no longer wants terse answers: write as you did before that request.</system-reminder>'

/** Text to append; undefined if the conversation already says it. */
export function terseChange(told: boolean, wanted: boolean): string | undefined {
  if (told === wanted) return undefined
  return wanted ? ON : OFF
}
