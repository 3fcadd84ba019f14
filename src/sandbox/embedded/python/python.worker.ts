/**
 * The worker of a `python3` process: CPython as WebAssembly (Pyodide), whose C library asks our kernel instead of
 * Emscripten's files in memory.
 *
 * - `interpreter.ts` starts it, from its files or from the memory that the first process has left;
 * - `libc.ts` and the `*-calls.ts` beside it answer what its C library asks for;
 * - `library/` is the rest of `python3` in Python: the command line, child processes, the network;
 * - `bridge.ts` is what that asks the kernel for.
 *
 * It is user code to the kernel: nothing that it says is trusted.
 */
import { connectSyscalls } from '../process/channel-client.ts'
import { SignalBox } from '../process/channel.ts'
import type { FromProcess, ProcessStart, ToProcess } from '../process/protocol.ts'
import type { ExitStatus } from '../syscalls.ts'
import { areAssetsKept, ASSETS_MEGABYTES } from './assets.ts'
import { runProgram } from './run.ts'
import { startInterpreter } from './interpreter.ts'
import { switchableImports } from './imports.ts'
import type { ImageMessage, PrepareMessage, PythonImage } from './protocol.ts'

const post: (message: FromProcess | ImageMessage) => void = globalThis.postMessage.bind(globalThis)
const encoder = new TextEncoder()
const FAILED = 1
let image: PythonImage | undefined

/** The kernel ends the worker when it has read the message; until then nothing of the program may run on. */
function end(status: ExitStatus): never {
  post({ type: 'exit', status })
  const never = new Int32Array(new SharedArrayBuffer(4))
  for (;;) Atomics.wait(never, 0, 0)
}

async function run(start: ProcessStart, channel: SharedArrayBuffer): Promise<void> {
  const { syscalls } = connectSyscalls(channel, post)
  const say = (text: string): void => {
    syscalls.write(2, encoder.encode(`python3: ${text}\n`), null)
  }
  try {
    if (image === undefined && !(await areAssetsKept()))
      say(`loading Python, about ${ASSETS_MEGABYTES} MB, once …`)
    const imports = switchableImports()
    const interpreter = await startInterpreter(image, imports.install)
    post({ type: 'image', image: interpreter.image })
    runProgram({ start, interpreter, imports, syscalls, signals: new SignalBox(channel), end })
  } catch (error) {
    say(`Python could not be started: ${error instanceof Error ? error.message : String(error)}`)
    end({ code: FAILED, signal: null })
  }
}

globalThis.addEventListener('message', (event) => {
  // Only the kernel has this worker's port.
  const message = (event as MessageEvent<ToProcess | PrepareMessage>).data
  if (message.type === 'prepare') image = message.image
  // Signals come through the channel's memory; one that comes before is the kernel's to carry out.
  else if (message.type === 'start') void run(message.start, message.channel)
})
