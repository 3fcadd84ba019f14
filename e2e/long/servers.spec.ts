/** Servers as people write them, of real packages: what they answer to the shell and to the preview, and how they fail. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { createHash } from 'node:crypto'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

/** Milliseconds for installing five frameworks on a loaded machine. */
const LONG_MS = 300_000

/** Each answers `GET /hello/:name`, and `POST /echo` with what JSON it was sent. */
const FRAMEWORKS: Readonly<Record<string, string>> = {
  express: `
import express from 'express'
const app = express().use(express.json())
app.get('/hello/:name', (request, response) => response.json({ hello: request.params.name }))
app.post('/echo', (request, response) => response.status(201).json(request.body))
app.get('/fails', () => { throw new Error('on purpose') })
app.listen(4001, () => console.log('listening'))`,
  fastify: `
import fastify from 'fastify'
const app = fastify()
app.get('/hello/:name', async (request) => ({ hello: request.params.name }))
app.post('/echo', async (request, reply) => reply.code(201).send(request.body))
app.get('/fails', async () => { throw new Error('on purpose') })
await app.listen({ port: 4002 })
console.log('listening')`,
  hono: `
import { Hono } from 'hono'
import { serve } from '@hono/node-server'
const app = new Hono()
app.get('/hello/:name', (context) => context.json({ hello: context.req.param('name') }))
app.post('/echo', async (context) => context.json(await context.req.json(), 201))
app.get('/fails', () => { throw new Error('on purpose') })
serve({ fetch: app.fetch, port: 4003 }, () => console.log('listening'))`,
  koa: `
import Koa from 'koa'
const app = new Koa()
app.use(async (context) => {
  const [, name] = /^\\/hello\\/(.+)/.exec(context.path) ?? []
  if (name) { context.body = { hello: name }; return }
  if (context.path === '/fails') throw new Error('on purpose')
  const parts = []
  for await (const part of context.req) parts.push(part)
  context.status = 201
  context.body = JSON.parse(Buffer.concat(parts).toString())
})
app.listen(4004, () => console.log('listening'))`,
  plain: `
import { createServer } from 'node:http'
createServer(async (request, response) => {
  const [, name] = /^\\/hello\\/(.+)/.exec(request.url) ?? []
  response.setHeader('Content-Type', 'application/json')
  if (name) return response.end(JSON.stringify({ hello: name }))
  if (request.url === '/fails') { response.statusCode = 500; return response.end('{}') }
  response.statusCode = 201
  request.pipe(response)
}).listen(4005, () => console.log('listening'))`,
}

test('express, fastify, hono, koa and plain servers answer at once, each on its port, to the shell and to the preview', async ({
  page,
  registrySite: site,
}) => {
  test.setTimeout(patience(LONG_MS))
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  const packages = 'express@5.1.0 fastify@5.4.0 hono@4.8.3 @hono/node-server@1.14.4 koa@3.0.0'
  const installed = await workbench.exec(`npm init -y > /dev/null; npm install ${packages}`)
  expect(installed).toMatchObject({ exitCode: 0 })
  for (const [name, program] of Object.entries(FRAMEWORKS)) {
    await page.evaluate(([path, text]) => window.vivarium.sandbox.writeFile(path, text), [
      `${name}.mjs`,
      program,
    ] as const)
    await workbench.exec(`node ${name}.mjs > ${name}.log 2>&1 &`)
  }
  const names = Object.keys(FRAMEWORKS)
  await workbench.exec(
    `for name in ${names.join(' ')}; do until grep -q listening $name.log; do sleep 0.1; done; done`,
  )
  for (const [at, name] of names.entries()) {
    const address = `localhost:${4001 + at}`
    const ask = `curl -s ${address}/hello/you; echo; curl -s -w ' %{http_code}' -H 'Content-Type: application/json' -d '{"a":[1]}' ${address}/echo; echo; curl -s -o /dev/null -w '%{http_code}' ${address}/fails; curl -s ${address}/hello/again`
    const { stdout } = await workbench.exec(ask)
    expect({ name, stdout }).toEqual({ name, stdout: '{"hello":"you"}\n{"a":[1]} 201\n500{"hello":"again"}' })
    await workbench.showPage(`${address}/hello/preview`)
    await expect(page.frameLocator('iframe[title="Preview"]').locator('body')).toContainText('preview')
  }
})

const FAULTS = `
const { createServer } = require('node:http')
const { createHash } = require('node:crypto')
const { Readable } = require('node:stream')
const answer = {
  '/': (request, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Home</h1>'),
  '/never': () => undefined,
  '/twice': (request, response) => {
    response.on('error', (error) => console.log(error.code))
    response.end('once')
    try { response.setHeader('X', '1') } catch (error) { console.log(error.code) }
    response.end('again')
  },
  '/half': (request, response) => { response.writeHead(200, { 'Content-Length': 100 }); response.write('half'); setTimeout(() => response.destroy(), 50) },
  '/stream': async (request, response) => {
    for (let at = 0; at < 5; at += 1) { response.write('part ' + at + '\\n'); await new Promise((done) => setTimeout(done, 20)) }
    response.end()
  },
  '/upload': async (request, response) => {
    let bytes = 0
    for await (const part of request) bytes += part.length
    response.end(String(bytes))
  },
  '/form': (request, response) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end('<form method="post" action="/chosen" enctype="multipart/form-data"><label>Files <input type="file" name="f" multiple></label><button>Send</button></form>'),
  '/chosen': async (request, response) => {
    // The preview asks for its page again when the program is back.
    if (request.method !== 'POST') return response.writeHead(405).end()
    const form = await new Response(Readable.toWeb(request), { headers: { 'Content-Type': request.headers['content-type'] } }).formData()
    const files = await Promise.all(form.getAll('f').map(async (f) => f.name + ' ' + f.type + ' ' + createHash('sha256').update(await f.bytes()).digest('hex').slice(0, 8)))
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end('<ul>' + files.map((f) => '<li>' + f + '</li>').join('') + '</ul>')
  },
  '/throws': () => { throw new Error('in the handler') },
}
createServer((request, response) => answer[request.url](request, response)).listen(4100, () => console.log('listening'))`

test('servers that never answer, answer twice, break off and throw fail as on a machine of their own, and a taken port is said', async ({
  workbench,
}) => {
  await workbench.open()
  const { page } = workbench
  const start = 'node server.js > log 2>&1 & until [ -s log ]; do sleep 0.1; done'
  await page.evaluate((text) => window.vivarium.sandbox.writeFile('server.js', text), FAULTS)
  await workbench.exec(start)
  const taken = await workbench.exec('node server.js')
  expect([taken.exitCode, taken.stderr]).toEqual([
    1,
    expect.stringContaining('Error: listen EADDRINUSE: address already in use :::4100'),
  ])
  // Curl's own words for a deadline and for an answer that breaks off.
  const never = await workbench.exec('curl -sS --max-time 1 localhost:4100/never')
  expect([never.exitCode, never.stderr]).toEqual([28, expect.stringContaining('timed out')])
  expect((await workbench.exec('curl -s localhost:4100/half')).exitCode).toBe(18)
  expect((await workbench.exec('curl -s localhost:4100/twice')).stdout).toBe('once')
  expect((await workbench.exec('cat log')).stdout).toBe(
    'listening\nERR_HTTP_HEADERS_SENT\nERR_STREAM_WRITE_AFTER_END\n',
  )
  expect((await workbench.exec('curl -sN localhost:4100/stream')).stdout).toBe(
    [0, 1, 2, 3, 4].map((at) => `part ${at}\n`).join(''),
  )

  // A page of it sends a file, and reads what comes in parts.
  await workbench.showPage('localhost:4100')
  const frame = page.frameLocator('iframe[title="Preview"]')
  await expect(frame.getByRole('heading')).toHaveText('Home')
  const inPage = await workbench.previewFrame()
  const uploaded = await inPage.evaluate(async () => {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(3_000_000)], 'large.bin'))
    return (await fetch('/upload', { method: 'POST', body })).text()
  })
  expect(Number(uploaded)).toBeGreaterThan(3_000_000)
  const parts = await inPage.evaluate(async () => {
    const reader = (await fetch('/stream')).body?.getReader()
    let reads = 0
    for (;;) {
      const { done = true } = (await reader?.read()) ?? {}
      if (done) return reads
      reads += 1
    }
  })
  expect(parts).toBeGreaterThan(2)

  // Files that a person chooses in a form arrive as they are.
  await workbench.showPage('localhost:4100/form')
  const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => at * 7))
  await frame.getByLabel('Files').setInputFiles([
    { name: 'ä b.bin', mimeType: 'application/octet-stream', buffer: bytes },
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
  ])
  await frame.getByRole('button', { name: 'Send' }).click()
  const digest = (data: Buffer) => createHash('sha256').update(data).digest('hex').slice(0, 8)
  await expect(frame.getByRole('listitem')).toHaveText([
    `ä b.bin application/octet-stream ${digest(bytes)}`,
    `note.txt text/plain ${digest(Buffer.from('hello'))}`,
  ])

  const thrown = await workbench.exec('curl -s localhost:4100/throws')
  expect(thrown.exitCode).toBe(52)
  expect((await workbench.exec('cat log')).stdout).toContain('Error: in the handler')
  // Its port is free again.
  await workbench.exec(`rm log; ${start}`)
  expect((await workbench.exec('curl -s localhost:4100/')).stdout).toBe('<h1>Home</h1>')
})

test('the preview is where it was after a reload of the tab, and shows the page when its program runs again', async ({
  workbench,
}) => {
  await workbench.open()
  const { page } = workbench
  await page.evaluate((text) => window.vivarium.sandbox.writeFile('server.js', text), FAULTS)
  const start = 'node server.js > log 2>&1 & until [ -s log ]; do sleep 0.1; done'
  await workbench.exec(start)
  await workbench.showPage('localhost:4100/form')
  await page.getByRole('combobox', { name: 'Size' }).selectOption('phone')
  const frame = page.frameLocator('iframe[title="Preview"]')
  await expect(frame.getByRole('button', { name: 'Send' })).toBeVisible()

  await page.reload()
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('localhost:4100/form')
  await expect(page.getByRole('combobox', { name: 'Size' })).toHaveValue('phone')
  await page.waitForFunction(() => window.vivarium?.sandbox !== undefined)
  await workbench.exec(`rm -f log; ${start}`)
  await expect(frame.getByRole('button', { name: 'Send' })).toBeVisible()
})
