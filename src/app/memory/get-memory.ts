import { getApp } from '../app-model.svelte.ts'
import type { MemoryModel } from './memory.svelte.ts'
import { memoryOf } from './memory-of.ts'

/** In a component. */
export function getMemory(): MemoryModel {
  return memoryOf(getApp())
}
