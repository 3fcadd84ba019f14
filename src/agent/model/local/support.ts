/** This browser's support for local models; missing features are reported before anything is downloaded. */
import type { LocalSupport } from '../../protocol/calls/local-models.ts'

/** The smallest modules that use each feature: a browser that takes them has it. */
const EXCEPTIONS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11,
]
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
]

/** The part of WebGPU that is used. */
interface Gpu {
  requestAdapter(): Promise<object | null>
}

export async function localSupport(): Promise<LocalSupport> {
  return {
    missing: missingFeature(),
    gpu: await hasGpu(),
    threads: threadsFor(navigator.hardwareConcurrency),
  }
}

function missingFeature(): string | undefined {
  const takes = (module: readonly number[]) => WebAssembly.validate(new Uint8Array(module))
  if (!takes(SIMD)) return 'This browser’s WebAssembly has no SIMD: models cannot run in it.'
  if (!takes(EXCEPTIONS)) return 'This browser’s WebAssembly has no exceptions: models cannot run in it.'
  if (!hasLargeMemory())
    return 'This browser’s WebAssembly has no memory beyond 4 GB (Memory64), which models are run with here. Chrome and Edge from 133 on have it, Firefox from 134 on.'
  return undefined
}

function hasLargeMemory(): boolean {
  try {
    // TypeScript's library does not know the option yet.
    const descriptor = { address: 'i64', initial: 1n } as unknown as WebAssembly.MemoryDescriptor
    return new WebAssembly.Memory(descriptor).buffer.byteLength > 0
  } catch {
    return false
  }
}

async function hasGpu(): Promise<boolean> {
  // It is absent in browsers without WebGPU, and in TypeScript's library for workers.
  const { gpu } = navigator as { readonly gpu?: Gpu }
  // Waiting for the GPU within WebAssembly needs promise integration (JSPI).
  if (!gpu || !('Suspending' in WebAssembly)) return false
  return gpu.requestAdapter().then(
    (adapter) => adapter !== null,
    () => false,
  )
}

/** Half of them: the sandbox and the page want some, too. Without shared memory there is one. */
function threadsFor(processors: number): number {
  if (typeof SharedArrayBuffer === 'undefined') return 1
  return Math.max(1, Math.floor(processors / 2))
}
