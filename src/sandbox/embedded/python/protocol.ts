/** Messages between the kernel's thread and a `python3` worker, besides those of every process. */

/**
 * State that one interpreter leaves for the next: its compiled program, and its memory right after the start.
 * Made before any code of the user's runs.
 */
export interface PythonImage {
  readonly program: WebAssembly.Module
  readonly memory: SharedArrayBuffer
}

/** The first message to the worker. */
export interface PrepareMessage {
  readonly type: 'prepare'
  readonly image: PythonImage | undefined
}

/** Said once, before the program starts. */
export interface ImageMessage {
  readonly type: 'image'
  readonly image: PythonImage | undefined
}

export function isImageMessage(message: unknown): message is ImageMessage {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'image'
}
