/** A lesson as a note, and notes as the model is told them. Each value stands on one line, so that none can begin another part. Pure. */
import { tellingError } from '../../context/compression/error-text.ts'
import {
  LESSON_CHARS,
  LESSON_LINE_CHARS,
  LESSON_OUTCOME_CHARS,
  LESSON_READ_CHARS,
  LESSON_TASK_CHARS,
  LESSON_TOLD_CHARS,
  LESSON_TOOLS,
  LESSONS_PICKED,
} from '../../limits.ts'
import { noteText, readNote } from '../../memory/notes/note-file.ts'
import { freePath } from '../../memory/notes/note-path.ts'
import { cut, oneLine } from '../../memory/notes/one-line.ts'
import { framed, quotedFile } from '../../memory/notes/told-memory.ts'
import { LESSONS_TOLD } from '../../protocol/text/memory-reminder.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'
import type { Lesson, LessonFailure } from './lesson-of.ts'
import { LESSONS_STANDING } from './lesson-words.ts'
import { LESSONS } from './lessons-folder.ts'

/** Takes secrets out of a text. */
type Clean = (text: string) => string

export interface LessonNote {
  readonly path: string
  readonly text: string
}

export interface StoredLesson extends LessonNote {
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  /** Session with the work. */
  readonly session?: string | undefined
}

/** Names of the sections, in their order. */
const SECTIONS = ['Failed', 'Corrected', 'Worked'] as const
type Section = (typeof SECTIONS)[number]

const NAME_CHARS = 100
const CALL_CHARS = 100
/** Characters of a call in the description. */
const SHORT_CHARS = 60
/** Characters by which a text may become longer when a mark of a frame at its cut end is taken out. */
const SLACK = 3
const DAY_MS = 24 * 60 * 60 * 1000
const TOOL = /^[\w-]{1,64}$/

/** The same lesson always has the same path, as long as no more of its task is taken for a secret. */
export function lessonNote(lesson: Lesson, clean: Clean): LessonNote {
  const line = (text: string, limit: number) => cleanLine(text, limit, clean)
  const { outcome } = lesson
  const items: Record<Section, readonly string[]> = {
    Failed: lesson.failures.map((failure) => failureItem(failure, clean)),
    Corrected: lesson.corrections.map((words) => quoted(line(words, LESSON_LINE_CHARS))),
    Worked: lesson.worked.map((call) => quoted(line(call, LESSON_LINE_CHARS))),
  }
  const meaning = {
    name: line(lesson.task, NAME_CHARS),
    description: line(descriptionOf(lesson, clean), LESSON_LINE_CHARS),
    type: 'project',
  } as const
  const head = [`Task: ${quoted(line(lesson.task, LESSON_TASK_CHARS))}`, `Outcome: ${outcome}`]
  const tools = lesson.tools.filter((tool) => TOOL.test(tool)).slice(0, LESSON_TOOLS)
  const end = tools.length === 0 ? [] : [`Tools: ${line(tools.join(', '), LESSON_LINE_CHARS)}`]
  const withLines = (lines: readonly string[]) =>
    noteText({ ...meaning, body: [...head, ...lines, ...end].join('\n') })
  const fitted = fitting(items, LESSON_CHARS - withLines([]).length - 1)
  return { path: lessonPath(lesson, clean), text: cut(clean(withLines(fitted)), LESSON_CHARS) }
}

export interface LessonRead {
  readonly task: string
  /** As the note has it; empty where it has none. */
  readonly outcome: string
  /** Failures, corrections and successes, on one line. */
  readonly lesson: string
  /** The same without the names of its parts, for a comparison by words. */
  readonly words: string
}

/** Also of a note that somebody has edited: its title and its text, where the fields are gone. */
export function readLesson(text: string): LessonRead {
  const { name, body } = readNote(text.slice(0, LESSON_READ_CHARS))
  const { fields, parts } = partsOf(body)
  const [first = '', ...others] = body.split('\n')
  const lesson = parts.map(({ label, items }) => sentence(label, items)).join(' ')
  const words = parts.flatMap(({ items }) => items).join('\n')
  const task = unquoted(fields.get('task') ?? name ?? first)
  const rest = fields.has('task') ? [] : name === undefined ? others : [first, ...others]
  const plain = rest.join(' ').replaceAll(/\s+/g, ' ').trim()
  return {
    task,
    outcome: fields.get('outcome') ?? '',
    lesson: lesson === '' ? plain : lesson,
    words: words === '' ? plain : words,
  }
}

/** The message to the model; undefined without lessons. Its limits hold whatever the notes have. */
export function lessonsTold(lessons: readonly StoredLesson[], now: number): string | undefined {
  if (lessons.length === 0) return undefined
  const bullets = lessons.slice(0, LESSONS_PICKED).map((lesson) => bulletOf(lesson, now))
  const frame = framed('past-lessons', bullets)
  return `<system-reminder>\n${LESSONS_TOLD}\n${LESSONS_STANDING}\n\n${frame}\n</system-reminder>`
}

function bulletOf({ path, text, updatedAt }: StoredLesson, now: number): string {
  const read = readLesson(text)
  const outcome = safeLine(read.outcome.replaceAll(/[[\]]/g, ''), LESSON_OUTCOME_CHARS)
  const task = quoted(safeLine(read.task, LESSON_TASK_CHARS))
  const lesson = safeLine(read.lesson, LESSON_TOLD_CHARS)
  return `- [${outcome === '' ? 'unknown' : outcome}] ${task}: ${lesson} (${quotedFile(path)}${ageText(updatedAt, now)})`
}

function ageText(updatedAt: number, now: number): string {
  const days = Math.floor((now - updatedAt) / DAY_MS)
  if (!(days >= 1)) return ''
  return days === 1 ? ', 1 day old' : `, ${days} days old`
}

function failureItem({ call, text, count }: LessonFailure, clean: Clean): string {
  const times = count === 1 ? '' : ` (${count} times)`
  const error = cleanLine(tellingError(clean(text)), LESSON_LINE_CHARS, clean)
  return `${quoted(cleanLine(call, CALL_CHARS, clean))}: ${quoted(error)}${times}`
}

/** The last way that worked, else the first that did not. */
function descriptionOf({ outcome, failures, worked, corrections }: Lesson, clean: Clean): string {
  const part = (text: string | undefined, name: string) =>
    text === undefined ? [] : [`${name} ${cleanLine(text, SHORT_CHARS, clean)}`]
  return [
    outcome,
    ...part(failures[0]?.call, 'failed:'),
    ...(worked.length > 0 ? part(worked.at(-1), 'worked:') : part(corrections[0], 'corrected:')),
  ].join('; ')
}

/** The first item of each section, then the second ones: as many as there is room for. */
function fitting(sections: Readonly<Record<Section, readonly string[]>>, chars: number): readonly string[] {
  let room = chars
  const kept = new Map<Section, string[]>()
  const most = Math.max(...SECTIONS.map((name) => sections[name].length))
  for (let at = 0; at < most; at++)
    for (const name of SECTIONS) {
      const item = sections[name][at]
      if (item === undefined) continue
      const lines = kept.has(name) ? [`- ${item}`] : [`${name}:`, `- ${item}`]
      const size = lines.join('\n').length + 1
      if (size > room) continue
      room -= size
      kept.set(name, [...(kept.get(name) ?? []), ...lines])
    }
  return SECTIONS.flatMap((name) => kept.get(name) ?? [])
}

/** Secrets are taken out before the text is cut, which could part them: as it is, and as one line. */
function cleanLine(text: string, limit: number, clean: Clean): string {
  return safeLine(clean(oneLine(untrustedText(clean(text)), Number.POSITIVE_INFINITY)), limit)
}

/** One line of a text that can end no frame, and hides nothing. */
function safeLine(text: string, limit: number): string {
  const line = oneLine(untrustedText(text).trim(), limit)
  return untrustedText(cut(untrustedText(line), limit - SLACK))
}

function quoted(line: string): string {
  return `"${line.replaceAll(/["“”„‟«»＂]/g, "'")}"`
}

function unquoted(text: string): string {
  return text.trim().replace(/^"([\s\S]*)"$/, '$1')
}

function lessonPath({ task, messageId }: Lesson, clean: Clean): string {
  const end = `-${lettersOf(messageId)}.md`
  const name = freePath(clean(task), new Set(), 'project').replace(/\.md$/, '')
  const path = `${LESSONS}/${name}${end}`
  return clean(path) === path ? path : `${LESSONS}/task${end}`
}

/** Eight letters that an id always has (FNV-1a, from its two ends). */
function lettersOf(id: string): string {
  const chars = [...id]
  return letters(hashOf(chars)) + letters(hashOf(chars.toReversed()))
}

function hashOf(chars: readonly string[]): number {
  let hash = 0x811c9dc5
  for (const char of chars) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}

function letters(hash: number): string {
  let [text, rest] = ['', hash]
  while (text.length < 4) {
    text += String.fromCharCode(97 + (rest % 26))
    rest = Math.floor(rest / 26)
  }
  return text
}

interface Part {
  /** Absent: text that is in no section. */
  readonly label?: Section
  readonly items: string[]
}

/** The fields of a lesson's text, and all else in its order. Fields that are no part of what it says are left out. */
function partsOf(body: string): {
  readonly fields: ReadonlyMap<string, string>
  readonly parts: readonly Part[]
} {
  const fields = new Map<string, string>()
  const parts: Part[] = []
  for (const line of body.split('\n').map((one) => one.trim())) {
    const [, name = '', value = ''] = /^(task|outcome|tools)\s*:\s*(.*)$/i.exec(line) ?? []
    const section = sectionAt(line)
    const item = line.replace(/^[-*]\s+/, '')
    if (name !== '') {
      if (!fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value)
    } else if (section) parts.push({ label: section.label, items: section.text === '' ? [] : [section.text] })
    else if (item === '') continue
    else if (item === line || parts.length === 0) parts.push({ items: [item] })
    else parts.at(-1)?.items.push(item)
  }
  return { fields, parts: fields.has('task') ? parts.filter(({ items }) => items.length > 0) : [] }
}

function sectionAt(line: string): { readonly label: Section; readonly text: string } | undefined {
  const [, name = '', text = ''] = /^(\w+)\s*:\s*(.*)$/.exec(line) ?? []
  const label = SECTIONS.find((one) => one.toLowerCase() === name.toLowerCase())
  return label && { label, text }
}

function sentence(label: Section | undefined, items: readonly string[]): string {
  const text = items.join('; ')
  return label === undefined ? text : `${label}: ${text}.`
}
