import { afterEach, expect, it } from 'vitest'
import { forgetSession, writePreview } from '../tab-storage.ts'
import { keepPreview, readKeptPreview } from './kept-preview.ts'
import { PreviewModel } from './preview.svelte.ts'

const FRESH = { port: undefined, path: '', size: 'panel' }

afterEach(() => {
  sessionStorage.clear()
})

it('is kept for each session by itself, until the session is deleted', () => {
  keepPreview('a', { port: 4100, path: 'docs/?x#y', size: 'phone' })
  expect([readKeptPreview('a'), readKeptPreview('b')]).toEqual([
    { port: 4100, path: 'docs/?x#y', size: 'phone' },
    FRESH,
  ])
  forgetSession('a')
  expect(readKeptPreview('a')).toEqual(FRESH)
})

it('is what it can be where something else was kept', () => {
  for (const text of ['{', '7', '{"port":-1,"path":3,"size":"wall"}']) {
    writePreview('a', text)
    expect(readKeptPreview('a'), text).toEqual(FRESH)
  }
})

it('is where the preview goes on, without a page before anybody looks', () => {
  keepPreview('a', { port: 4100, path: 'docs', size: 'tablet' })
  const preview = new PreviewModel()
  preview.reset('a')
  expect([preview.shown, preview.size, preview.opened]).toEqual(['localhost:4100/docs', 'tablet', false])
  preview.reset('b')
  expect([preview.shown, preview.size]).toEqual(['/', 'panel'])
})
