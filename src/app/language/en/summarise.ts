import { countsIn } from '../counted.ts'
import { area, type Value } from '../language.svelte.ts'

const count = countsIn('en')

export const summarise = area('summarise', {
  // SummariseDialog.svelte
  title: 'Summarise',
  from: 'From',
  upTo: 'Up to',
  beginning: 'the beginning',
  end: 'the end',
  staysFromHere: 'From this message on, all stays as it is.',
  yourMessages: 'Your messages',
  isSummarised: 'summarised',
  stays: 'stays',
  keep: 'Keep in particular',
  keepExample: 'e.g. the decisions about the file format',
  becomeSummary: (messages: number) =>
    `${count(messages, 'message', 'messages')} of yours and all that came of ${messages === 1 ? 'it' : 'them'} become a summary. The log and this screen keep all of it.`,
  preview: 'Preview',
  previewTitle: 'Shows the summary first; it counts once you use it',
  now: 'Summarise now',
  nowTitle: 'The model goes on from the summary at once; it can be undone',
  // why-not.ts
  nothingSince: 'Nothing was said since the last summary.',
  noNetwork: 'There is no network, and the model is not on this device.',
  // ContextDialog.svelte
  open: 'Summarise…',
  openTitle: 'Summarise a part of the conversation',
  // SummaryDraft.svelte
  draft: 'A summary to look at',
  draftOf: (messages: number, tokensBefore: Value, tokensAfter: Value) =>
    `${count(messages, 'message', 'messages')}: ${tokensBefore} → ${tokensAfter} tokens. Until you use it, the model is sent the messages themselves.`,
  keeps: (keep: Value) => `Kept in particular: ${keep}`,
  use: 'Use it',
  discard: 'Discard',
  // ReceiptsLine.svelte
  checked: (lines: number, cited: Value) =>
    `Checked against the log: ${count(lines, 'line', 'lines')}, ${cited} of them with sources`,
  remarks: (remarks: number) => count(remarks, 'remark', 'remarks'),
  correctedNames: (names: number) => `${count(names, 'name', 'names')} corrected`,
  addedLines: (lines: number) => `${count(lines, 'line', 'lines')} added`,
  // SummaryText.svelte
  source: (seq: Value) => `Source #${seq}`,
  goThere: 'Go to that place of the conversation',
  remark: 'The program has found this in the log',
  // UndoSummary.svelte
  undo: 'Undo',
  undoTitle: 'The model is sent these messages again',
  // Compacted.svelte
  toMakeRoom: 'to make room',
  asYouAsked: 'as you asked',
  tookNoLonger: 'because the service took no longer one',
  summarised: (messages: number, trigger: Value, tokensBefore: Value, tokensAfter: Value) =>
    `${count(messages, 'message', 'messages')} summarised ${trigger}: ${tokensBefore} → ${tokensAfter} tokens`,
  fromNotes: 'from the running notes',
  byProgram: 'by the program, as the model gave no summary',
  earlierSummaries: (summaries: number) =>
    `${count(summaries, 'earlier summary', 'earlier summaries')}, word for word as before`,
  goesOnFromThis: 'The model goes on from this. The messages above stay here, and you can go back to them.',
  takenBack: 'taken back',
  sentAgain: 'This was taken back: the model is sent the messages themselves again.',
})
