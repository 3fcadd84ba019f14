import { z } from 'zod'
import { EDITS_IN_ONE_CALL, RESULT_CHARS } from '../../limits.ts'
import { buildTool } from '../contract.ts'
import { editFile, editProblem } from './edit-file.ts'
import { absolute, shown } from './paths.ts'

const schema = z.strictObject({
  file_path: z.string().min(1).describe('The file: an absolute path, or one relative to /workspace.'),
  edits: z
    .array(
      z.strictObject({
        old_string: z
          .string()
          .describe('The text to replace, exactly as it is after the edits before this one.'),
        new_string: z.string().describe('The text to put there; empty to delete.'),
        replace_all: z.boolean().default(false).describe('Replace every occurrence, not just a unique one.'),
      }),
    )
    .min(1)
    .max(EDITS_IN_ONE_CALL)
    .describe('The changes, made one after the other, each to what the one before has left.'),
})

type Input = z.infer<typeof schema>

const replacements = ({ edits }: Input) =>
  edits.map(({ old_string, new_string, replace_all }) => ({
    oldString: old_string,
    newString: new_string,
    replaceAll: replace_all,
  }))

export const multiEditTool = buildTool({
  name: 'MultiEdit',
  description: `Makes several replacements in one file at once: all of them, or none when one cannot be made. The file must have been read with Read before, and be unchanged since.

Use it for two or more changes in the same file. For a single one use Edit; for a rewrite of most of the file, or a new file, use Write. Do not use it on several files: send one call for each.`,
  schema,
  kind: 'edit',
  maxResultChars: RESULT_CHARS.edit,
  isDestructive: () => false,
  title: ({ file_path }) => shown(absolute(file_path)),
  subject: ({ file_path }) => ({ writes: [absolute(file_path)] }),
  validate: (input, context) => editProblem(absolute(input.file_path), replacements(input), context),
  run: (input, context) => editFile(absolute(input.file_path), replacements(input), context),
})
