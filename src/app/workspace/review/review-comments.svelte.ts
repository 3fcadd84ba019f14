/** Comments that are collected at lines and sent as one message. */
import { REVIEW_COMMENTS } from '../../limits.ts'
import { commentsMessage, type ReviewComment } from './comments.ts'
import type { KeptReview } from './kept-review.ts'
import { review as t } from '../../language/en/review.ts'

export type CommentPlace = Pick<ReviewComment, 'path' | 'side' | 'line' | 'last' | 'quote'>

export class CommentsModel {
  list = $state.raw<readonly ReviewComment[]>([])
  /** The comment being written, also when it is one of the list that is changed. */
  writing = $state.raw<ReviewComment>()
  problem = $state('')

  readonly #send: (text: string) => boolean
  readonly #keep: () => void

  constructor(send: (text: string) => boolean, keep: () => void) {
    this.#send = send
    this.#keep = keep
  }

  restore({ comments, writing }: KeptReview): void {
    this.list = comments
    this.writing = writing
    this.problem = ''
  }

  get kept(): Pick<KeptReview, 'comments' | 'writing'> {
    return { comments: this.list, writing: this.writing }
  }

  /** Text that is being written elsewhere is not lost: it moves along. */
  begin(place: CommentPlace): void {
    const text = this.writing && !this.#isListed(this.writing) ? this.writing.text : ''
    this.#write({ ...place, id: crypto.randomUUID(), text })
  }

  edit(comment: ReviewComment): void {
    if (this.writing) this.save()
    this.#write(comment)
  }

  type(text: string): void {
    if (this.writing) this.#write({ ...this.writing, text })
  }

  /** Nothing written is nothing said: a comment that is emptied is removed. */
  save(): void {
    const { writing } = this
    if (!writing) return
    const others = this.list.filter(({ id }) => id !== writing.id)
    if (writing.text.trim() !== '' && others.length >= REVIEW_COMMENTS) {
      this.problem = t.tooManyComments(REVIEW_COMMENTS)
      return
    }
    const at = this.list.findIndex(({ id }) => id === writing.id)
    if (writing.text.trim() === '') this.list = others
    else this.list = at < 0 ? [...this.list, writing] : this.list.with(at, writing)
    this.cancel()
  }

  cancel(): void {
    this.writing = undefined
    this.problem = ''
    this.#keep()
  }

  remove({ id }: ReviewComment): void {
    this.list = this.list.filter((comment) => comment.id !== id)
    if (this.writing?.id === id) this.writing = undefined
    this.#keep()
  }

  /** All of them, in one message. */
  send(): boolean {
    if (this.writing) this.save()
    if (this.list.length === 0 || this.problem !== '') return false
    if (!this.#send(commentsMessage(this.list))) {
      this.problem = t.cannotSend
      return false
    }
    this.list = []
    this.problem = ''
    this.#keep()
    return true
  }

  #isListed({ id }: ReviewComment): boolean {
    return this.list.some((comment) => comment.id === id)
  }

  #write(comment: ReviewComment): void {
    this.writing = comment
    this.problem = ''
    this.#keep()
  }
}
