import { expect, it } from 'vitest'
import { panelOf } from './panel-commands.ts'

it('knows the commands that show a panel, and takes nothing else for one (QUO-17)', () => {
  expect(['/cost', ' /usage\n', '/stats', '/context'].map(panelOf)).toEqual([
    'usage',
    'usage',
    'usage',
    'context',
  ])
  for (const message of ['cost', '/cost of this?', '/COST', '/toString', '/', ''])
    expect(panelOf(message)).toBeUndefined()
})
