import { expect, it } from 'vitest'
import { NATIVE_PACKAGES } from './native-packages.ts'
import { adviceForPath, unavailablePackage, unavailablePart } from './unavailable-packages.ts'

it('are known by what is installed and by what is asked for, and none of them has a stand-in', () => {
  expect(unavailablePackage('oxlint')).toBe(unavailablePart('@oxlint/binding-linux-x64-musl'))
  expect(unavailablePackage('@oxlint/binding-linux-x64-musl')).toBeUndefined()
  expect(unavailablePackage('constructor')).toBeUndefined()
  expect(NATIVE_PACKAGES.flatMap(({ names }) => names).filter(unavailablePart)).toEqual([])
})

it('have advice for the files within them, that of the innermost first', () => {
  expect(adviceForPath('/w/node_modules/prisma/node_modules/@biomejs/cli-linux-x64/biome')).toBe(
    'Use eslint and prettier, which run here.',
  )
  expect(adviceForPath('/w/node_modules/turbo/node_modules/other/x')).toBe(
    unavailablePackage('turbo')?.advice,
  )
  expect(adviceForPath('/w/turbo/x')).toBeUndefined()
  expect(adviceForPath('/w/node_modules/express/x')).toBeUndefined()
})
