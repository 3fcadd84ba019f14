import { countsIn } from '../counted.ts'
import type { lost as english } from '../en/lost.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const lost: Translation<typeof english> = {
  bringingBack:
    'Dieser Browser hat seine Datenbank verloren. Die Sitzungen kommen aus ihrer zweiten Kopie zurück.',
  comingBack: 'Bytes, die wieder da sind',
  ofBytes: (done, all) => `${done} von ${all}`,
  sessionsBack: (sessions) =>
    `Dieser Browser hatte ${count(sessions, 'Sitzung', 'Sitzungen')} verloren. Alles aus der zweiten Kopie ist wieder da.`,
  eventsBack: (steps) =>
    steps === 1
      ? 'Dieser Browser hatte den letzten Schritt dieser Sitzung verloren. Er ist wieder da, aus der zweiten Kopie.'
      : `Dieser Browser hatte die letzten ${steps} Schritte dieser Sitzung verloren. Sie sind wieder da, aus der zweiten Kopie.`,
  toEnterAgain: (values) => `Verloren, weil davon keine Kopie in einer Datei liegen darf: ${values}.`,
  enterAgain: 'Neu eingeben',
  lostKinds: {
    key: (name) => `der API-Schlüssel von ${name}`,
    git_token: (name) => `das Token von ${name}`,
    program_key: (name) => `der Schlüssel ${name} für Programme`,
    hidden: () => 'ein verborgener Wert',
    share: () => 'der Ort, an dem Sitzungen geteilt werden',
    folder: (name) => `der geöffnete Ordner ${name}`,
  },
  backHint:
    'Das kommt nach einem Absturz oder bei vollem Speicher vor. Eine Sicherung auf einem anderen Gerät schützt vor mehr.',
}
