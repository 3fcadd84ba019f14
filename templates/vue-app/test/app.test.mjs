import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { load } from '../tools/load.mjs'

const { default: App } = await load('src/App.vue')

it('shows how often the button was clicked', async () => {
  assert.match(await renderToString(createSSRApp(App)), /<button[^>]*>Clicked 0 times<\/button>/)
})
