import { text, thinking } from '../model-server/turn.ts'
import { asPublished, bash, edit, grep, paced, read, write, type DemoScript } from './demo-script.ts'

const CHUNKS = [
  '',
  '  // :: (number) → [[T]]',
  '  // The elements of this rope in arrays of `size`, the last of which may be shorter.',
  '  chunks(size) {',
  '    if (!Number.isInteger(size) || size < 1)',
  '      throw new RangeError("A chunk needs a size of at least 1, not " + size)',
  '    let result = []',
  '    for (let from = 0; from < this.length; from += size)',
  '      result.push(this.slice(from, size).flatten())',
  '    return result',
  '  }',
  '',
  '  // :: (?union<[T], RopeSequence<T>>) → RopeSequence<T>',
]

/** The test comes with the feature, fails for a real reason, and the feature is mended, not the test. */
export const ADD_A_FEATURE: DemoScript = {
  id: 'add-a-feature',
  repository: () => asPublished('rope-sequence'),
  play: async (workbench, model) => {
    model.setScript(
      paced(
        [
          text('First how the class is built, how it is documented, and how it is tested.'),
          read('index.js', { limit: 90 }),
          read('test.js'),
          read('package.json'),
          grep('map|slice', 'README.md'),
        ],
        [
          thinking(
            'Methods have a type comment. slice and flatten are enough; no need to know about the tree.',
          ),
          text(
            'Every method has a type comment and builds on `slice` and `forEach`, so that it works for leaves and for trees. I do the same, and write the tests into a file of their own: whole chunks, a rest, an empty rope, a rope deep enough to be a tree, and sizes that make no sense.',
          ),
          edit(
            'index.js',
            '\n  // :: (?union<[T], RopeSequence<T>>) → RopeSequence<T>\n  // Create a rope representing',
            `${CHUNKS.join('\n')}\n  // Create a rope representing`,
          ),
          write('test-chunks.js', [
            'import RopeSequence from "./index.js"',
            'import assert from "assert"',
            '',
            'let rope = RopeSequence.from([1, 2, 3, 4, 5])',
            'assert.deepEqual(rope.chunks(5), [[1, 2, 3, 4, 5]], "all in one")',
            'assert.deepEqual(rope.chunks(2), [[1, 2], [3, 4], [5]], "a rest")',
            'assert.deepEqual(RopeSequence.empty.chunks(3), [], "an empty rope")',
            '',
            '// Deep enough to be a tree, and cut across its leaves',
            'let deep = RopeSequence.empty, flat = []',
            'for (let i = 0; i < 1000; i++) { deep = deep.append([i]); flat.push(i) }',
            'assert(deep.depth > 0, "a tree")',
            'assert.deepEqual(deep.chunks(150).length, 7, "number of chunks")',
            'assert.deepEqual([].concat(...deep.chunks(150)), flat, "nothing lost, nothing twice")',
            '',
            'for (let size of [0, -1, 1.5, NaN, undefined])',
            '  assert.throws(() => rope.chunks(size), RangeError, "size " + size)',
            '',
            'console.log("Chunks passed")',
          ]),
          bash('node test-chunks.js', 'Run the new tests'),
        ],
        [
          text(
            'The test is right and my method is not: `slice` takes an **end**, not a length, so the second chunk was cut from 2 to 2. The end is `from + size`; `slice` itself stops at the last element.',
          ),
          edit('index.js', 'this.slice(from, size).flatten()', 'this.slice(from, from + size).flatten()'),
          bash('node test-chunks.js', 'Run the new tests again'),
        ],
        [
          text('It passes. `npm test` should run the new file as well as the old one.'),
          edit('package.json', '"test": "node test.js"', '"test": "node test.js && node test-chunks.js"'),
          bash('npm test', 'Run the tests as the project does'),
        ],
        [
          text(
            '`rope.chunks(size)` is there.\n\n- **index.js**: the method, next to `map`, with a type comment like its neighbours. A size that is no whole number from 1 on is a `RangeError`.\n- **test-chunks.js**: five cases, one of them on a tree of 1,000 appended elements; `npm test` runs it.\n\nMy first version mistook the second argument of `slice` for a length; the test with a rest caught it. `dist/` is built by `npm run build`, which needs rollup: I left it as it is.',
          ),
        ],
      ),
    )
    await workbench.ask(
      'Add a method that gives the elements of a rope in chunks of a given size, with tests.',
    )
  },
}
