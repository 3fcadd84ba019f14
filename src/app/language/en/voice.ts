import { area } from '../language.svelte.ts'

export const voice = area('voice', {
  // VoiceButton.svelte
  speak: 'Dictate',
  speakTitle: 'Speak the message',
  endTitle: 'Stop listening',
  // VoiceNote.svelte
  mayHear:
    'Your browser turns speech into text. Many browsers send what they hear to a service of their maker for it; nothing of it comes to Vivarium but the text.',
  listen: 'Listen',
  notNow: 'Not now',
  listening: 'Listening.',
  close: 'Close',
  problems: {
    notAllowed:
      'The browser does not let this page use the microphone. Allow it in the site’s settings, left of the address, and try again.',
    noMicrophone: 'No microphone was found. Connect one, or choose it in the browser’s settings.',
    network: 'The browser could not reach the service that turns speech into text. It needs a network.',
    noSpeech: 'Nothing was heard. Is the right microphone chosen?',
    language: 'The browser knows no speech in this language. Choose another in Settings.',
    failed: 'The browser could not begin to listen. Another tab may use the microphone.',
  },
})
