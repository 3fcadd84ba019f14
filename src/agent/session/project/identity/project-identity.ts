/**
 * Whether an import is a project that was imported before. A project has an id from its first import on. Equal bytes are the same
 * project, unasked, as they have the same record; others are recognised by evidence, which anybody can forge, so that the user is
 * asked once. Only imports of the user's own have an id: a template, a recording, a script's archive and an empty workspace have none.
 */
import type { BlobStore, Sandbox } from '../../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../../sandbox/contract/errors.ts'
import type { Result } from '../../../../sandbox/contract/errors.ts'
import { PROJECTS_OFFERED, PROJECTS_WITHOUT_EVIDENCE } from '../../../limits.ts'
import type {
  KnownProject,
  ProjectAnswer,
  ProjectQuestion,
} from '../../../protocol/calls/project-identity.ts'
import type { Session } from '../../log/session.ts'
import type { ProjectEvidence, ProjectMark } from '../../workspace/project-mark.ts'
import type { WorkspaceEntry } from '../../workspace/workspace-record.ts'
import type { ImportRecord, Permitted, WorkspaceStore } from '../../workspace/workspace-store.ts'
import { firstCommits, gatherEvidence } from './gather-evidence.ts'
import { byLikeness, likeness } from './likeness.ts'
import type { Likeness } from './likeness.ts'

export interface ProjectIdentityOptions {
  readonly workspaces: WorkspaceStore
  readonly blobs: Pick<BlobStore, 'get'>
  readonly sandbox: () => Promise<Result<Sandbox>>
  readonly session: () => Pick<Session, 'facts' | 'role'> | undefined
  readonly newId: () => string
  readonly now: () => number
  /** Null: nothing is asked now. */
  readonly onQuestion: (question: ProjectQuestion | null) => void
}

/** The user's own import that is open. */
interface OwnImport {
  readonly root: string
  readonly name: string
}

/** A question, with what its answer needs. */
interface Asked {
  readonly question: ProjectQuestion
  readonly evidence: ProjectEvidence
  readonly known: ReadonlyMap<string, WorkspaceEntry>
}

/** A known project, with the record of its last import. */
interface Candidate {
  readonly mark: ProjectMark
  readonly entry: WorkspaceEntry
  readonly likeness: Likeness
}

export class ProjectIdentity {
  readonly #options: ProjectIdentityOptions
  #asked: Asked | undefined
  /** One after the other. */
  #idle: Promise<unknown> = Promise.resolve()

  constructor(options: ProjectIdentityOptions) {
    this.#options = options
  }

  /** Null where nothing is asked; as of when all is settled that was begun. */
  question(): Promise<ProjectQuestion | null> {
    return this.#next(async () => {
      const asked = this.#asked?.question
      return asked !== undefined && asked.root === this.#own()?.root ? asked : null
    })
  }

  /** A workspace is shown, or was imported: finds its project, makes one, or asks. Never rejects. */
  settle(): Promise<void> {
    return this.#next(async () => {
      this.#ask(undefined)
      const own = this.#own()
      if (own === undefined) return
      const { workspaces } = this.#options
      const { project } = await workspaces.said()
      if (project !== undefined) return await this.#name(own, project)
      const evidence = await this.#gather(own)
      if (evidence === undefined || this.#own()?.root !== own.root) return
      const candidates = await this.#alike(own, evidence)
      if (candidates.length === 0) await workspaces.markProject(own.root, this.#newMark(own, evidence))
      else if (this.#own()?.root === own.root) this.#ask(askedOf(own, evidence, candidates))
    }).catch((error: unknown) => console.warn('The project of this import was not found out:', error))
  }

  /** Asks about an import whose project is known: the user may have erred. Gives the question; null where nothing is like it. */
  askAgain(): Promise<ProjectQuestion | null> {
    return this.#next(async () => {
      const own = this.#own()
      const project = own && (await this.#options.workspaces.said()).project
      if (own === undefined || project === undefined) return this.#asked?.question ?? null
      const candidates = await this.#alike(own, project.evidence)
      if (candidates.length === 0 || this.#own()?.root !== own.root) return null
      const asked = askedOf(own, project.evidence, candidates)
      const isKnown = asked.known.has(project.id)
      const question = { ...asked.question, expected: isKnown ? project.id : null }
      // Told to the caller alone: nobody else need answer.
      this.#asked = { ...asked, question }
      return question
    })
  }

  /** Holds for the import that was asked about. */
  answer({ root, project, takesRules, takesTrust }: ProjectAnswer): Promise<Result<void>> {
    return this.#next(async () => {
      const own = this.#own()
      const asked = this.#asked
      if (own?.root !== root || asked?.question.root !== root) return gone()
      const mark = this.#newMark(own, asked.evidence)
      const entry = project === null ? {} : asked.known.get(project)
      if (entry === undefined) return gone()
      const along = taken(entry, { takesRules, takesTrust })
      await this.#options.workspaces.settleProject(root, { ...mark, id: project ?? mark.id }, along)
      this.#ask(undefined)
      return ok(undefined)
    })
  }

  #ask(asked: Asked | undefined): void {
    if (asked === undefined && this.#asked === undefined) return
    this.#asked = asked
    this.#options.onQuestion(asked?.question ?? null)
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#idle.then(work)
    this.#idle = done.catch(() => undefined)
    return done
  }

  /** An import of before there were projects gets its name when it is shown. */
  async #name({ root, name }: OwnImport, project: ProjectMark): Promise<void> {
    if (project.name === '') await this.#options.workspaces.markProject(root, { ...project, name })
  }

  /** Undefined in a tab that only watches, too: the leading one asks. */
  #own(): OwnImport | undefined {
    const session = this.#options.session()
    if (session?.role !== 'leader') return undefined
    const { ownImport, workspace = '' } = session.facts
    return ownImport === undefined ? undefined : { root: ownImport, name: workspace }
  }

  #newMark({ name }: OwnImport, evidence: ProjectEvidence): ProjectMark {
    return { id: this.#options.newId(), name, at: this.#options.now(), evidence }
  }

  async #gather({ root }: OwnImport): Promise<ProjectEvidence | undefined> {
    const { blobs, sandbox, newId } = this.#options
    const stored = await gatherEvidence(blobs, root)
    if (stored === undefined) return undefined
    const shown = await sandbox()
    return { ...stored, commits: shown.ok ? await firstCommits(shown.value, newId) : [] }
  }

  /** Each project that is alike by its last import, the most likely first. */
  async #alike(own: OwnImport, evidence: ProjectEvidence): Promise<readonly Candidate[]> {
    const imports = (await this.#options.workspaces.imports()).filter(({ root }) => root !== own.root)
    const latest = new Map<string, { mark: ProjectMark; entry: WorkspaceEntry }>()
    for (const { entry, mark } of await this.#marked(imports))
      if (mark.at >= (latest.get(mark.id)?.mark.at ?? 0)) latest.set(mark.id, { mark, entry })
    return [...latest.values()]
      .map((known) => ({ ...known, likeness: likeness(known.mark.evidence, evidence) }))
      .filter((known) => known.likeness.isLike)
      .toSorted((a, b) => byLikeness(a.likeness, b.likeness) || b.mark.at - a.mark.at)
      .slice(0, PROJECTS_OFFERED)
  }

  /** An import of before there were projects becomes one, if its tree is still stored. */
  async #marked(imports: readonly ImportRecord[]): Promise<{ entry: WorkspaceEntry; mark: ProjectMark }[]> {
    const marked: { entry: WorkspaceEntry; mark: ProjectMark }[] = imports.flatMap(({ entry }) =>
      entry.project === undefined ? [] : [{ entry, mark: entry.project }],
    )
    const bare = imports
      .filter(({ entry }) => entry.project === undefined)
      .toSorted((a, b) => b.entry.at - a.entry.at)
      .slice(0, PROJECTS_WITHOUT_EVIDENCE)
    for (const { root, entry } of bare) {
      const stored = await gatherEvidence(this.#options.blobs, root)
      if (stored === undefined) continue
      const mark = { id: this.#options.newId(), name: '', at: entry.at, evidence: { ...stored, commits: [] } }
      marked.push({ entry, mark: await this.#options.workspaces.markProject(root, mark) })
    }
    return marked
  }
}

function askedOf(own: OwnImport, evidence: ProjectEvidence, candidates: readonly Candidate[]): Asked {
  const [first] = candidates
  const expected = first?.likeness.isExpected === true ? first.mark.id : null
  return {
    question: { ...own, known: candidates.map(shownOf), expected },
    evidence,
    known: new Map(candidates.map(({ mark, entry }) => [mark.id, entry])),
  }
}

function shownOf({ mark, entry, likeness: like }: Candidate): KnownProject {
  const { allow = [], ask = [], deny = [] } = entry.rules ?? {}
  const { isSameHistory, remotes, share, steering } = like
  return {
    ...{ id: mark.id, name: mark.name, importedAt: mark.at },
    ...{ isSameHistory, remotes, share, steering },
    allowed: allow,
    restrictions: ask.length + deny.length + (entry.locks?.length ?? 0),
    isTrusted: entry.trust?.grants !== undefined,
  }
}

/**
 * The part of a record that comes along: all that forbids; permissions only where the user says so. Versions of steering files that were
 * accepted stay: in another import they would stand for files that came with it.
 */
function taken(
  { rules, locks, trust }: Permitted,
  { takesRules, takesTrust }: Pick<ProjectAnswer, 'takesRules' | 'takesTrust'>,
): Permitted {
  const isRefused = trust !== undefined && trust.grants === undefined
  return {
    ...(rules && { rules: takesRules ? rules : { ...rules, allow: [] } }),
    ...(locks && { locks }),
    ...((takesTrust || isRefused) && { trust }),
  }
}

function gone(): Result<never> {
  return fail('not_permitted', 'The workspace is another one than was asked about; nothing was decided.', {
    hint: 'Look at the question again.',
  })
}
