/** Beginnings of the messages that tell the model of the memory: the log knows them by these. */
export const MEMORY_BEGAN =
  'There is a memory: notes that outlive a session, as they were when this one began.'
export const MEMORY_CHANGED = 'Notes of the memory have changed.'
export const MEMORY_AT_ACT = 'Notes of the user that apply to this call:'
export const MEMORY_RECALLED = 'Notes of the memory that may belong to the user’s message:'
export const LESSONS_TOLD = 'Lessons of earlier work in this project that may apply to the user’s message:'

/** Whether a text of the conversation is one of these. */
export function isMemoryText(text: string): boolean {
  return [MEMORY_BEGAN, MEMORY_CHANGED, MEMORY_RECALLED, MEMORY_AT_ACT, LESSONS_TOLD].some((beginning) =>
    text.startsWith(`<system-reminder>\n${beginning}`),
  )
}
