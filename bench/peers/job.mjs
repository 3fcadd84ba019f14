/** The job of each peer, and how it reports its end. */

export const TOOL = { name: 'Look', description: 'Looks at a place and says what is there.' }

/** The tool: it takes so many milliseconds, and none when that is 0. */
export async function waited(at, toolMs) {
  if (toolMs > 0) await new Promise((resolve) => setTimeout(resolve, toolMs))
  return `Nothing is at ${at.slice(0, 40)}.`
}

/** Answers each job with `'done'` or with what went wrong. */
export function answerJobs(run) {
  onmessage = ({ data }) => {
    run(data).then(
      () => postMessage('done'),
      (error) => postMessage(`failed: ${String(error?.stack ?? error)}`),
    )
  }
}
