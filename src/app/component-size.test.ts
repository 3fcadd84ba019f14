/** Screens swell first: a component has one thing to show, and stays short enough to be read at once. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const LARGEST = 300
const MEDIAN = 120

const components = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.svelte'))
  .map((path) => ({
    path,
    lines: readFileSync(join(import.meta.dirname, path), 'utf8')
      .trimEnd()
      .split('\n').length,
  }))
  .toSorted((a, b) => a.lines - b.lines)

it(`has no component of more than ${LARGEST} lines`, () => {
  expect(components.length).toBeGreaterThan(50)
  expect(components.filter(({ lines }) => lines > LARGEST)).toEqual([])
})

it(`has components of less than ${MEDIAN} lines in the middle`, () => {
  expect(components[Math.floor(components.length / 2)]?.lines).toBeLessThan(MEDIAN)
})
