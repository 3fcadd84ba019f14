/** Runs stages one after the other, with the title and the time of each. */
import { performance } from 'node:perf_hooks'
import { runStage } from './stages.mjs'

/**
 * @param {readonly { stage: object, title?: string, args?: readonly string[] }[]} steps
 * @returns {Promise<{ stage: object, results: import('./reports.mjs').Results }[]>}
 */
export async function runStages(steps, { env }) {
  const ran = []
  for (const { stage, title = stage.title, args } of steps) {
    const start = performance.now()
    console.log(`\n${title}`)
    ran.push({ stage, results: await runStage(stage, { env, args }) })
    console.log(`${title}: ${Math.round((performance.now() - start) / 1000)} s`)
  }
  return ran
}
