import { describeSandboxContract } from '../contract/suite/contract-suite.ts'
import { createMemorySandbox } from '../memory/memory-sandbox.ts'
import { bootWebContainer } from './boot.ts'

/** Milliseconds: other work may have both cores, and how long is too long is not what is tested here. */
const PATIENT = { probeMs: 30_000, silenceMs: 30_000, bootMs: 60_000 }

describeSandboxContract('webcontainer', {
  async create(blobs) {
    const outcome = await bootWebContainer({ origin: location.origin, deadlines: PATIENT })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome.container.createSandbox(blobs)
  },
  // There is one container in a page: what it stores has to be good for another kind of sandbox.
  createOther: (blobStore) => createMemorySandbox({ blobStore }),
  capabilities: {
    shell: true,
    separateStderr: true,
    openShells: true,
    readOnly: false,
    opened: false,
    results: false,
    forks: false,
  },
})
