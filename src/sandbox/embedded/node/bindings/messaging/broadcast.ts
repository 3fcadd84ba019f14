/** `BroadcastChannel`: a port of the program whose other end is the browser's own channel of that name. */
import type { NodeContext } from '../../context.ts'
import type { MessagePorts } from './message-ports.ts'
import { onMessage } from './native-events.ts'

const NativeBroadcast = globalThis.BroadcastChannel
const { postMessage: broadcast, close } = NativeBroadcast.prototype

/** Processes are machines apart, as natively: only the threads of one hear each other. */
export function createBroadcast(context: NodeContext, ports: MessagePorts, name: string): MessagePort {
  const channel = new NativeBroadcast(`${context.started?.start.pid ?? 0} ${name}`)
  const { port1, port2 } = ports.createChannel()
  onMessage<unknown>(channel, ({ data }) => {
    ports.post(port2, data, [])
  })
  Object.defineProperties(port1, {
    postMessage: {
      value: (value: unknown) => {
        broadcast.call(channel, value)
        return true
      },
    },
    close: {
      value: () => {
        close.call(channel)
        ports.close(port1)
        ports.close(port2)
      },
    },
  })
  return port1
}
