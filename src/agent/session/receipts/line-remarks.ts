/** Remarks of the program on a line of a summary: that the log says otherwise, or does not say it. Pure. */
import type { Failure } from '../../context/compression/failures.ts'
import { evidenceIn } from '../../protocol/evidence/judge.ts'
import type { Evidence } from '../../protocol/evidence/evidence.ts'
import { numberedRemark } from '../../protocol/text/cites.ts'
import type { LogActs } from './log-acts.ts'
import type { Sources } from './sources.ts'
import type { SummaryLine } from './summary-lines.ts'

export interface LineFacts {
  readonly sources: Sources
  readonly acts: LogActs
  readonly failures: readonly Failure[]
  /** Remarks name the events that they rest on. */
  readonly cites: boolean
}

const PERSON = /\b(?:user|person|nutzer(?:in)?|benutzer(?:in)?|anwender(?:in)?)\b/i
const APPROVES =
  /\b(?:approv|allow|permi(?:t|ssion)|authori[sz]|consent|agree|confirm|erlaub|genehmig|bestätig|zugestimmt|zustimm|freigegeben)\w*/i
const SAYS =
  /\b(?:want|ask|request|sa(?:id|ys)|told|tell|decid|prefer|requir|reject|refus|insist|instruct|demand|will|wünsch|möchte|bat|gesagt|entschied|verlang|fordert)\w*/i
/** Share of a line that a message of the user has to have, and that a result has where it is its true source. */
const SAID_SHARE = 0.25
const TOLD_SHARE = 0.5

export function remarksOn(line: SummaryLine, facts: LineFacts): readonly string[] {
  return [
    ...attributionRemarks(line, facts),
    ...failureRemarks(line, facts),
    ...statementRemarks(line, facts),
  ]
}

/** Only the user's own words, answers and decisions are the user's. */
function attributionRemarks({ text }: SummaryLine, { sources, cites }: LineFacts): readonly string[] {
  if (!PERSON.test(text)) return []
  const isApproval = APPROVES.test(text)
  if (!isApproval && !SAYS.test(text)) return []
  const said = [PERSON, APPROVES, SAYS].reduce((rest, pattern) => rest.replace(pattern, ' '), text)
  const own = sources.most(said, ['user'])?.share ?? 0
  const told = sources.most(said, ['done'])
  const isTold = told !== undefined && told.share >= TOLD_SHARE && own < told.share / 2
  if (isTold)
    return [
      numberedRemark(
        `this stands in the result of ${told.source.tool ?? 'a call'}`,
        cites ? told.source.seq : undefined,
        'no message of the user says it',
      ),
    ]
  return isApproval && own < SAID_SHARE ? ['no message or decision of the user says so'] : []
}

const COMMAND = /`([^`\n]{2,200})`/g
const SAYS_LATER = /\b(?:later|since|now|meanwhile|then pass\w*|passed|inzwischen|später|jetzt|danach)\b/i

/** Remarks on commands that a line names as failed. */
function failureRemarks(
  { text, section }: SummaryLine,
  { acts: { acts }, failures }: LineFacts,
): readonly string[] {
  if (section !== 'tried') return []
  return [...text.matchAll(COMMAND)].flatMap(([, command = '']) => {
    const run = acts.filter(({ input }) => hasCommand(input['command'], command))
    if (run.length === 0) return []
    const failed = failures.filter(({ call }) => hasCommand(call, command))
    if (failed.length === 0) return [`\`${command}\` has not failed`]
    return failed.every(({ passedLater }) => passedLater) && !SAYS_LATER.test(text)
      ? [`\`${command}\` has passed since`]
      : []
  })
}

function hasCommand(whole: unknown, command: string): boolean {
  return typeof whole === 'string' && plain(whole).includes(plain(command))
}

function plain(command: string): string {
  return command.replaceAll(/\s+/g, ' ').trim()
}

/** Remarks on statements as "tests pass"; plans and failures state nothing. */
function statementRemarks({ text, section }: SummaryLine, { acts, cites }: LineFacts): readonly string[] {
  if (section === 'tried' || section === 'next' || section === 'task') return []
  return evidenceIn(text, acts.acts).flatMap((evidence) => {
    const remark = remarkOf(evidence)
    if (remark === undefined) return []
    return [numberedRemark(remark, cites && evidence.by ? acts.seqs.get(evidence.by.id) : undefined)]
  })
}

function remarkOf({ verdict, reason, statement, by }: Evidence): string | undefined {
  if (verdict === 'verified') return undefined
  const call = by ? `\`${by.label}\`` : 'the call'
  switch (reason.type) {
    case 'failed':
      return `${call} failed the last time${reason.exitCode === undefined ? '' : `, exit ${reason.exitCode}`}`
    case 'differs':
      return `${call} has shown ${reason.found}, not ${reason.said}`
    case 'absent':
      return `${call} has not shown ${reason.text}`
    case 'stale':
      return `files have changed since ${call}`
    case 'hidden':
      return `the exit code of ${call} says nothing of it`
    case 'unfinished':
      return `${call} did not end by itself`
    case 'none':
      return statement.kind === 'file' ? undefined : 'no call has shown it'
    case 'passed':
    case 'shown':
    case 'done':
    case 'mended':
      return undefined
    default:
      return reason satisfies never
  }
}
