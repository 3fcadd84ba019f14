/** Runs the cases of the contract over the origin's own files, which only a dedicated worker can write. */
import { PLACE_CASES } from '../contract-suite.ts'
import { originPlace } from '../origin-place.ts'

const NAME = 'journal-contract'

onmessage = async ({ data }: MessageEvent<string>) => {
  try {
    const root = await navigator.storage.getDirectory()
    await root.removeEntry(NAME, { recursive: true }).catch(() => undefined)
    const place = await originPlace(NAME)
    if (!place) throw new Error('There is no place for a journal.')
    const one = PLACE_CASES.find(({ name }) => name === data)
    postMessage({ result: await one?.run(place) })
    await root.removeEntry(NAME, { recursive: true })
  } catch (error) {
    postMessage({ error: String(error) })
  }
}
