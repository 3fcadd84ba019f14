/** The page's calls that hand over ports: its own, the preview's, and the sandbox's. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { sealedDuring } from '../asking/sealed-egress.ts'
import { tellLost } from './complete-copies.ts'
import type { OpenSession } from './open-session.ts'
import type { PageLink } from './page-link.ts'
import type { ServiceOptions } from './options.ts'
import type { ServiceParts } from './parts.ts'

/** Said in each terminal. */
const RESTARTED = 'The sandbox was started again, and the shell with it.'

interface ConnectionNeeds {
  readonly options: Pick<ServiceOptions, 'database' | 'isKept' | 'broughtBack' | 'copies' | 'connectSandbox'>
  readonly parts: ServiceParts
  readonly page: PageLink
  readonly opened: OpenSession
}

export function connectionCalls({
  options,
  parts,
  page,
  opened,
}: ConnectionNeeds): Pick<AgentApi, 'connection'> {
  const { blobs, terminals, workspace } = parts
  return {
    connection: {
      async connect(port, { packageRegistry, registryProxy, policy }) {
        // First of all: every other call waits for it.
        parts.policy.locate(policy)
        parts.sessionEgress.registryServed({ address: packageRegistry, proxy: registryProxy })
        page.connect(port)
        void parts.policy.state().then((state) => page.notice({ type: 'policy', state }))
        if (parts.room.isFull || options.database.isOutdated) parts.room.tell()
        if (!options.isKept) page.notice({ type: 'nothing_kept' })
        const { broughtBack: sessions = 0 } = options
        if (sessions > 0) {
          page.notice({ type: 'brought_back', sessions, events: 0 })
          tellLost(options.copies, page).catch((error: unknown) => console.info('Lost values:', error))
        }
        opened.show()
      },
      async attachBrowser(port) {
        parts.browser.attach(port)
      },
      async reportPageErrors(address, errors) {
        parts.pageErrors.set(address, errors)
      },
      sandboxLost() {
        terminals.lost(RESTARTED)
        // The next sandbox asks for all files: they are read while it starts. What fails here fails again there, and is told.
        blobs.readAhead().catch((error: unknown) => console.info('nothing was read ahead:', error))
        return workspace.lost()
      },
      async attachSandbox(port, failure) {
        terminals.lost(RESTARTED)
        if (!port) {
          workspace.failed(
            failure ?? { message: 'The sandbox could not be started.', hint: 'Reload the page.' },
          )
          return
        }
        const connected = await connectSandbox(options, parts, port)
        if (connected.ok) return workspace.attach(connected.value)
        const { message, hint = 'Reload the page.' } = connected.error
        workspace.failed({ message, hint })
      },
      async moveSandbox(port) {
        const connected = await connectSandbox(options, parts, port)
        if (!connected.ok) return connected
        const moved = await parts.files.moveTo(connected.value)
        if (moved.ok) terminals.lost('The workspace has moved to another sandbox; the shell has ended.')
        else await connected.value.dispose()
        return moved
      },
    },
  }
}

async function connectSandbox(
  options: Pick<ServiceOptions, 'connectSandbox'>,
  { blobs, sessionEgress, paths, replays }: ServiceParts,
  port: MessagePort,
): Promise<Result<Sandbox>> {
  paths.forget()
  // A replay has no egress, even if rules allow it.
  const egress = sealedDuring(() => replays.active, sessionEgress.gate)
  return options.connectSandbox(port, { blobs, egress })
}
