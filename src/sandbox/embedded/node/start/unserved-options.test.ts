import { expect, it } from 'vitest'
import { parseCommandLine } from '../command-line.ts'
import { unservedOptions } from './unserved-options.ts'

const of = (...args: string[]) => {
  const line = parseCommandLine(args)
  return line.kind === 'run' ? unservedOptions(line.options) : line.message
}

it('says of debugger and profiles that there are none, and of nothing else', () => {
  expect(of('a.js')).toEqual({ refused: undefined, ignored: [] })
  expect(of('--enable-source-maps', '--title=x', 'a.js')).toEqual({ refused: undefined, ignored: [] })
  expect(of('--inspect-brk=9230', '--cpu-prof', '--heapsnapshot-signal=SIGUSR2', 'a.js')).toEqual({
    refused: undefined,
    ignored: [
      expect.stringMatching(/^--inspect-brk opens no debugger here/),
      expect.stringMatching(/^--cpu-prof writes nothing here/),
      expect.stringMatching(/^--heapsnapshot-signal writes nothing here/),
    ],
  })
})

it('starts nothing that would run without the limits it asks for', () => {
  expect(of('--permission', '--allow-fs-read=*', 'a.js')).toMatchObject({
    refused: expect.stringMatching(/^--permission would limit nothing here/) as string,
  })
  expect(of('--experimental-permission', 'a.js')).toMatchObject({
    refused: expect.stringMatching(/^--permission/) as string,
  })
  expect(of('--v8-options')).toMatchObject({ refused: expect.stringMatching(/^--v8-options/) as string })
})
