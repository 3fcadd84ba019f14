import { describeSandboxContract } from '../contract/suite/contract-suite.ts'
import { createMemorySandbox } from './memory-sandbox.ts'

describeSandboxContract('memory', {
  create: (blobStore) => createMemorySandbox({ blobStore }),
  capabilities: {
    shell: true,
    separateStderr: true,
    openShells: false,
    readOnly: false,
    opened: false,
    results: false,
    forks: true,
  },
})
