/** Beginnings of the messages that tell the model of instruction files: the log knows them by these. */
export const INSTRUCTIONS_BEGAN =
  "These are the project's instruction files, as they were when the session began."
export const INSTRUCTIONS_CHANGED = "The project's instruction files have changed."
export const INSTRUCTIONS_HELD = 'These instruction files are not as the user imported, set or accepted them.'

/** Whether a text of the conversation is one of these. */
export function isInstructions(text: string): boolean {
  return [INSTRUCTIONS_BEGAN, INSTRUCTIONS_CHANGED, INSTRUCTIONS_HELD].some((beginning) =>
    text.startsWith(`<system-reminder>\n${beginning}`),
  )
}
