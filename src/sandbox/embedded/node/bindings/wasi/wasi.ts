/** `wasi`: WASI preview 1 for WebAssembly programs, on the process's own files and descriptors. */
import { endProcess } from '../../exit.ts'
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { Errno } from '../../../syscalls.ts'
import type { Binding } from '../binding.ts'
import { absolute } from '../fs/fs-paths.ts'
import { isWasiAskedFor } from './wasi-asked-for.ts'
import { WasiDescriptors } from './wasi-descriptors.ts'
import { SUCCESS, wasiErrno } from './wasi-errno.ts'
import { createFileCalls, createPathCalls } from './wasi-files.ts'
import { sizeWithZero, WasiMemory } from './wasi-memory.ts'
import { createPoll } from './wasi-poll.ts'

const REALTIME = 0
const NANOSECONDS = 1e6
const RESOLUTION_NANOSECONDS = 1000
/** Largest chunk that `getRandomValues` takes. */
const RANDOM_CHUNK = 65_536
const nativeNow = performance.now.bind(performance)
const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto)

function now(clock: number): bigint {
  return BigInt(Math.round((clock === REALTIME ? Date.now() : nativeNow()) * NANOSECONDS))
}

function notSupported(): never {
  throw new Errno('ENOTSUP', 'wasi')
}

function createCalls(context: NodeContext, memory: WasiMemory, descriptors: WasiDescriptors, texts: Texts) {
  const parts = { memory, descriptors, syscalls: () => syscalls(context) }
  const writeTexts = (list: readonly string[]) => (pointers: number, at: number) => {
    let end = at
    for (const [index, text] of list.entries()) {
      memory.setU32(pointers + index * 4, end)
      end += memory.setText(end, `${text}\0`)
    }
  }
  const writeSizes = (list: readonly string[]) => (count: number, bytes: number) => {
    memory.setU32(count, list.length)
    memory.setU32(
      bytes,
      list.reduce((sum, text) => sum + sizeWithZero(text), 0),
    )
  }
  return {
    args_get: writeTexts(texts.args),
    args_sizes_get: writeSizes(texts.args),
    environ_get: writeTexts(texts.env),
    environ_sizes_get: writeSizes(texts.env),
    clock_res_get: (_clock: number, result: number) => memory.setU64(result, RESOLUTION_NANOSECONDS),
    clock_time_get: (clock: number, _precision: bigint, result: number) => memory.setU64(result, now(clock)),
    ...createFileCalls(parts),
    ...createPathCalls(parts),
    poll_oneoff: createPoll(parts, now),
    random_get: (at: number, length: number) => {
      for (let done = 0; done < length; done += RANDOM_CHUNK) {
        const part = getRandomValues(new Uint8Array(Math.min(RANDOM_CHUNK, length - done)))
        memory.bytes(at + done, part.length).set(part)
      }
    },
    sched_yield: () => undefined,
    proc_raise: notSupported,
    sock_accept: notSupported,
    sock_recv: notSupported,
    sock_send: notSupported,
    sock_shutdown: notSupported,
  }
}

interface Texts {
  readonly args: readonly string[]
  readonly env: readonly string[]
}

/** As WebAssembly calls it: the number of the failure is what it returns. */
function answering(call: (...args: never[]) => unknown) {
  return (...args: unknown[]): number => {
    try {
      Reflect.apply(call, undefined, args)
      return SUCCESS
    } catch (error) {
      return wasiErrno(error)
    }
  }
}

export function wasi(context: NodeContext, binding: Binding): void {
  /** Its methods are the imports of the WebAssembly program, so they are properties of each object. */
  function WASI(args: string[], env: string[], preopens: string[], stdio: number[]): object {
    const memory = new WasiMemory()
    const directories = preopens.flatMap((name, index) => {
      const path = preopens[index + 1]
      return index % 2 === 0 && path !== undefined
        ? [[name, syscalls(context).realpath(absolute(context, path))] as const]
        : []
    })
    const calls = createCalls(context, memory, new WasiDescriptors(stdio, directories), { args, env })
    const imports = Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, answering(call)]))
    return Object.assign(imports, {
      proc_exit: (code: number) => endProcess(context, code),
      _setMemory: (given: unknown) => {
        if (!(given instanceof WebAssembly.Memory))
          throw Object.assign(
            new TypeError('"instance.exports.memory" property must be a WebAssembly.Memory object'),
            {
              code: 'ERR_INVALID_ARG_TYPE',
            },
          )
        memory.set(given)
      },
    })
  }
  Object.assign(binding, { WASI, isAskedFor: isWasiAskedFor })
}
