/** A process from its start on: our calls in place of Emscripten's, then the Python half takes over. */
import type { SignalBox } from '../process/channel.ts'
import type { ProcessStart } from '../process/protocol.ts'
import type { ExitStatus, Syscalls } from '../syscalls.ts'
import { createBridge } from './bridge.ts'
import { descriptorCalls } from './descriptor-calls.ts'
import { Heap } from './heap.ts'
import type { SwitchableImports } from './imports.ts'
import type { Interpreter, Pyodide } from './interpreter.ts'
import { Libc } from './libc.ts'
import { machineCalls } from './machine-calls.ts'
import { mappingCalls } from './memory-mapping.ts'
import { pathCalls } from './path-calls.ts'

interface Program {
  readonly start: ProcessStart
  readonly interpreter: Interpreter
  readonly imports: SwitchableImports
  readonly syscalls: Syscalls
  readonly signals: SignalBox
  readonly end: (status: ExitStatus) => never
}

const INTERRUPTED = -2

/** Ends by calling `end`. */
export function runProgram({ start, interpreter, imports, syscalls, signals, end }: Program): never {
  const { pyodide, memory, allocate } = interpreter
  const libc = new Libc({ heap: new Heap(memory), syscalls, signals, cwd: start.cwd })
  imports.switchTo((own) => ({
    ...own,
    ...pathCalls(libc, own),
    ...descriptorCalls(libc, own),
    ...machineCalls(libc, own, end),
    ...mappingCalls(libc, allocate),
  }))
  pyodide.setInterruptBuffer(signals.word)
  pyodide.registerJsModule('_vivarium', {
    ...createBridge(libc, () => pyodide.checkInterrupt()),
    start: JSON.stringify(start),
  })
  const code = runMain(pyodide, syscalls)
  // As if it had not handled it: whoever waits for it sees what ended it.
  return end(code === INTERRUPTED ? { code: null, signal: 'SIGINT' } : { code: code & 0xff, signal: null })
}

/** The exit code of a program whose interpreter broke, as of one that is aborted. */
const ABORTED = 134

function runMain(pyodide: Pyodide, syscalls: Syscalls): number {
  const { fatal_error: giveUp } = pyodide._api
  pyodide._api.fatal_error = (error) => {
    // It prints to standard output where the program was.
    syscalls.dup(2, { at: 1 })
    giveUp(error)
  }
  try {
    return Number(pyodide.runPython('import sys; sys.modules["_vivarium_main"].run()'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    syscalls.write(2, new TextEncoder().encode(`python3: the interpreter broke: ${why}\n`), null)
    return ABORTED
  }
}
