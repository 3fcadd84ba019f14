/** The bundled recordings, `public/demos/<id>.vivarium`; `e2e/long/demos.spec.ts` records them anew and replays them. */

/** In the order in which a newcomer is shown them. Their names stand with the texts of the screen. */
export const DEMOS = [
  { id: 'fix-a-failing-test' },
  { id: 'explore-a-repository' },
  { id: 'add-a-feature' },
  { id: 'build-a-web-app' },
  { id: 'plan-mode' },
  { id: 'rewind' },
] as const
