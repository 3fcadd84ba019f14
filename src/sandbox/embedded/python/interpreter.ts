/** Starts Pyodide: from its files, or from the memory of one that had started. */
import eventLoop from './library/event_loop.py?raw'
import main from './library/main.py?raw'
import network from './library/network.py?raw'
import prepare from './library/prepare.py?raw'
import processes from './library/processes.py?raw'
import stash from './library/stash.py?raw'
import type { SignalWord } from '../process/channel.ts'
import { ASSETS } from './assets.ts'
import type { Native } from './libc.ts'
import type { PythonImage } from './protocol.ts'

/** The part of Pyodide's interface that we use. */
export interface Pyodide {
  runPython(code: string, options?: { globals?: unknown; filename?: string }): unknown
  registerJsModule(name: string, module: object): void
  setInterruptBuffer(buffer: SignalWord): void
  checkInterrupt(): void
  makeMemorySnapshot(): Uint8Array
  readonly _api: {
    /** Called when the interpreter itself broke: prints where the program was, and throws. */
    fatal_error: (error: unknown) => void
  }
}

interface PyodideModule {
  loadPyodide(options: Readonly<Record<string, unknown>>): Promise<Pyodide>
}

/** The imports of the C library, by name. */
export type Imports = Record<string, Native>

export interface Interpreter {
  readonly pyodide: Pyodide
  readonly memory: WebAssembly.Memory
  /** Memory of the C library's, aligned; 0 when there is none left. */
  readonly allocate: (alignment: number, size: number) => number
  /** For the next process; undefined when it came from one, or could not be made. */
  readonly image: PythonImage | undefined
}

/** No packages: there is no place to load them from. */
const LOCK_FILE = JSON.stringify({
  info: {
    abi_version: '2026_0',
    arch: 'wasm32',
    platform: 'emscripten_5_0_3',
    version: '0',
    python: '3.14.2',
  },
  packages: {},
})

/** `replace` puts our calls into the imports. Rejects with a plain `Error` when a file cannot be had. */
export async function startInterpreter(
  image: PythonImage | undefined,
  replace: (imports: Imports) => void,
): Promise<Interpreter> {
  const instantiation = interceptInstantiation(image, replace)
  const [{ loadPyodide }, glue] = await Promise.all([
    importModule<PyodideModule>(ASSETS.loader),
    importModule<{ default: unknown }>(ASSETS.glue),
  ])
  const pyodide = await loadPyodide({
    indexURL: new URL('.', ASSETS.program).href,
    stdLibURL: ASSETS.library,
    createPyodideModule: glue.default,
    lockFileContents: LOCK_FILE,
    packageBaseUrl: new URL('.', ASSETS.program).href,
    // Without a stream of the page's: what a program reads and writes goes to the kernel.
    stdin: () => null,
    ...(image === undefined
      ? { _makeSnapshot: true }
      : { _loadSnapshot: new Uint8Array(image.memory).slice() }),
  })
  const { memory, allocate, program } = await instantiation
  if (image !== undefined) return { pyodide, memory, allocate, image: undefined }
  prepareLibrary(pyodide)
  return { pyodide, memory, allocate, image: { program, memory: shared(pyodide.makeMemorySnapshot()) } }
}

/** Before the image is made: whatever it loads, no process loads again. */
function prepareLibrary(pyodide: Pyodide): void {
  pyodide.runPython(prepare)
  const modules = {
    _vivarium_stash: stash,
    _vivarium_event_loop: eventLoop,
    _vivarium_network: network,
    _vivarium_processes: processes,
    _vivarium_main: main,
  }
  // Text in JSON is text in Python.
  for (const [name, source] of Object.entries(modules))
    pyodide.runPython(`_load(${JSON.stringify(name)}, ${JSON.stringify(source)}) and None`)
  pyodide.runPython(
    'import sys\nfor name in ("processes", "network"): sys.modules["_vivarium_" + name].install()\nsys.modules["_vivarium_event_loop"].install(sys.modules["pyodide.webloop"]._orig_run)\nsys.modules["_vivarium_stash"].fill()',
  )
}

async function importModule<T>(url: string): Promise<T> {
  // Exports of the package's file, as its own types have it.
  return (await import(/* @vite-ignore */ url)) as T
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length)
  new Uint8Array(buffer).set(bytes)
  return buffer
}

type Instantiated = Pick<Interpreter, 'memory' | 'allocate'> & {
  readonly program: WebAssembly.Module
}

/**
 * Pyodide fetches its program from a fixed name and instantiates it by itself, so that the two functions of the
 * platform that it uses for this are replaced until it has.
 */
function interceptInstantiation(
  image: PythonImage | undefined,
  replace: (imports: Imports) => void,
): Promise<Instantiated> {
  const { promise, resolve } = Promise.withResolvers<Instantiated>()
  const { fetch, WebAssembly: wasm } = globalThis
  const { instantiateStreaming } = wasm
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.endsWith('/pyodide.asm.wasm')) return fetch(input, init)
    return image === undefined ? fetch(ASSETS.program) : Promise.resolve(new Response())
  }
  wasm.instantiateStreaming = async (source, imports = {}) => {
    globalThis.fetch = fetch
    wasm.instantiateStreaming = instantiateStreaming
    const response = await source
    if (!response.ok)
      throw new Error(`${ASSETS.program} could not be loaded: the server answered ${response.status}.`)
    const program = image?.program ?? (await wasm.compileStreaming(response))
    // Emscripten gives functions of these types, which `wasmImports` shares between the two names.
    replace(imports['env'] as Imports)
    const instance = await wasm.instantiate(program, imports)
    // Exported by every program of Emscripten's.
    const { memory, emscripten_builtin_memalign: memalign } = instance.exports
    resolve({ memory: memory as WebAssembly.Memory, allocate: memalign as Interpreter['allocate'], program })
    return { instance, module: program }
  }
  return promise
}
