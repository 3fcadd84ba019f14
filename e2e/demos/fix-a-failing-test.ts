import { text, thinking } from '../model-server/turn.ts'
import { bash, edit, grep, paced, read, todos, withBug, type DemoScript } from './demo-script.ts'

const PLAN = ['See what fails', 'Find the wrong step of the algorithm', 'Mend it and run all tests']
const RIGHT = 'const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ (W15 >>> 3);'

/** A wrong digit in a published cryptographic library, found by what still works. */
export const FIX_A_FAILING_TEST: DemoScript = {
  id: 'fix-a-failing-test',
  repository: () => withBug('noble-hashes'),
  play: async (workbench, model) => {
    model.setScript(
      paced(
        [
          text('I start with what fails, and how the project runs its tests.'),
          todos(PLAN, 0),
          read('package.json'),
          bash('npm test', 'Run the project’s own tests'),
        ],
        [
          thinking(
            'SHA-224, SHA-256 and HMAC-SHA256 fail; SHA-384 and SHA-512 pass. So padding and hex are right, and the fault is in what only the 32-bit functions share: message schedule, round function, or constants.',
          ),
          text(
            'SHA-224, SHA-256 and HMAC fail while SHA-384 and SHA-512 pass. What only the 32-bit functions share must be wrong: their message schedule, or their rounds.',
          ),
          todos(PLAN, 1),
          grep('rotr\\(', 'src/sha2.ts'),
        ],
        [
          text(
            'FIPS 180-4, section 4.1.2, has σ0(x) = ROTR 7 ⊕ ROTR **18** ⊕ SHR 3. Line 84 rotates by 17. I look at it in its place before I change it.',
          ),
          read('src/sha2.ts', { offset: 72, limit: 44 }),
        ],
        [
          text('σ1, Σ0 and Σ1 are as in the standard; only σ0 differs.'),
          edit('src/sha2.ts', 'const s0 = rotr(W15, 7) ^ rotr(W15, 17) ^ (W15 >>> 3);', RIGHT),
          todos(PLAN, 2),
        ],
        [bash('npm test', 'Run all tests again'), grep('rotr\\(W15', '*.js')],
        [todos(PLAN, 3)],
        [
          text(
            `All tests pass. One digit was wrong in \`src/sha2.ts\`:\n\n\`\`\`ts\n${RIGHT}\n\`\`\`\n\nSHA-384 and SHA-512 have a 64-bit schedule of their own, which is why they were right all along. The built \`sha2.js\` beside the sources already says 18, so nothing has to be built anew.`,
          ),
        ],
      ),
    )
    await workbench.ask('The SHA-256 tests fail. Find out why and fix it; do not touch the tests.')
  },
}
