/** The real gate with a person who is a function, for tests without a page. */
import type { EgressDecided } from '../../src/agent/egress/contract.ts'
import type { ProgramKey } from '../../src/agent/egress/placeholders.ts'
import { Gate } from '../../src/agent/egress/gate.ts'
import { PackageRegistry } from '../../src/agent/egress/package-registry.ts'
import type { PermissionMode } from '../../src/agent/protocol/permission-modes.ts'
import type { EgressQuestion, PermissionAnswer } from '../../src/agent/protocol/permission-requests.ts'

export interface TestGate {
  readonly gate: Gate
  readonly asked: readonly EgressQuestion[]
  readonly log: readonly EgressDecided[]
}

export interface TestGateOptions {
  readonly fetch: typeof fetch
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  /** Left out: nobody answers, ever. */
  readonly answer?: (request: EgressQuestion) => PermissionAnswer
  readonly canAsk?: boolean
  readonly mode?: PermissionMode
  readonly tokens?: Readonly<Record<string, string>>
  readonly keys?: readonly ProgramKey[]
  /** Takes out what is known to be a key; nothing is, when left out. */
  readonly redact?: (text: string) => string
  readonly seen?: (url: URL) => boolean
  /** The package registry of the settings. */
  readonly registry?: string
}

export function createTestGate(options: TestGateOptions): TestGate {
  const asked: EgressQuestion[] = []
  const log: EgressDecided[] = []
  const granted: string[] = []
  const once = new Set<string>()
  let id = 0
  const gate = new Gate({
    fetch: options.fetch,
    registry: new PackageRegistry({
      fetch: options.fetch,
      caches: undefined,
      setting: () => Promise.resolve(options.registry ?? ''),
      served: () => ({ address: '', proxy: '' }),
    }),
    ownOrigins: ['http://localhost:5173'],
    newId: () => String((id += 1)),
    now: () => performance.now(),
    permission: () =>
      Promise.resolve({
        mode: options.mode ?? 'default',
        allowBypass: options.mode === 'bypassPermissions',
        canAsk: options.canAsk ?? true,
        ruleSets: [
          {
            source: 'user',
            rules: { allow: [...(options.allow ?? [])], ask: [], deny: [...(options.deny ?? [])] },
          },
          { source: 'session', rules: { allow: granted, ask: [], deny: [] } },
        ],
      }),
    ask: (request) => {
      asked.push(request)
      return options.answer ? Promise.resolve(options.answer(request)) : new Promise(() => undefined)
    },
    grant: (rule) => {
      granted.push(rule)
      return Promise.resolve()
    },
    redact: options.redact ?? ((text) => text),
    seen: options.seen ?? (() => false),
    once,
    log: (event) => log.push(event),
    programKeys: () => Promise.resolve(options.keys ?? []),
    unlocked: () => Promise.resolve({ ok: true, value: undefined }),
    token: (host) => Promise.resolve(options.tokens?.[host] ?? ''),
  })
  return { gate, asked, log }
}
