/** The connection to the model's server is opened before it is needed, and only where there is a key for it. */
import { expect, it } from 'vitest'
import { preconnect } from './preconnect.ts'

it('connects ahead to a hosted service with a key, once, and to nobody else', () => {
  const head = document.createElement('head')
  preconnect('https://api.example.com/v1', false, head)
  preconnect('http://localhost:11434/v1', true, head)
  preconnect('no address', true, head)
  expect(head.children).toHaveLength(0)
  preconnect('https://api.example.com/v1', true, head)
  preconnect('https://api.example.com', true, head)
  expect(head.innerHTML).toBe(
    '<link rel="preconnect" href="https://api.example.com" crossorigin="anonymous">',
  )
})
