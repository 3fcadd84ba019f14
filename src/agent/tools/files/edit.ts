import { z } from 'zod'
import { RESULT_CHARS } from '../../limits.ts'
import { buildTool } from '../contract.ts'
import { editFile, editProblem } from './edit-file.ts'
import { absolute, shown } from './paths.ts'

const schema = z.strictObject({
  file_path: z.string().min(1).describe('The file: an absolute path, or one relative to /workspace.'),
  old_string: z
    .string()
    .describe(
      'The text to replace, exactly as it is in the file, with its indentation and enough lines to be unique.',
    ),
  new_string: z.string().describe('The text to put there; empty to delete. Must differ from old_string.'),
  replace_all: z
    .boolean()
    .default(false)
    .describe(
      'Replace every occurrence, e.g. to rename something. Otherwise old_string must occur exactly once.',
    ),
})

type Input = z.infer<typeof schema>

const replacement = ({ old_string, new_string, replace_all }: Input) => ({
  oldString: old_string,
  newString: new_string,
  replaceAll: replace_all,
})

export const editTool = buildTool({
  name: 'Edit',
  description: `Replaces an exact piece of text in a file. The file must have been read with Read before, and be unchanged since; after an Edit you may edit again without reading.

Use it for every change of an existing file. It fails when old_string is not found or not unique, and then says where; where only white space differs it is taken, and the match is shown. Do not use it to create a file or to rewrite most of one (Write), for several changes in one file (MultiEdit), nor for the same change in many files (Bash with sed, after looking with Grep).`,
  schema,
  kind: 'edit',
  maxResultChars: RESULT_CHARS.edit,
  isDestructive: () => false,
  title: ({ file_path }) => shown(absolute(file_path)),
  subject: ({ file_path }) => ({ writes: [absolute(file_path)] }),
  validate: (input, context) => editProblem(absolute(input.file_path), [replacement(input)], context),
  run: (input, context) => editFile(absolute(input.file_path), [replacement(input)], context),
})
