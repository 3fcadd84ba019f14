/** `git notes`: texts that are added to commits without changing them. */
import { editorOf, runEditor } from '../../editor.ts'
import { errorFailure, GitFailure } from '../../failure.ts'
import { cleanMessage } from '../../make-commit.ts'
import { parseOptions, type Options } from '../../options.ts'
import { absolute } from '../../repository.ts'
import { tryResolve } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { defaultNotesRef, fullNotesRef, readNotes, writeNotes } from '../../store/notes.ts'
import { fromText, toText } from '../../text.ts'

const OPTIONS = [
  'f,force',
  'm,message=',
  'F,file=',
  'C,reuse-message=',
  'c,reedit-message=',
  'allow-empty',
  'ignore-missing',
  'stdin',
]

interface Notes {
  readonly session: Session
  readonly options: Options
  readonly ref: string
  /** As it is written afterwards. */
  readonly notes: Map<string, string>
}

export async function notesCommand(session: Session, args: readonly string[]): Promise<number> {
  const before = parseOptions(args, ['ref='], true)
  const given = before.value('ref')
  const ref = given === undefined ? defaultNotesRef(session) : fullNotesRef(given)
  const [command = 'list', ...rest] = before.operands
  if (command === 'get-ref') {
    session.out(`${ref}\n`)
    return 0
  }
  if (command === 'merge' || command === 'prune')
    throw new GitFailure(`notes ${command} is not supported in this sandbox's git`)
  const options = parseOptions(rest, OPTIONS)
  for (const name of ['reedit-message', 'stdin'])
    if (options.has(name)) throw new GitFailure(`notes --${name} is not supported in this sandbox's git`)
  const state = { session, options, ref, notes: readNotes(session.repository, ref) }
  switch (command) {
    case 'list':
      return list(state)
    case 'show':
      return show(state)
    case 'add':
      return add(state)
    case 'append':
    case 'edit':
      return change(state, command)
    case 'copy':
      return copy(state)
    case 'remove':
      return remove(state)
    default:
      throw new GitFailure(`unknown subcommand: \`${command}'`, { exitCode: 129, prefix: 'error: ' })
  }
}

function objectNamed(session: Session, name: string): string {
  const oid = tryResolve(session.repository, name)
  if (oid === undefined) throw new GitFailure(`failed to resolve '${name}' as a valid ref.`)
  return oid
}

function oneObject({ session, options }: Notes): string {
  const [name = 'HEAD', more] = options.operands
  if (more !== undefined) throw new GitFailure('too many arguments', { exitCode: 129, prefix: 'error: ' })
  return objectNamed(session, name)
}

function list(state: Notes): number {
  const { session, options, notes } = state
  if (options.operands.length === 0) {
    for (const [object, note] of [...notes].sort(([a], [b]) => (a < b ? -1 : 1)))
      session.out(`${note} ${object}\n`)
    return 0
  }
  session.out(`${noteOf(state, oneObject(state))}\n`)
  return 0
}

function noteOf({ notes }: Notes, object: string): string {
  const note = notes.get(object)
  if (note === undefined) throw errorFailure(`no note found for object ${object}.`)
  return note
}

function show(state: Notes): number {
  const { session } = state
  session.out(toText(session.repository.objects.blob(noteOf(state, oneObject(state)))))
  return 0
}

async function add(state: Notes): Promise<number> {
  const { session, options, notes } = state
  const object = oneObject(state)
  const old = notes.get(object)
  const isGiven = hasText(options)
  if (old !== undefined && !options.has('force')) {
    if (!isGiven) return change(state, 'edit')
    throw errorFailure(
      `Cannot add notes. Found existing notes for object ${object}. Use '-f' to overwrite existing notes`,
    )
  }
  if (old !== undefined) session.err(`Overwriting existing notes for object ${object}\n`)
  const text = isGiven ? await givenText(state) : await edited(state, '')
  return store(state, { object, text, command: 'add' })
}

async function change(state: Notes, command: 'append' | 'edit'): Promise<number> {
  const { session, options, notes } = state
  const object = oneObject(state)
  const note = notes.get(object)
  const old = note === undefined ? '' : toText(session.repository.objects.blob(note))
  if (command === 'edit') {
    const text = hasText(options) ? await givenText(state) : await edited(state, old)
    return store(state, { object, text, command })
  }
  const text = hasText(options) ? await givenText(state) : await edited(state, '')
  return store(state, { object, text: old === '' || text === '' ? old + text : `${old}\n${text}`, command })
}

function hasText(options: Options): boolean {
  return ['message', 'file', 'reuse-message'].some((name) => options.has(name))
}

async function givenText({ session, options }: Notes): Promise<string> {
  const parts = options.all('message').map((text) => cleanMessage(text))
  for (const name of options.all('file')) {
    const data = name === '-' ? undefined : session.files.read(absolute(name, session.cwd))
    if (name !== '-' && data === undefined)
      throw new GitFailure(`could not open or read '${name}': No such file or directory`)
    parts.push(cleanMessage(data === undefined ? await session.io.stdin() : toText(data)))
  }
  const { objects } = session.repository
  for (const name of options.all('reuse-message')) {
    const object = objects.read(objectNamed(session, name))
    if (object.type !== 'blob') throw new GitFailure(`cannot read note data from non-blob object '${name}'.`)
    parts.push(toText(object.data))
  }
  return parts.join('\n')
}

async function edited({ session }: Notes, old: string): Promise<string> {
  const editor = editorOf(session)
  if (editor === undefined)
    throw errorFailure('there is no editor in this sandbox: give the note with -m <text> or -F <file>')
  const { repository } = session
  const file = repository.gitPath('NOTES_EDITMSG')
  repository.files.write(file, fromText(`${old}\n#\n# Write/edit the notes for the following object:\n#\n`))
  const isDone = await runEditor(session, editor, file)
  const text = repository.files.readText(file) ?? ''
  repository.files.remove(file)
  if (!isDone)
    throw new GitFailure(
      `There was a problem with the editor '${editor}'.\nfatal: please supply the note contents using either -m or -F option`,
      { prefix: 'error: ' },
    )
  return cleanMessage(text, { comments: true })
}

/** An empty note is none. */
function store(state: Notes, note: { object: string; text: string; command: string }): number {
  const { session, options, notes, ref } = state
  const isRemoval = note.text === '' && !options.has('allow-empty')
  if (isRemoval) {
    session.err(`Removing note for object ${note.object}\n`)
    if (!notes.delete(note.object)) return 0
  } else notes.set(note.object, session.repository.objects.write('blob', fromText(note.text)))
  writeNotes(session, ref, {
    notes,
    message: `Notes ${isRemoval ? 'removed' : 'added'} by 'git notes ${note.command}'`,
  })
  return 0
}

function copy({ session, options, notes, ref }: Notes): number {
  const [source, target = 'HEAD'] = options.operands
  if (source === undefined) throw new GitFailure('too few arguments', { exitCode: 129, prefix: 'error: ' })
  const [from, to] = [objectNamed(session, source), objectNamed(session, target)]
  const note = notes.get(from)
  if (notes.has(to)) {
    if (!options.has('force'))
      throw errorFailure(
        `Cannot copy notes. Found existing notes for object ${to}. Use '-f' to overwrite existing notes`,
      )
    session.err(`Overwriting existing notes for object ${to}\n`)
  }
  if (note === undefined) throw errorFailure(`missing notes on source object ${from}. Cannot copy.`)
  notes.set(to, note)
  writeNotes(session, ref, { notes, message: "Notes added by 'git notes copy'" })
  return 0
}

/** All or nothing. */
function remove({ session, options, notes, ref }: Notes): number {
  const names = options.operands.length === 0 ? ['HEAD'] : options.operands
  let isMissing = false
  for (const name of names) {
    const found = notes.delete(objectNamed(session, name))
    session.err(found ? `Removing note for object ${name}\n` : `Object ${name} has no note\n`)
    if (!found && !options.has('ignore-missing')) isMissing = true
  }
  if (isMissing) return 1
  writeNotes(session, ref, { notes, message: "Notes removed by 'git notes remove'" })
  return 0
}
