/**
 * The kernel's thread in an opaque frame: a classic script from a `blob:` address (module workers fail there), as are
 * its programs. The frame's page writes their addresses behind the `#` of this one's.
 */
import { runKernelThread } from './kernel-thread.ts'
import { THREAD_PARAMETER } from './node/start/scripts.ts'
import type { ProgramKind } from './process/protocol.ts'

const addresses = new URLSearchParams(location.hash.slice(1))

runKernelThread({
  frame: 'opaque',
  unavailable: {
    python: 'Python is not available where there is one origin only: its files cannot be loaded there.',
  },
  createWorker: (kind) => new Worker(addressOf(kind), { name: kind }),
})

function addressOf(kind: ProgramKind): string {
  const isThread = kind === 'node-thread'
  const name = isThread ? 'node' : kind
  const address = addresses.get(name)
  if (address === null) throw new Error(`The kernel was started without the script of "${name}".`)
  // It finds the parts of Node's library in the same way.
  return name === 'node' ? `${address}#${addresses}${isThread ? `&${THREAD_PARAMETER}=1` : ''}` : address
}
