import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { load } from '../tools/load.mjs'

const { App } = await load('src/App.jsx')

it('shows how often the button was clicked', () => {
  assert.match(renderToStaticMarkup(createElement(App)), /<button>Clicked 0 times<\/button>/)
})
