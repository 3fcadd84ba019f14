import { describe, expect, it } from 'vitest'
import { PLACE_CASES } from './contract-suite.ts'
import { originPlace } from './origin-place.ts'

describe('files of the journal in the origin-private file system', () => {
  it.each(PLACE_CASES)('$name', async ({ name, result }) => {
    const worker = new Worker(new URL('./testing/place.worker.ts', import.meta.url), { type: 'module' })
    try {
      const answer = await new Promise((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data))
        worker.addEventListener('error', ({ message }) => reject(new Error(message)))
        worker.postMessage(name)
      })
      expect(answer).toEqual({ result })
    } finally {
      worker.terminate()
    }
  })

  it('are not there where files cannot be written at once: on a page', async () => {
    expect(await originPlace('journal-page')).toBeUndefined()
  })
})
