/** Typical mistakes of models are understood, or answered with the way out. */
import { expect, it } from 'vitest'
import { workspace } from '../testing/workspace.ts'

const FILES = { 'src/parser.ts': 'one\ntwo\n', 'notes.ipynb': '{"cells":[]}' }

it.each([
  [
    'Read',
    { path: 'src/parser.ts' },
    /Known fields: file_path, offset, limit, pages\. Did you mean `file_path`\?/,
  ],
  ['Read', { filePath: 'src/parser.ts' }, /Did you mean `file_path`\?/],
  ['Read', { file_path: 'src/parser.ts', offset: '2', limit: '1' }, /^2\ttwo/],
  ['Read', { file_path: 'src/parser.ts', offset: 0 }, /`offset`: .*>=1, got 0/],
  ['Read', { file_path: 'parser.ts' }, /does not exist\. Near it: src\/parser\.ts/],
  ['Edit', { file_path: 'src/parser.ts', old_str: 'one', new_str: 'x' }, /Did you mean `old_string`\?/],
  [
    'Edit',
    { file_path: 'src/parser.ts', old_string: 'one', new_string: 'x' },
    /was not read in this session\. Read it first/,
  ],
  ['Write', { file_path: 'src/parser.ts', content: 'x' }, /Read it first, then change it/],
  ['Write', { file_path: 'a.json', content: { a: 1 } }, /`content`: .*expected string/],
  ['MultiEdit', { file_path: 'src/parser.ts', edits: {} }, /`edits`: .*expected array/],
  ['Grep', { query: 'two' }, /`pattern` is required/],
  ['Grep', { pattern: 'two', path: 'scr' }, /does not exist\. Near it: src/],
  [
    'Grep',
    { pattern: 'two', '-n': 'true', output_mode: 'content', head_limit: '5' },
    /^src\/parser\.ts:2:two/,
  ],
  [
    'Grep',
    { pattern: 'two', output_mode: 'lines' },
    /expected one of "content"\|"files_with_matches"\|"count"/,
  ],
  ['Grep', { pattern: '(' }, /^Error: the search failed/],
  ['Glob', { pattern: '*.ts', path: 'scr' }, /does not exist\. Near it: src/],
  ['Glob', { pattern: '*.py' }, /^No file matches .* a wider pattern is/],
  ['LS', { directory: 'src' }, /^\/workspace\/src\nparser\.ts/],
  ['Bash', { cmd: 'ls' }, /`command` is required/],
  ['Bash', { command: 'echo hi', timeout: '5000' }, /^hi\n/],
  ['Bash', { command: 'echo hi', timeout: 900_000 }, /`timeout`: .*<=600000/],
  ['TaskOutput', { task_id: 'bash_9' }, /There is none in this session/],
  ['TaskStop', { shell_id: 'bash_9' }, /There is none in this session/],
  ['TodoWrite', { todos: ['Fix it'] }, /`todos\.0`: .*expected object/],
  ['NotebookEdit', { file_path: 'notes.ipynb', new_source: '' }, /was not read in this session/],
  ['AskUserQuestion', { question: 'Which?' }, /Did you mean `questions`\?/],
  ['WebFetch', { url: 'example.com/docs' }, /is no whole address\. Begin with https/],
  ['Browser', { action: 'open', url: 'localhost:3000' }, /unknown field `url`. Known fields: action, page/],
  ['Browser', { action: 'open', page: 'https://example.com' }, /is no page of the sandbox/],
  ['ExitPlanMode', {}, /`plan` is required/],
  ['Reed', { file_path: 'a' }, /^Error: there is no tool named "Reed"\. Did you mean Read\?/],
])('%s %j', async (tool, input, text) => {
  const { use } = await workspace(FILES)
  expect((await use(tool, input)).text).toMatch(text)
})
