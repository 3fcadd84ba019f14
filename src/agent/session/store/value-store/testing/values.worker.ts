/** A tab's small values over the origin's own files, which only a dedicated worker can write. */
import { expose } from 'comlink'
import { MemoryBlobStore } from '../../../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../../../sandbox/memory/memory-sandbox.ts'
import { HOME } from '../../../../../sandbox/contract/path.ts'
import { NO_FACTS } from '../../../log/facts.ts'
import { Home } from '../../../workspace/home.ts'
import { originPlace } from '../../../journal/origin-place.ts'
import { deriveQuickly } from '../../../secrets/keyring/testing/quick-derivation.ts'
import type { Session } from '../../../log/session.ts'
import { CredentialStore } from '../../../secrets/credential-store.ts'
import { SettingsStore } from '../../settings-store.ts'
import { TerminalStore } from '../../terminal-store.ts'
import { WorkspaceStore } from '../../../workspace/workspace-store.ts'
import { ValueCopies } from '../value-copies.ts'

const FOLDER = 'values-test'
const STANDS_STILL = 'stands still'

const copies = new ValueCopies({
  place: originPlace(FOLDER),
  locks: navigator.locks,
  origin: location.origin,
})
const learned: string[] = []
const credentials = new CredentialStore((secret) => void learned.push(secret), navigator.locks, copies)
const storedSettings = new SettingsStore(copies)
const terminalMemory = new TerminalStore(copies)
// All that these two ask of a session.
const session = () => ({ id: 'session-1', role: 'leader', facts: NO_FACTS }) as unknown as Session
const home = new Home({ session, copies })
const workspaces = new WorkspaceStore({ session, copies, now: () => Date.now() })
const sandbox = createMemorySandbox({ blobStore: new MemoryBlobStore() })

const tab = {
  settings: () => storedSettings.read(),
  updateSettings: (change: object) => storedSettings.update(change),
  terminals: () => terminalMemory.read('session-1'),
  keepTerminals: (history: readonly string[]) =>
    terminalMemory.keep('session-1', { terminals: [], history: [...history] }),
  apiKey: () => credentials.apiKey('anthropic'),
  setApiKey: (key: string) => credentials.setApiKey('anthropic', key),
  removeKeys: () => credentials.removeKeys(),
  protection: () => credentials.keyring.protection(),
  changePassphrase: (current: string, next: string) => credentials.keyring.change({ current, next }),
  unlock: (passphrase: string) => credentials.keyring.unlock(passphrase),
  /** One of each kind. */
  storeSecrets: async (secret: (name: string) => string) => {
    await credentials.setApiKey('anthropic', await secret('key'))
    await credentials.setExtraHeaders('anthropic', `x-team: ${await secret('header')}`)
    await credentials.setGitToken('github.com', await secret('token'))
    await credentials.hideValue(await secret('hidden'))
    await credentials.setProgramKey({
      name: 'SOME_KEY',
      value: await secret('program'),
      hosts: ['api.example'],
    })
    await credentials.sharing.setSecret('put', await secret('share'))
    await credentials.sharing.setStore({
      kind: 'put',
      url: 'https://s.example/up',
      headerName: 'Authorization',
    })
  },
  storeToken: (token: string) => credentials.setGitToken('github.com', token),
  secrets: async () => {
    const own = await credentials.ownKeys()
    return own.ok ? own.value : own.error.message
  },
  learn: async () => {
    await credentials.learnSecrets()
    return learned
  },
  programs: () => credentials.programs.list(),
  addRule: (rule: string) => workspaces.addRule(rule),
  rules: () => workspaces.rules(),
  /** As after a command that wrote it. */
  writeHome: async (data: Uint8Array) => {
    await home.show(sandbox)
    await sandbox.writeFile({ path: `${HOME}/.config`, data, mode: 0o600 })
    await home.keep()
  },
  readHome: async () => {
    await home.show(sandbox)
    const read = await sandbox.readFile(`${HOME}/.config`)
    return read.ok ? read.value.slice() : undefined
  },
  /** As when the session is deleted. */
  forgetSession: async () => {
    await terminalMemory.forget('session-1')
    await home.forget('session-1')
    await workspaces.forget('session-1')
  },
  /** For all of this tab's life. */
  deriveQuickly: () => void deriveQuickly(),
  comeBack: () => copies.comeBack(),
  evenOut: () => copies.evenOut(),
  /** Each write of a file fails from now on, or no more. */
  fillDisk: (isFull: boolean) => {
    FileSystemSyncAccessHandle.prototype.write = isFull ? refuse : write
  },
  /** Stands still for good in a write of a file, and says so: after so many others. */
  standStillAfter: (writes: number) => {
    let left = writes
    FileSystemSyncAccessHandle.prototype.write = function (this: unknown, ...args: unknown[]): unknown {
      left -= 1
      if (left >= 0) return Reflect.apply(write, this, args)
      postMessage(STANDS_STILL)
      // Asleep: a thread that is ended while it computes takes a core for two seconds more.
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    }
  },
}

/** Its type is in the library for workers alone. */
declare const FileSystemSyncAccessHandle: {
  readonly prototype: { write: (this: unknown, ...args: unknown[]) => unknown }
}
const { write } = FileSystemSyncAccessHandle.prototype

function refuse(): never {
  throw new DOMException('The disk is full.', 'QuotaExceededError')
}

export type ValuesTab = typeof tab
expose(tab)
