/** `rev`: the letters of each line from the last to the first. */
import { streamTool } from '../../stream/stream-run.ts'
import { CommandError } from '../../../../contract/command-error.ts'

export const rev = streamTool({ name: 'rev', usage: 'rev [FILE]...', options: [] }, async (run) => {
  await run.each(run.inputs, async (file) => {
    try {
      for await (const lines of run.lines(file))
        await run.out(lines.map((line) => `${[...line].toReversed().join('')}\n`).join(''))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      throw new CommandError(`cannot open ${error.message}`)
    }
  })
})
