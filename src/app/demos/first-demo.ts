/** Of the demos, the one that shows most of what this is: a failing test is found, mended and proven. */
export const FIRST_DEMO = 'fix-a-failing-test'
