/** Notes, in memory: they last as long as the process. */
export class Notes {
  #notes = new Map()
  #last = 0

  all() {
    return [...this.#notes.values()]
  }

  find(id) {
    return this.#notes.get(id)
  }

  add(text) {
    const note = { id: (this.#last += 1), text }
    this.#notes.set(note.id, note)
    return note
  }

  /** False where there is none of that number. */
  remove(id) {
    return this.#notes.delete(id)
  }
}
