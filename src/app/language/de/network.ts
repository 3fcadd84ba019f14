import type { network as english } from '../en/network.ts'
import type { Translation } from '../language.svelte.ts'

export const network: Translation<typeof english> = {
  title: 'Anfragen, die die Sandbox verlassen haben',
  nothing: 'Kein Programm hat in dieser Sitzung nach etwas außerhalb gefragt.',
  sums: (out, refused, bytes) => `${out} hinausgelassen, ${refused} abgelehnt; ${bytes} gesendet.`,
  earlier: (count) => `${count} frühere stehen nur im Protokoll.`,
  onlyRefused: 'Nur Abgelehntes',
  requests: 'Anfragen',
  letOut: 'Hinausgelassen',
  refused: 'Abgelehnt',
  whatCounts:
    'Jede Anfrage eines Programms, des Terminals und der Werkzeuge, die etwas holen. Die Anfragen an das Modell selbst stehen unter Verbrauch und Kosten.',
}
