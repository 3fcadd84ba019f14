import type { CommitGraph } from './graph.ts'

interface GraphCommit {
  readonly text: string
  /** In place of the star. */
  readonly mark?: string
  /** The commit's changes, beside a graph of this width; each line ends with a newline. */
  readonly diff: (width: number) => string
}

/** Puts the graph in front of the texts of commits. */
export class GraphPrinter {
  readonly #graph: CommitGraph
  readonly #out: (text: string) => void
  /** Texts end their own lines; the others are kept apart by an empty one. */
  readonly #endsLines: boolean
  #isFirst = true

  constructor(graph: CommitGraph, endsLines: boolean, out: (text: string) => void) {
    this.#graph = graph
    this.#endsLines = endsLines
    this.#out = out
  }

  print(oid: string, commit: GraphCommit): void {
    const { text } = commit
    this.#graph.update(oid, commit.mark)
    if (!this.#isFirst && !this.#endsLines) this.#out(`${text.endsWith('\n') ? this.#graph.padding() : ''}\n`)
    this.#isFirst = false
    this.#toCommit()
    const lines = text.replace(/\n$/, '').split('\n')
    this.#out(lines.map((line, at) => (at === 0 ? line : this.#graph.nextLine().text + line)).join('\n'))
    const isEnded = text.endsWith('\n')
    if (!this.#graph.isFinished) {
      this.#out('\n')
      this.#remainder()
      if (isEnded) this.#out('\n')
    } else if (isEnded) this.#out('\n')
    if (this.#endsLines) this.#out(isEnded ? `${this.#graph.padding()}\n` : '\n')
    this.#printDiff(commit)
  }

  #printDiff(commit: GraphCommit): void {
    const prefix = this.#graph.padding()
    const diff = commit.diff(prefix.length)
    if (diff === '') return
    const lines = diff.replace(/\n$/, '').split('\n')
    this.#out(lines.map((line) => `${prefix}${line}\n`).join(''))
  }

  #toCommit(): void {
    for (;;) {
      const { text, isCommit } = this.#graph.nextLine()
      this.#out(isCommit ? text : `${text}\n`)
      if (isCommit) return
    }
  }

  #remainder(): void {
    for (;;) {
      this.#out(this.#graph.nextLine().text)
      if (this.#graph.isFinished) return
      this.#out('\n')
    }
  }
}
