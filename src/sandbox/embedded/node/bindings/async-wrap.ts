/** `async_wrap`: ids of asynchronous resources. */
import type { NodeContext } from '../context.ts'
import { setPromiseHooks } from '../promise-hooks.ts'
import type { Binding } from './binding.ts'

/** Index of `kAsyncIdCounter` in `async_id_fields`, and of `kStackLength` in `async_hook_fields`. */
const EXECUTION_ID = 0
const TRIGGER_ID = 1
const ID_COUNTER = 2
const DEFAULT_TRIGGER = 3
const STACK_LENGTH = 7
const CHECK = 6

export function asyncWrap(_context: NodeContext, binding: Binding): void {
  const hookFields = new Uint32Array(9)
  const idFields = new Float64Array(4)
  const resources: unknown[] = []
  const overflow: [number, number][] = []
  hookFields[CHECK] = 1
  idFields[ID_COUNTER] = 1
  idFields[EXECUTION_ID] = 1
  idFields[DEFAULT_TRIGGER] = -1
  Object.assign(binding, {
    async_hook_fields: hookFields,
    async_id_fields: idFields,
    execution_async_resources: resources,
    setupHooks: () => undefined,
    setCallbackTrampoline: () => undefined,
    setPromiseHooks,
    registerDestroyHook: () => undefined,
    queueDestroyAsyncId: () => undefined,
    executionAsyncResource: (index: number) => resources[index],
    // Called when the fixed stack that the library fills itself is full.
    pushAsyncContext: (asyncId: number, triggerId: number) => {
      overflow.push([idFields[EXECUTION_ID] ?? 0, idFields[TRIGGER_ID] ?? 0])
      hookFields[STACK_LENGTH] = (hookFields[STACK_LENGTH] ?? 0) + 1
      idFields[EXECUTION_ID] = asyncId
      idFields[TRIGGER_ID] = triggerId
    },
    popAsyncContext: () => {
      const previous = overflow.pop()
      const length = hookFields[STACK_LENGTH] ?? 0
      if (!previous || length === 0) return false
      hookFields[STACK_LENGTH] = length - 1
      ;[idFields[EXECUTION_ID], idFields[TRIGGER_ID]] = previous
      return length > 1
    },
    clearAsyncIdStack: () => {
      overflow.length = 0
      resources.length = 0
      hookFields[STACK_LENGTH] = 0
      idFields[EXECUTION_ID] = 0
      idFields[TRIGGER_ID] = 0
    },
  })
}
