/** The content of a file in conflict, made anew from its three versions. */
import type { Repository } from '../repository.ts'
import type { IndexEntry } from '../store/index-entry.ts'
import { fromText, splitLines, toText } from '../text.ts'
import { mergeLines } from './merge-lines.ts'

export function conflictContent(repository: Repository, stages: readonly IndexEntry[]): Uint8Array {
  const lines = (stage: number): string[] => {
    const entry = stages.find((candidate) => candidate.stage === stage)
    return entry === undefined ? [] : splitLines(toText(repository.objects.blob(entry.oid)))
  }
  const labels = { base: 'base', ours: 'ours', theirs: 'theirs' }
  return fromText(
    mergeLines({ base: lines(1), ours: lines(2), theirs: lines(3) }, { labels, style: 'merge' }).text,
  )
}
