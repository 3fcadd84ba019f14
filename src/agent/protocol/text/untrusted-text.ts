/**
 * Text of files, programs and pages stays data: it cannot end its own frame and go on in the program's voice, and nothing in it
 * is read that is not seen. Text that does neither is not changed.
 */

/** Names of frames in the conversation, however they are spelled. */
const FRAMES = [
  'system-reminder',
  'project-file',
  'user-instructions',
  'memory-notes',
  'unconfirmed-memory',
  'finished-work',
  'past-lessons',
  'conversation-summary',
  'persisted-output',
  'tool-result',
  'tool-use-result',
  'function-results',
  'function-calls',
  'instructions',
]
const NAMES = FRAMES.map((name) => name.replaceAll('-', String.raw`[\s_\-‐-―]*`)).join('|')
/** `<` and what looks like it. */
const OPENINGS = '<＜﹤‹〈⟨'
const FRAME = new RegExp(`[${OPENINGS}](?=[\\s/\\\\|]*(?:${NAMES})(?![a-z]))`, 'gi')

/**
 * Characters that hide text, or put it elsewhere: directions, tags, fillers, separators. Joiners of emoji and
 * of letters in scripts that need them are left alone.
 */
const HIDDEN =
  /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\u3164\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu
/** `\ufeff` begins many files; elsewhere it hides. */
const LATE_MARK = /(?<!^)\ufeff/g
/** In an address these are percent-encoded, but for where somebody has decoded it. */
const NO_ADDRESS = /[\s\p{Z}\p{Cc}\p{Cf}[\]<>"`]/gu
const ADDRESS_CHARS = 300

/** The same when it is applied again. */
export function untrustedText(text: string): string {
  return hiddenShown(text).replace(FRAME, '&lt;')
}

/**
 * An address that a page says it has, as one word and not without an end: the text around it is the program's
 * own voice, and no sentence of the page may continue there.
 */
export function untrustedAddress(address: string): string {
  const start = address.slice(0, ADDRESS_CHARS).toWellFormed()
  const word = start.replace(NO_ADDRESS, (char) => encodeURIComponent(char))
  return untrustedText(address.length > ADDRESS_CHARS ? `${word}…` : word)
}

/** Replaces characters that hide or move text by their code points. */
export function hiddenShown(text: string): string {
  return text.replace(HIDDEN, shown).replace(LATE_MARK, shown)
}

function shown(char: string): string {
  return `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}
