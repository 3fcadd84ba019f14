import assert from 'node:assert/strict'
import { it } from 'node:test'
import { render } from 'svelte/server'
import { load } from '../tools/load.mjs'

const { default: App } = await load('src/App.svelte')

it('shows how often the button was clicked', () => {
  assert.match(render(App).body, /<button[^>]*>Clicked 0 times<\/button>/)
})
