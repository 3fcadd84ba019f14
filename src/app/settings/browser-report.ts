/** Reports which features Vivarium uses this browser has, what is missing, and what helps.
/** Pure but for `abilities`. */
import { browser as t } from '../language/en/browser.ts'

/** By the name of what is asked; `undefined` where the browser does not say. */
export interface Abilities {
  readonly isolated: boolean
  readonly secure: boolean
  readonly serviceWorker: boolean
  readonly kept: boolean
  readonly persisted: boolean
  readonly folders: boolean
  readonly notifications: NotificationPermission | 'missing'
  readonly clipboard: boolean
  readonly threads: number
  /** Gigabytes, as far as it says. */
  readonly memory: number | undefined
  readonly highlights: boolean
  readonly trustedTypes: boolean
}

export interface ReportRow {
  readonly name: string
  readonly state: 'good' | 'less' | 'bad'
  /** Its use, or the loss without it. */
  readonly text: string
  readonly fix: string | undefined
}

export function abilities(storage: { readonly isKept: boolean; readonly persisted: boolean }): Abilities {
  const { serviceWorker, clipboard, hardwareConcurrency }: Partial<Navigator> = navigator
  // Not in every browser, nor in the library's types.
  const { deviceMemory } = navigator as { readonly deviceMemory?: number }
  return {
    isolated: globalThis.crossOriginIsolated,
    secure: globalThis.isSecureContext,
    serviceWorker: serviceWorker !== undefined,
    kept: storage.isKept,
    persisted: storage.persisted,
    folders: 'showDirectoryPicker' in globalThis,
    notifications: typeof Notification === 'undefined' ? 'missing' : Notification.permission,
    clipboard: clipboard !== undefined,
    threads: hardwareConcurrency ?? 1,
    memory: deviceMemory,
    highlights: typeof Highlight !== 'undefined',
    trustedTypes: 'trustedTypes' in globalThis,
  }
}

/** Rows about this browser, problems first. */
export function browserReport(has: Abilities): readonly ReportRow[] {
  const rows: ReportRow[] = [
    has.secure ? good(t.secure, t.secureGood) : bad(t.secure, t.secureBad, t.secureFix),
    has.isolated ? good(t.shared, t.sharedGood) : bad(t.shared, t.sharedBad, t.sharedFix),
    keeps(has),
    has.serviceWorker ? good(t.offline, t.offlineGood) : less(t.offline, t.offlineLess, t.offlineFix),
    has.folders ? good(t.folders, t.foldersGood) : less(t.folders, t.foldersLess, t.foldersFix),
    tells(has),
    has.clipboard ? good(t.clipboard, t.clipboardGood) : less(t.clipboard, t.clipboardLess, t.clipboardFix),
    has.threads >= 4
      ? good(t.processor, t.threadsGood(has.threads))
      : less(t.processor, t.threadsLess(has.threads), undefined),
    has.memory === undefined || has.memory >= 4
      ? good(t.memory, has.memory === undefined ? t.memoryUnsaid : t.memoryGood(has.memory))
      : less(t.memory, t.memoryLess(has.memory), t.memoryFix),
    has.trustedTypes ? good(t.types, t.typesGood) : less(t.types, t.typesLess, undefined),
    has.highlights
      ? good(t.highlights, t.highlightsGood)
      : less(t.highlights, t.highlightsLess, t.highlightsFix),
  ]
  const order = ['bad', 'less', 'good']
  return rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

function keeps({ kept, persisted }: Abilities): ReportRow {
  if (!kept) return bad(t.storage, t.storageBad, t.storageBadFix)
  return persisted ? good(t.storage, t.storageGood) : less(t.storage, t.storageLess, t.storageFix)
}

function tells({ notifications }: Abilities): ReportRow {
  const name = t.notifications
  if (notifications === 'granted') return good(name, t.notificationsGood)
  if (notifications === 'default') return good(name, t.notificationsOff)
  return less(name, t.notificationsLess, notifications === 'denied' ? t.notificationsFix : undefined)
}

const good = (name: string, text: string): ReportRow => ({ name, state: 'good', text, fix: undefined })
const less = (name: string, text: string, fix: string | undefined): ReportRow => ({
  name,
  state: 'less',
  text,
  fix,
})
const bad = (name: string, text: string, fix: string): ReportRow => ({ name, state: 'bad', text, fix })
