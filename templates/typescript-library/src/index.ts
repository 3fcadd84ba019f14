export { attempt } from './attempt.ts'
export type { Result } from './result.ts'
