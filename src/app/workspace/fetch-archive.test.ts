import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
