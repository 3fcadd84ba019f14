/** What the loop costs between an answer with one call of a tool that does nothing and the next request's body. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { build } from 'esbuild'
import type { LoopTimes } from './support/loop-harness.worker.ts'
import { median, report } from './support/result.ts'

const TARGET_MS = 5
const TURNS = 1_020
/** Turns around the one that is named, of which the median is taken. */
const AROUND = 20

test('loop overhead', async ({ page }) => {
  const server = await serveHarness()
  try {
    await page.goto(server.url)
    const times = await page.evaluate(
      (turns) =>
        new Promise<LoopTimes | string>((resolve) => {
          const worker = new Worker('/harness.js', { type: 'module' })
          worker.onmessage = ({ data }: MessageEvent<LoopTimes | string>) => resolve(data)
          worker.onerror = ({ message }) => resolve(message)
          worker.postMessage(turns)
        }),
      TURNS,
    )
    if (typeof times === 'string') throw new Error(times)
    const peers = median(times.puts)
    report(
      'loop-overhead',
      [10, 1_000].map((turn) => {
        const around = times.gaps.slice(Math.max(0, turn - AROUND / 2), turn + AROUND / 2)
        const ours = median(around.filter((gap) => gap !== undefined))
        return {
          what: `loop overhead of a turn with one no-op tool, at turn ${turn.toLocaleString('en')}`,
          unit: 'ms' as const,
          ours,
          peer: 'one strict IndexedDB write of one record',
          peers,
          target: `${TARGET_MS} ms`,
          met: ours <= TARGET_MS,
        }
      }),
    )
  } finally {
    server.close()
  }
})

/** An origin of its own for the harness: a page, and the worker bundled from source. */
async function serveHarness(): Promise<{ url: string; close: () => void }> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'support/loop-harness.worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    minify: true,
    logLevel: 'error',
  })
  const script = outputFiles[0]?.contents ?? new Uint8Array()
  const server = createServer((request, response) => {
    const isScript = request.url === '/harness.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><title>Harness</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}
