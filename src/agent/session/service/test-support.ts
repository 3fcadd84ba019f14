/** The agent's service as its worker puts it together, for tests and benches: connected, with a sandbox and a key. */
import { createScriptedModel } from '../../model/scripted.ts'
import { OverloadBreaker } from '../../model/overload-breaker.ts'
import { Redactor } from '../../redact/redactor.ts'
import { createToolSets } from '../../tools/profiles/profiles.ts'
import { createService } from './service.ts'
import type { AgentService } from './service.ts'
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { ServiceOptions } from './options.ts'
import { CredentialStore } from '../secrets/credential-store.ts'
import { PolicyStore } from '../policy/policy-store.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { TerminalStore } from '../store/terminal-store.ts'

interface StartOptions extends Pick<
  ServiceOptions,
  'database' | 'contents' | 'connectSandbox' | 'secondCopy' | 'later' | 'learnAfterMs' | 'memoryTabs'
> {
  readonly network?: ServiceOptions['network']
  /** The clock; absent: that of the machine. */
  readonly now?: ServiceOptions['now'] | undefined
  readonly parts?: Partial<ServiceOptions['parts']>
  /** Name of the policy file in the page, which `network` fetches. */
  readonly policy?: string
  readonly storedSettings?: SettingsStore
  /** The page's end of it is nobody's where none is given. */
  readonly port?: MessagePort
}

export async function startService(options: StartOptions): Promise<AgentApi> {
  return (await startWholeService(options)).api
}

/** With the calls that only the agent's own thread makes. */
export async function startWholeService({
  database,
  contents,
  secondCopy,
  connectSandbox,
  later,
  learnAfterMs,
  memoryTabs,
  network = { fetch, ownOrigins: [], caches: undefined },
  now = () => Date.now(),
  parts,
  policy = '',
  storedSettings = new SettingsStore(),
  port = new MessageChannel().port1,
}: StartOptions): Promise<AgentService> {
  const service = createService({
    database,
    contents,
    secondCopy,
    storedSettings,
    policyMemory: new PolicyStore(),
    terminalMemory: new TerminalStore(),
    credentials: new CredentialStore(),
    locks: navigator.locks,
    isKept: true,
    now,
    newId: () => crypto.randomUUID(),
    appVersion: 'test',
    connectSandbox,
    redactor: new Redactor(),
    secretsKnown: Promise.resolve(),
    network,
    ...(later && { later }),
    ...(learnAfterMs !== undefined && { learnAfterMs }),
    ...(memoryTabs && { memoryTabs }),
    parts: {
      tools: () => Promise.resolve(createToolSets()),
      overload: new OverloadBreaker(() => Date.now()),
      createModel: () => createScriptedModel([]),
      ...parts,
    },
  })
  const { api } = service
  await api.connection.connect(port, { packageRegistry: '', registryProxy: '', policy })
  await api.connection.attachSandbox(new MessageChannel().port1)
  await api.credentials.setApiKey('test')
  return service
}
