/** A command that opened a file with secrets stays known, however many others did. */
import { expect, it } from 'vitest'
import { OPENED_COMMANDS_KEPT } from '../../contract/limits.ts'
import { O } from '../syscalls.ts'
import { FileTable } from '../vfs/file-table.ts'
import { createStandardVfs } from '../vfs/standard-tree.ts'
import { WithheldOpenings } from './withheld-openings.ts'

it('a command that still runs when five hundred others have opened one is not taken for one that has opened none', () => {
  const vfs = createStandardVfs()
  vfs.writeFile('/workspace/.env', new TextEncoder().encode('PIN=4711'))
  const openings = new WithheldOpenings(vfs)
  const open = (execId: string) => {
    openings.begin(execId, false)
    const call = { args: ['/workspace/.env', O.RDONLY], files: new FileTable(vfs) }
    openings.note({ execId, pid: 1, programs: [1] }, 'open', call)
  }
  open('job')
  expect(openings.of('job').map(({ path }) => path)).toEqual(['/workspace/.env'])
  for (let at = 0; at < OPENED_COMMANDS_KEPT; at += 1) open(`other ${at}`)
  expect(openings.of('job')).toEqual([{ path: '/workspace/…', byServer: false }])
  expect(openings.by('job')).toBe('program')
  openings.begin('job', false)
  expect(openings.of('job')).toEqual([])
})
