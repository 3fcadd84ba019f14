/**
 * Stands in for the hosted runtime's page: speaks the wire of the real client (comlink 4.3.0, whose messages later
 * versions do not understand) with the embedded kernel behind it. It proves that our side of the protocol is right;
 * how the real runtime behaves behind its own, it cannot show.
 */
import { expose, proxy } from 'comlink-4.3'
import { StandInInstance } from './stand-in-instance.ts'

interface BuildOptions {
  readonly workdirName?: string
}

const root = {
  build: ({ workdirName = 'project' }: BuildOptions) => proxy(new StandInInstance(`/home/${workdirName}`)),
}

// With this key it is a page that loads and never says a word, as the real one does when something is wrong with it.
if (new URLSearchParams(location.search).get('client_id') !== 'silent') {
  const { port1, port2 } = new MessageChannel()
  expose(root, port1)
  window.parent.postMessage({ type: 'init' }, '*', [port2])
}
