import { text, thinking, toolUse } from '../model-server/turn.ts'
import { asPublished, bash, grep, paced, read, type DemoScript } from './demo-script.ts'

/** Calls that only read run side by side; the answer names places, and a claim is tried before it is made. */
export const EXPLORE_A_REPOSITORY: DemoScript = {
  id: 'explore-a-repository',
  repository: () => asPublished('fastify-error'),
  play: async (workbench, model) => {
    model.setScript(
      paced(
        [
          thinking(
            'Package, entry, tests and types together say what it is; they do not depend on each other.',
          ),
          text('I look at the package, its entry, its tests and its types at once.'),
          read('package.json'),
          read('index.js'),
          toolUse('Glob', { pattern: '**/*.{js,ts}', path: '/workspace' }),
          grep('instanceof', 'test/*.js'),
        ],
        [
          text(
            'Two things are unusual: symbols in place of the prototype chain for `instanceof`, and a default status code. I look how the tests use both.',
          ),
          read('test/instanceof.test.js', { limit: 70 }),
          grep('statusCode', '**/*.{js,ts,md}'),
        ],
        [
          text(
            'The symbols look as if they make errors of two copies of the package equal. I try that before I say so.',
          ),
          bash(
            [
              'mkdir -p /tmp/copy && cp index.js /tmp/copy/index.js',
              'node -e "',
              "const here = require('/workspace/index.js'), copy = require('/tmp/copy/index.js')",
              "const A = here('FST_A', 'a'), B = copy('FST_A', 'a'), C = copy('FST_C', 'c', 0)",
              'console.log(new B() instanceof A, new C() instanceof A, new C() instanceof here.FastifyError)',
              'console.log(new A().statusCode, new C().statusCode)',
              '"',
            ].join('\n'),
            'Load the package twice and compare its errors',
          ),
        ],
        [
          text(
            [
              '**@fastify/error makes error classes.** You call `createError(code, message, statusCode, Base)` once per kind of failure and `new` the result wherever it happens.',
              '',
              '| question | answer | where |',
              '|---|---|---|',
              '| What is in an error? | `code` in capitals, `name`, `statusCode`, the message filled in by `util.format` | `index.js`, `FastifyError` |',
              '| Which status without one? | 500; a `0` means “none” and becomes `undefined` | `index.js`, the lines after the two checks |',
              '| Who is `instanceof` whom? | Whoever has the same **code**, even from another copy of the package | `Symbol.for(…)` and `Symbol.hasInstance` |',
              '| Can a cause be given? | Yes: an object with `cause` as the last argument | `index.js`, `args.pop().cause` |',
              '',
              'I tried the third: the package loaded twice gives `true` for the same code, `false` for another, and `true` for the common `FastifyError`. That matters when plugins bring their own copy.',
              '',
              'Good places to begin: `test/instanceof.test.js` for the intent, `types/index.d.ts` for how callers see it. I changed nothing.',
            ].join('\n'),
          ),
        ],
      ),
    )
    await workbench.ask(
      'I am new to this repository. What does it do, and what should I know before I change it? Change nothing.',
    )
  },
}
