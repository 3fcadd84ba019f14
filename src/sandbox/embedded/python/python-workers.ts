/** Makes the workers of `python3` processes: the first starts an interpreter, the others go on from its memory. */
import { isImageMessage } from './protocol.ts'
import type { PrepareMessage, PythonImage } from './protocol.ts'

export class PythonWorkers {
  readonly #create: () => Worker
  #image: PythonImage | undefined

  /** `create` makes a worker of `python.worker.ts`. */
  constructor(create: () => Worker) {
    this.#create = create
  }

  create(): Worker {
    const worker = this.#create()
    if (this.#image === undefined) this.#learnFrom(worker)
    const message: PrepareMessage = { type: 'prepare', image: this.#image }
    worker.postMessage(message)
    return worker
  }

  /** Only what it says first: later messages may be the program's own. */
  #learnFrom(worker: Worker): void {
    const onMessage = ({ data }: MessageEvent<unknown>): void => {
      if (!isImageMessage(data)) return
      worker.removeEventListener('message', onMessage)
      this.#image ??= data.image
    }
    worker.addEventListener('message', onMessage)
  }
}
