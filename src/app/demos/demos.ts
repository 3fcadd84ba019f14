/** The bundled recordings, `public/demos/<id>.vivarium`; `e2e/demos.spec.ts` records them anew and replays them. */

export interface Demo {
  readonly id: string
  readonly title: string
  /** What it shows, in a sentence. */
  readonly text: string
}

/** In the order in which a newcomer is shown them. */
export const DEMOS: readonly Demo[] = [
  {
    id: 'fix-a-failing-test',
    title: 'Fix a failing test',
    text: 'SHA-256 of a published library comes out wrong. The agent finds the digit by what still works, and proves it.',
  },
  {
    id: 'explore-a-repository',
    title: 'Explore an unknown repository',
    text: 'Reads and searches side by side, tries a guess before it tells it, and answers with places in the code.',
  },
  {
    id: 'add-a-feature',
    title: 'Add a feature with tests',
    text: 'A method and its tests; one of them fails for a good reason, and the method is mended, not the test.',
  },
  {
    id: 'build-a-web-app',
    title: 'Build a small web app',
    text: 'From an empty workspace to a page in the Preview, with its arithmetic tested first.',
  },
  {
    id: 'plan-mode',
    title: 'Send a plan back',
    text: 'In plan mode nothing changes until you agree. The first plan would break callers; the second is carried out.',
  },
  {
    id: 'rewind',
    title: 'Recover from a wrong turn',
    text: 'The tests pass, and yet it is the wrong way: files and conversation are taken back, and it is asked better.',
  },
]
