import { text } from '../model-server/turn.ts'
import { expect } from '../support/test.ts'
import { bash, edit, grep, paced, read, withBug, type DemoScript } from './demo-script.ts'

const BEFORE = 'return this.getInner(i)'
const VAGUE = 'npm test fails. Make it pass.'
const PRECISE =
  'npm test fails. Make it pass, but `get` must still go down the tree: copying the rope for each element is too slow.'

/** The tests pass and yet it is the wrong way: files and conversation are taken back, and it is asked better. */
export const REWIND: DemoScript = {
  id: 'rewind',
  repository: () => withBug('rope-sequence'),
  play: async (workbench, model) => {
    const { page } = workbench
    model.setScript(
      paced(
        [text('I run the test first.'), bash('npm test', 'Run the project’s test')],
        [
          text(
            'A single element comes out wrong: `get` is the culprit. `flatten` is right, so `get` can use it.',
          ),
          read('index.js', { offset: 36, limit: 8 }),
        ],
        [edit('index.js', BEFORE, 'return this.flatten()[i]'), bash('npm test', 'Run the test again')],
        [text('The test passes: `get` now reads from the flattened rope.')],
        [
          text(
            'Then the fault has to be found where the tree is gone down. I run the test and look at every `getInner`.',
          ),
          bash('npm test', 'Run the project’s test'),
          grep('getInner', 'index.js'),
          read('index.js', { offset: 124, limit: 46 }),
        ],
        [
          text(
            'The left half has the positions 0 to `length − 1`. `i <= this.left.length` asks it for one more, the first of the right half. `sliceInner` and `forEachInner` below draw the line correctly.',
          ),
          edit(
            'index.js',
            'return i <= this.left.length ? this.left.get(i)',
            'return i < this.left.length ? this.left.get(i)',
          ),
          bash('npm test', 'Run the test again'),
        ],
        [
          text(
            'The test passes, and `get` still takes as many steps as the tree is deep. One character was wrong, in `Append.getInner`: the first element of the right half was looked for in the left one.',
          ),
        ],
      ),
    )
    await workbench.ask(VAGUE)
    await workbench.send('/rewind')
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await steps.filter({ hasText: VAGUE }).getByRole('button', { name: 'Restore' }).click()
    await expect(workbench.conversation).not.toContainText('flattened rope')
    await workbench.ask(PRECISE)
  },
}
