import { Hono } from 'hono'
import { Notes } from './notes.js'

const MAX_LENGTH = 10_000

/** The API without a server: tests call `request` of it. */
export function createApp(notes = new Notes()) {
  const app = new Hono()

  app.get('/', (context) => context.html('<h1>Notes</h1><p><a href="/notes">GET /notes</a></p>'))
  app.get('/notes', (context) => context.json(notes.all()))
  app.get('/notes/:id', (context) => {
    const note = notes.find(Number(context.req.param('id')))
    return note ? context.json(note) : context.json({ error: 'There is no such note.' }, 404)
  })
  app.post('/notes', async (context) => {
    const body = await context.req.json().catch(() => undefined)
    const text = body?.text
    if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_LENGTH) {
      return context.json({ error: `A note needs a "text" of 1 to ${MAX_LENGTH} characters.` }, 400)
    }
    return context.json(notes.add(text), 201)
  })
  app.delete('/notes/:id', (context) => {
    const removed = notes.remove(Number(context.req.param('id')))
    return removed ? context.body(null, 204) : context.json({ error: 'There is no such note.' }, 404)
  })

  return app
}
