/** All by which a new version of a note is judged; loaded with the first one. */
export { countingRules } from '../../memory/at-act/act-rules.ts'
export { noteText, readNote } from '../../memory/notes/note-file.ts'
export { quotedFrom } from '../../memory/notes/said-by-user.ts'
export { evidenceFor } from './note-evidence.ts'
export { meaningOf } from './note-meaning.ts'
export { saidMessages } from './said-messages.ts'
