/** A verdict in words: the reason is said of a command or a path, or stands by itself. */
import type { Evidence } from '../../../agent/protocol/evidence/evidence.ts'
import { moments as t } from '../../language/en/moments.ts'
import { shownName } from '../../shown-text.ts'
import { formatNumber } from '../../ui/format.ts'

/** Characters of a statement, a command or a quoted text on a chip; the tooltip has more. */
const CHIP_CHARS = 60
/** Characters of each in the tooltip. */
const TOOLTIP_CHARS = 400

export interface ChipText {
  readonly statement: string
  /** The command or the path that the reason is about; undefined where it stands by itself. */
  readonly subject: string | undefined
  /** The subject is a command or a path, not a word for it. */
  readonly isCode: boolean
  readonly reason: string
}

export function chipText(evidence: Evidence, chars: number = CHIP_CHARS): ChipText {
  const { statement, reason, by } = evidence
  const label = shortened(by?.label ?? '', chars)
  const bare = statement.text.replace(/[.!]+$/, '')
  return {
    statement: t.evidence.quoted(shortened(bare, chars)),
    subject: reason.type === 'none' ? undefined : label || t.evidence.theCall,
    isCode: label !== '',
    reason: reasonText(evidence, chars),
  }
}

/** All of it in one sentence. */
export function tooltip(evidence: Evidence): string {
  const { statement, subject, reason } = chipText(evidence, TOOLTIP_CHARS)
  const why = subject === undefined ? reason : `${subject} ${reason}`
  return `${t.evidence.verdicts[evidence.verdict]}: ${statement}: ${why}`
}

function reasonText({ statement, reason }: Evidence, chars: number): string {
  const { kind, about } = statement
  switch (reason.type) {
    case 'passed':
    case 'shown':
    case 'mended':
    case 'hidden':
    case 'unfinished':
      return t.evidence[reason.type]
    case 'done':
      return t.evidence.done[
        about === undefined || about.type === 'has' || about.type === 'lines' ? 'ran' : about.type
      ]
    case 'failed':
      if (kind === 'file') return t.evidence.failedOnFile
      return reason.exitCode === undefined ? t.evidence.failed : t.evidence.failedWith(reason.exitCode)
    case 'differs':
      return t.evidence.differs(formatNumber(reason.found), formatNumber(reason.said))
    case 'absent':
      return t.evidence.absent(shortened(reason.text, chars))
    case 'none':
      return t.evidence.none[kind]
    case 'stale':
      return kind === 'file' ? t.evidence.staleFile : t.evidence.stale
    default:
      return reason satisfies never
  }
}

function shortened(text: string, chars: number): string {
  const shown = shownName(text.trim())
  return shown.length > chars ? `${shown.slice(0, chars - 1).trimEnd()}…` : shown
}
