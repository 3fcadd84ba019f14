import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp } from '../src/app.js'

const post = (app, body) => app.request('/notes', { method: 'POST', body: JSON.stringify(body) })

describe('notes', () => {
  it('are added, listed, read and removed', async () => {
    const app = createApp()
    const added = await post(app, { text: 'Buy milk' })
    assert.equal(added.status, 201)
    assert.deepEqual(await added.json(), { id: 1, text: 'Buy milk' })
    assert.deepEqual(await (await app.request('/notes')).json(), [{ id: 1, text: 'Buy milk' }])
    assert.equal((await app.request('/notes/1', { method: 'DELETE' })).status, 204)
    assert.equal((await app.request('/notes/1')).status, 404)
  })

  it('without a text are refused', async () => {
    const app = createApp()
    assert.equal((await post(app, { text: ' ' })).status, 400)
    assert.equal((await app.request('/notes', { method: 'POST', body: 'no JSON' })).status, 400)
  })
})
