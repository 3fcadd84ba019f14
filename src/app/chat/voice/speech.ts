/** Speech as text, as far as the browser has it (the Web Speech API, under both of its names). */

export type SpeechProblem = 'notAllowed' | 'noMicrophone' | 'network' | 'noSpeech' | 'language' | 'failed'

export interface SpeechListener {
  /** Text since the last final one; it may still change unless it is final. */
  onText(text: string, isFinal: boolean): void
  /** Once, whatever ended it; undefined when it went well. */
  onEnd(problem: SpeechProblem | undefined): void
}

export interface Speech {
  /** Begins to listen; returns how to end it. Words spoken until then may still come. */
  listen(language: string, listener: SpeechListener): () => void
}

/** The used part of the browser's own class. */
interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: RecognitionEvent) => void) | null
  onerror: ((event: { readonly error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
}

interface RecognitionEvent {
  /** The first that differs from those of the event before. */
  readonly resultIndex: number
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>
}

type RecognitionClass = new () => Recognition

const PROBLEMS: Readonly<Record<string, SpeechProblem>> = {
  'not-allowed': 'notAllowed',
  'service-not-allowed': 'notAllowed',
  'audio-capture': 'noMicrophone',
  network: 'network',
  'no-speech': 'noSpeech',
  'language-not-supported': 'language',
}

/** Undefined where the browser has none. */
export function browserSpeech(): Speech | undefined {
  // TypeScript's library does not know the class; what is used of it is described above.
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: RecognitionClass
    webkitSpeechRecognition?: RecognitionClass
  }
  const Class = SpeechRecognition ?? webkitSpeechRecognition
  return Class && { listen: (language, listener) => listen(new Class(), language, listener) }
}

function listen(recognition: Recognition, language: string, listener: SpeechListener): () => void {
  let problem: SpeechProblem | undefined
  let isOver = false
  recognition.lang = language
  recognition.continuous = true
  recognition.interimResults = true
  recognition.onresult = ({ results, resultIndex }) => {
    let open = ''
    for (let at = resultIndex; at < results.length; at += 1) {
      const result = results[at]
      const text = result?.[0]?.transcript ?? ''
      if (result?.isFinal === true) listener.onText(text.trim(), true)
      else open += text
    }
    listener.onText(open.trim(), false)
  }
  // Its own ending is no problem.
  recognition.onerror = ({ error }) => {
    if (error !== 'aborted') problem = PROBLEMS[error] ?? 'failed'
  }
  const end = () => {
    if (isOver) return
    isOver = true
    listener.onEnd(problem)
  }
  recognition.onend = end
  try {
    recognition.start()
  } catch {
    // It throws if a page may not even try.
    problem = 'failed'
    end()
  }
  return () => recognition.stop()
}
