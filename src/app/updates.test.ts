import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { watchUpdates } from './updates.ts'

class Worker extends EventTarget {
  state = 'installing'
  become(state: string) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  active: Worker | null = null
  installing: Worker | null = null
  update = async () => undefined
  find(worker: Worker) {
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
  }
}

describe('a newer version of the page', () => {
  it('is told of once it is kept whole, and not before', () => {
    const registration = new Registration()
    registration.active = new Worker()
    let told = 0
    watchUpdates(registration, () => told++)
    const next = new Worker()
    registration.find(next)
    next.become('installed')
    next.become('activating')
    expect(told).toBe(0)
    next.become('activated')
    next.become('redundant')
    expect(told).toBe(1)
  })

  it('is noticed when it was found before anyone listened', () => {
    const registration = new Registration()
    registration.active = new Worker()
    registration.installing = new Worker()
    let told = 0
    watchUpdates(registration, () => told++)
    registration.installing.become('activated')
    expect(told).toBe(1)
  })

  it('is none on the first visit, and none when it could not be kept', () => {
    const registration = new Registration()
    let told = 0
    watchUpdates(registration, () => told++)
    const first = new Worker()
    registration.find(first)
    first.become('activated')
    registration.active = first
    const broken = new Worker()
    registration.find(broken)
    broken.become('redundant')
    expect(told).toBe(0)
  })
})

it('the manifest names icons that are there, in the sizes that it says', () => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8'))
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
  const sizes = manifest.icons.map(({ src, type, sizes: said }: Record<string, string>) => {
    const data = readFileSync(`public${src}`)
    if (type === 'image/svg+xml') return said === 'any' && data.includes('<svg')
    // Width and height stand first in a PNG's first part.
    return (
      data.subarray(1, 4).toString() === 'PNG' && said === `${data.readUInt32BE(16)}x${data.readUInt32BE(20)}`
    )
  })
  expect(sizes).toEqual([true, true, true, true])
})
