/** `http2`: the module can be loaded, for its constants; a session cannot be had, which is said before one is waited for. */
import type { NodeContext } from '../../context.ts'
import { UnavailableError } from '../binding.ts'
import type { Binding } from '../binding.ts'

export function http2(_context: NodeContext, binding: Binding): void {
  Object.assign(binding, {
    setCallbackFunctions: () => undefined,
    refuseServer,
    refuseClient,
    /** Reached with a socket of the program's own. */
    Http2Session: class {
      constructor() {
        refuseClient()
      }
    },
  })
}

function refuseServer(): never {
  throw new UnavailableError(
    'An HTTP/2 server',
    'Serve with http.createServer, which takes the same handler (in a framework, leave its option for HTTP/2 out): the preview and programs in the sandbox speak HTTP/1.1.',
  )
}

function refuseClient(): never {
  throw new UnavailableError(
    'HTTP/2',
    'Use http, https or fetch: the browser chooses the version on the way out.',
  )
}
