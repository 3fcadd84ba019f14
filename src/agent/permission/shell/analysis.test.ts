/** The judgement of a line is remembered for the folder in which it starts, and for no other. */
import { expect, it } from 'vitest'
import { analyse, analysisOf } from './analysis.ts'

it('tells lines apart that are one text with their folders: the name of a folder may hold a line break', () => {
  const lines = [
    { cwd: '/workspace/a', command: 'true\nrm -rf ../b' },
    { cwd: '/workspace/a\ntrue', command: 'rm -rf ../b' },
  ]
  for (const { cwd, command } of lines) expect(analyse(command, cwd), cwd).toEqual(analysisOf(command, cwd))
})
