/** `performance`: the clock, and milestones of the start. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { EventLoopDelay, Histogram } from './histogram.ts'

const native = performance
const now = native.now.bind(native)
const timers = { setInterval: setInterval.bind(globalThis), clearInterval: clearInterval.bind(globalThis) }
const TIME_ORIGIN_TIMESTAMP = 0
const TIME_ORIGIN = 1

export function performanceBinding(_context: NodeContext, binding: Binding): void {
  const milestones = new Float64Array(8)
  milestones[TIME_ORIGIN_TIMESTAMP] = native.timeOrigin * 1000
  milestones[TIME_ORIGIN] = 0
  const stamp = now() * 1e6
  for (let index = 2; index < milestones.length; index += 1)
    milestones[index] = index === 5 || index === 6 ? -1 : stamp
  Object.assign(binding, {
    milestones,
    now,
    Histogram,
    createELDHistogram: (resolution: number) => new EventLoopDelay(resolution, timers),
    observerCounts: new Uint32Array(5),
    setupObservers: () => undefined,
    installGarbageCollectionTracking: () => undefined,
    removeGarbageCollectionTracking: () => undefined,
    notify: () => undefined,
    markBootstrapComplete: () => {
      milestones[7] = now() * 1e6
    },
    loopIdleTime: () => 0,
    uvMetricsInfo: () => [0, 0, 0],
  })
}
