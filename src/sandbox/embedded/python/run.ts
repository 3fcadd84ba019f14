/** A process from its start on: our calls in place of Emscripten's, then the Python half takes over. */
import type { SignalBox } from '../process/channel.ts'
import type { ProcessStart } from '../process/protocol.ts'
import type { ExitStatus, Syscalls } from '../syscalls.ts'
import { createBridge } from './bridge.ts'
import { descriptorCalls } from './descriptor-calls.ts'
import { Heap } from './heap.ts'
import type { SwitchableImports } from './imports.ts'
import type { Interpreter } from './interpreter.ts'
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

/** Ends by calling `end`. Throws only when the interpreter itself broke. */
export function runProgram({ start, interpreter, imports, syscalls, signals, end }: Program): never {
  const { pyodide, memory, allocate } = interpreter
  const libc = new Libc({ heap: new Heap(memory), syscalls, signals, cwd: start.cwd })
  imports.switchTo((own) => ({
    ...own,
    ...pathCalls(libc, own),
    ...descriptorCalls(libc, own),
    ...machineCalls(libc, end),
    ...mappingCalls(libc, allocate),
  }))
  pyodide.setInterruptBuffer(signals.word)
  pyodide.registerJsModule('_vivarium', {
    ...createBridge(libc, () => pyodide.checkInterrupt()),
    start: JSON.stringify(start),
  })
  const code = Number(
    pyodide.runPython('import sys; sys.modules["_vivarium_main"].run()', { filename: '<python3>' }),
  )
  // As if it had not handled it: whoever waits for it sees what ended it.
  return end(code === INTERRUPTED ? { code: null, signal: 'SIGINT' } : { code: code & 0xff, signal: null })
}
