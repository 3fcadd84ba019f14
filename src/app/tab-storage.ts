/**
 * Values needed before the agent worker runs: a draft of this tab, the theme for the first paint,
 * the sandbox to boot. Small and dispensable, so the one storage that the page touches itself;
 * a browser that refuses it loses no more.
 */
import type { Settings } from '../agent/protocol/settings.ts'

export function readDraft(session: string): string {
  return attempt(() => sessionStorage.getItem(`vivarium:draft:${session}`)) ?? ''
}

export function writeDraft(session: string, text: string): void {
  const key = `vivarium:draft:${session}`
  attempt(() => (text === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)))
}

/** Attachments of the message in the composer. If too large, they are not stored. */
export function readAttached(session: string): string {
  return attempt(() => sessionStorage.getItem(`vivarium:attached:${session}`)) ?? ''
}

export function writeAttached(session: string, text: string): void {
  const key = `vivarium:attached:${session}`
  attempt(() => {
    sessionStorage.removeItem(key)
    if (text !== '') sessionStorage.setItem(key, text)
  })
}

/** The editor's state for a session. In the browser, not in the tab: closing it loses no text either. */
export function readUnsaved(session: string): string | undefined {
  return attempt(() => localStorage.getItem(`vivarium:unsaved:${session}`)) ?? undefined
}

/** True when it is kept; nothing to keep always is. */
export function writeUnsaved(session: string, text: string | undefined): boolean {
  return write(`vivarium:unsaved:${session}`, text)
}

/** The stored state of a session's review. */
export function readReview(session: string): string | undefined {
  return attempt(() => localStorage.getItem(`vivarium:review:${session}`)) ?? undefined
}

/** True when it is kept; nothing to keep always is. */
export function writeReview(session: string, text: string | undefined): boolean {
  return write(`vivarium:review:${session}`, text)
}

/** Address of the session's preview in this tab. */
export function readPreview(session: string): string {
  return attempt(() => sessionStorage.getItem(`vivarium:preview:${session}`)) ?? ''
}

export function writePreview(session: string, text: string): void {
  const key = `vivarium:preview:${session}`
  attempt(() => (text === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)))
}

/** All that is kept of a session that is deleted for good: it quotes the person's files. */
export function forgetSession(session: string): void {
  writeDraft(session, '')
  writeAttached(session, '')
  writePreview(session, '')
  writeUnsaved(session, undefined)
  writeReview(session, undefined)
}

/** When the browser was last asked to keep what is stored. */
export function readAskedToKeep(): Date | undefined {
  const at = Number(attempt(() => localStorage.getItem('vivarium:asked-to-keep')))
  return Number.isSafeInteger(at) && at > 0 ? new Date(at) : undefined
}

export function writeAskedToKeep(at: Date): void {
  attempt(() => localStorage.setItem('vivarium:asked-to-keep', String(at.getTime())))
}

/** True when a folder for backups was chosen: where none was, nothing of backups is loaded by itself. */
export function readBacksUp(): boolean {
  return attempt(() => localStorage.getItem('vivarium:backs-up')) === 'on'
}

export function writeBacksUp(isOn: boolean): void {
  write('vivarium:backs-up', isOn ? 'on' : undefined)
}

/** Whether changes are looked at side by side, where there is room. */
export function readSideBySide(): boolean {
  return attempt(() => localStorage.getItem('vivarium:side-by-side')) === 'on'
}

export function writeSideBySide(isOn: boolean): void {
  write('vivarium:side-by-side', isOn ? 'on' : undefined)
}

/** One choice of the page's look, by its name; '' when none is stored. */
export function readLook(name: string): string {
  return attempt(() => localStorage.getItem(`vivarium:${name}`)) ?? ''
}

export function writeLook(name: string, value: string): void {
  attempt(() => localStorage.setItem(`vivarium:${name}`, value))
}

/** The setting as it was the last time: the first paint has its words. */
export function readLanguage(): Settings['language'] {
  const stored = attempt(() => localStorage.getItem('vivarium:language'))
  return stored === 'en' || stored === 'de' ? stored : 'auto'
}

export function writeLanguage(language: Settings['language']): void {
  attempt(() => localStorage.setItem('vivarium:language', language))
}

/** Whether the person has agreed to the browser's hearing. */
export function readVoiceAgreed(): boolean {
  return attempt(() => localStorage.getItem('vivarium:voice')) === 'agreed'
}

export function writeVoiceAgreed(): void {
  attempt(() => localStorage.setItem('vivarium:voice', 'agreed'))
}

/** Whether terminals are written out for a screen reader. */
export function readReaderMode(): boolean {
  return attempt(() => localStorage.getItem('vivarium:terminal-reader')) === 'on'
}

export function writeReaderMode(isOn: boolean): void {
  attempt(() => localStorage.setItem('vivarium:terminal-reader', isOn ? 'on' : 'off'))
}

/** The setting as it was the last time: the sandbox boots before the agent can tell. */
export function readSandboxChoice(): Settings['sandbox'] {
  const stored = attempt(() => localStorage.getItem('vivarium:sandbox'))
  return stored === 'embedded' || stored === 'webcontainer' ? stored : 'auto'
}

export function writeSandboxChoice(choice: Settings['sandbox']): void {
  attempt(() => localStorage.setItem('vivarium:sandbox', choice))
}

function write(key: string, text: string | undefined): boolean {
  const kept = attempt(() => {
    if (text === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  })
  return kept ?? false
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch (error) {
    console.info('This browser keeps nothing for the page:', error)
    return undefined
  }
}
