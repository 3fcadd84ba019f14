/** `inspector`: the module can be loaded and asked; nothing can be opened or connected to, which is said. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'

const nothing = () => undefined

export function inspector(_context: NodeContext, binding: Binding): void {
  Object.assign(binding, {
    isEnabled: () => false,
    url: nothing,
    open: () => {
      throw notAvailable('no debugger can be opened')
    },
    // As natively where nobody has connected.
    waitForDebugger: () => false,
    emitProtocolEvent: nothing,
    Connection: NoConnection,
    MainThreadConnection: NoConnection,
    console: Object.fromEntries(Object.keys(Object(binding['console'])).map((name) => [name, nothing])),
  })
}

class NoConnection {
  constructor() {
    throw notAvailable('no session can be connected')
  }
}

/** By the name that a Node built without its inspector has for it. */
function notAvailable(what: string): Error {
  const message = `Inspector is not available: ${what} in the browser sandbox. Print with console.log, measure with performance.now(), find coverage with what instruments the code (nyc, @vitest/coverage-istanbul).`
  return Object.assign(new Error(message), { code: 'ERR_INSPECTOR_NOT_AVAILABLE' })
}
