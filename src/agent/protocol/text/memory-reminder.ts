/** Beginnings of the messages that tell the model of the memory: the log knows them by these. */
export const MEMORY_BEGAN =
  'There is a memory: notes that outlive a session, as they were when this one began.'
export const MEMORY_CHANGED = 'Notes of the memory have changed.'

/** Whether a text of the conversation is one of these. */
export function isMemoryText(text: string): boolean {
  return [MEMORY_BEGAN, MEMORY_CHANGED].some((beginning) =>
    text.startsWith(`<system-reminder>\n${beginning}`),
  )
}
