import { describe, expect, it } from 'vitest'
import { watchUpdates } from './updates.ts'

class Worker extends EventTarget {
  state = 'installing'
  postMessage = () => undefined
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  active: Worker | null = null
  installing: Worker | null = null
  waiting: Worker | null = null
  update = async () => undefined
  find(worker: Worker) {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
  }
}

/** Collects the workers that `watchUpdates` reports. */
function watched(registration: Registration): unknown[] {
  const told: unknown[] = []
  watchUpdates(registration, (waiting) => told.push(waiting))
  return told
}

describe('a newer version of the page', () => {
  it('is told of once, when it is kept whole, and not before', () => {
    const registration = new Registration()
    registration.active = new Worker()
    const told = watched(registration)
    const next = new Worker()
    registration.find(next)
    expect(told).toEqual([])
    next.become('installed')
    next.become('activating')
    next.become('activated')
    next.become('redundant')
    expect(told).toEqual([next])
  })

  it('is noticed when it was found, or waits, before anyone listened', () => {
    const installing = new Registration()
    installing.active = new Worker()
    installing.installing = new Worker()
    const first = watched(installing)
    installing.installing.become('installed')
    expect(first).toEqual([installing.installing])
    const waiting = new Registration()
    waiting.active = new Worker()
    waiting.waiting = new Worker()
    expect(watched(waiting)).toEqual([waiting.waiting])
  })

  it('is none on the first visit, and none when it could not be kept', () => {
    const registration = new Registration()
    const told = watched(registration)
    const first = new Worker()
    registration.find(first)
    first.become('installed')
    first.become('activated')
    registration.active = first
    const broken = new Worker()
    registration.find(broken)
    broken.become('redundant')
    expect(told).toEqual([])
  })
})
