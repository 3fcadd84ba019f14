import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ARCHIVE_BYTES } from '../limits.ts'
import { fetchArchive } from './fetch-archive.ts'

const server = createServer((request, response) => {
  if (request.url?.startsWith('/ok/repo.zip')) return response.end('PK')
  response.statusCode = 404
  return response.end()
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  // A server that listens on a port has an address of this shape.
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it('fetches an archive and names it by its address', async () => {
  const data = new TextEncoder().encode('PK')
  expect(await fetchArchive(`${origin}/ok/repo.zip?token=1`)).toEqual({ ok: true, name: 'repo.zip', data })
})

it('says what to do when it cannot be had', async () => {
  const hint = 'Download the archive yourself and drop the file here.'
  const { host } = new URL(origin)
  expect(await fetchArchive(`${origin}/gone.zip`)).toEqual({
    ok: false,
    problem: { message: `${host} answered 404 Not Found.`, hint },
  })
  expect(await fetchArchive('http://localhost:1/x.zip')).toEqual({
    ok: false,
    problem: {
      message:
        'localhost:1 could not be read. Either it cannot be reached, or it does not allow other pages to read its files (CORS).',
      hint,
    },
  })
  expect(await fetchArchive('javascript:alert(1)')).toEqual({
    ok: false,
    problem: {
      message: 'javascript:alert(1) is not a web address of an archive.',
      hint: 'It must start with https://.',
    },
  })
})

it('gives up an archive that does not end, at the size that is taken', async () => {
  const piece = new Uint8Array(ARCHIVE_BYTES / 4)
  const cancel = vi.fn<() => void>()
  let given = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        given += 1
        controller.enqueue(piece)
        // One that is read on ends, so that this test fails rather than the machine.
        if (given === 7) controller.close()
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(body))
  expect(await fetchArchive('https://example.com/endless.zip')).toMatchObject({
    ok: false,
    problem: {
      message: 'The archive at example.com has 671 MB or more; at most 537 MB can be imported.',
      hint: 'Leave out build output and packages.',
    },
  })
  expect(given).toBe(5)
  expect(cancel).toHaveBeenCalledOnce()
})
