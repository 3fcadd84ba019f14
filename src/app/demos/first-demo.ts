/** The demo that shows most of the app: a failing test is found, mended and proven. */
export const FIRST_DEMO = 'fix-a-failing-test'
