/** A message that is spoken: what is heard goes into the composer, where it can be changed before it is sent. */
import { languageCode } from '../../language/language.svelte.ts'
import { readVoiceAgreed, writeVoiceAgreed } from '../../tab-storage.ts'
import type { SessionModel } from '../../session.svelte.ts'
import { browserSpeech, type Speech, type SpeechProblem } from './speech.ts'

export class Voice {
  /** `asking`: whether the browser may hear at all, which some send to a service. */
  state = $state<'off' | 'asking' | 'listening'>('off')
  /** Heard text that may still change. */
  heard = $state('')
  problem = $state<SpeechProblem>()
  readonly #speech: Speech
  readonly #take: (text: string) => void
  #end: (() => void) | undefined

  constructor(speech: Speech, take: (text: string) => void) {
    this.#speech = speech
    this.#take = take
  }

  toggle(): void {
    this.problem = undefined
    if (this.state === 'listening') this.#end?.()
    else if (this.state === 'asking') this.state = 'off'
    else if (readVoiceAgreed()) this.#listen()
    else this.state = 'asking'
  }

  agree(): void {
    writeVoiceAgreed()
    this.#listen()
  }

  /** Neither asks nor complains any more. */
  dismiss(): void {
    this.problem = undefined
    if (this.state === 'asking') this.state = 'off'
  }

  dispose(): void {
    this.#end?.()
  }

  #listen(): void {
    this.state = 'listening'
    const end = this.#speech.listen(spokenLanguage(), {
      onText: (text, isFinal) => {
        if (isFinal && text !== '') this.#take(text)
        this.heard = isFinal ? '' : text
      },
      onEnd: (problem) => {
        this.state = 'off'
        this.heard = ''
        this.problem = problem
        this.#end = undefined
      },
    })
    // It may have ended already.
    if (this.state === 'listening') this.#end = end
  }
}

/** Writes behind what is written. Undefined where the browser has no recognition of speech. */
export function voiceInto(session: Pick<SessionModel, 'draft'>): Voice | undefined {
  const speech = browserSpeech()
  const take = (text: string) => {
    session.draft += /\S$/.test(session.draft) ? ` ${text}` : text
  }
  return speech && new Voice(speech, take)
}

/** The screen's language as the person's browser has it: "en-GB" rather than "en". */
function spokenLanguage(): string {
  const code = languageCode()
  return navigator.languages.find((language) => language.split('-')[0] === code) ?? code
}
