import { countsIn } from '../counted.ts'
import type { summarise as english } from '../en/summarise.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const summarise: Translation<typeof english> = {
  // SummariseDialog.svelte
  title: 'Zusammenfassen',
  from: 'Von',
  upTo: 'Bis vor',
  beginning: 'Anfang',
  end: 'Ende',
  staysFromHere: 'Ab dieser Nachricht bleibt alles, wie es ist.',
  yourMessages: 'Deine Nachrichten',
  isSummarised: 'zusammengefasst',
  stays: 'bleibt',
  keep: 'Besonders wichtig',
  keepExample: 'z. B. die Entscheidungen zum Dateiformat',
  becomeSummary: (messages) =>
    `Aus ${count(messages, 'deiner Nachrichten', 'deiner Nachrichten')} und allem, was daraus wurde, wird eine Zusammenfassung. Im Protokoll und auf dem Bildschirm bleibt alles erhalten.`,
  preview: 'Vorschau',
  previewTitle: 'Zeigt die Zusammenfassung zuerst; sie gilt erst, wenn du sie übernimmst',
  now: 'Sofort zusammenfassen',
  nowTitle: 'Das Modell arbeitet gleich mit der Zusammenfassung weiter; das lässt sich rückgängig machen',
  // why-not.ts
  nothingSince: 'Seit der letzten Zusammenfassung wurde nichts gesagt.',
  noNetwork: 'Es gibt kein Netz, und das Modell läuft nicht auf diesem Gerät.',
  // ContextDialog.svelte
  open: 'Zusammenfassen …',
  openTitle: 'Einen Teil der Konversation zusammenfassen',
  // SummaryDraft.svelte
  draft: 'Entwurf einer Zusammenfassung',
  draftOf: (messages, tokensBefore, tokensAfter) =>
    `${count(messages, 'Nachricht', 'Nachrichten')}: ${tokensBefore} → ${tokensAfter} Tokens. Bis du sie übernimmst, erhält das Modell die Nachrichten selbst.`,
  keeps: (keep) => `Besonders wichtig: ${keep}`,
  use: 'Übernehmen',
  discard: 'Verwerfen',
  // ReceiptsLine.svelte
  checked: (lines, cited) =>
    `Mit dem Protokoll verglichen: ${count(lines, 'Zeile', 'Zeilen')}, ${cited} davon mit Quellen`,
  remarks: (remarks) => count(remarks, 'Anmerkung', 'Anmerkungen'),
  correctedNames: (names) => `${count(names, 'Name', 'Namen')} berichtigt`,
  addedLines: (lines) => `${count(lines, 'Zeile', 'Zeilen')} ergänzt`,
  // SummaryText.svelte
  source: (seq) => `Quelle #${seq}`,
  goThere: 'An diese Stelle der Konversation gehen',
  remark: 'Das hat das Programm im Protokoll festgestellt',
  // UndoSummary.svelte
  undo: 'Rückgängig',
  undoTitle: 'Das Modell erhält diese Nachrichten wieder',
  // Compacted.svelte
  toMakeRoom: 'um Platz zu schaffen',
  asYouAsked: 'auf deinen Wunsch',
  tookNoLonger: 'weil der Dienst sie in dieser Länge nicht mehr annahm',
  summarised: (messages, trigger, tokensBefore, tokensAfter) =>
    `${count(messages, 'Nachricht', 'Nachrichten')} zusammengefasst, ${trigger}: ${tokensBefore} → ${tokensAfter} Tokens`,
  fromNotes: 'aus den laufenden Notizen',
  byProgram: 'vom Programm, da das Modell keine Zusammenfassung gab',
  earlierSummaries: (summaries) =>
    `${count(summaries, 'frühere Zusammenfassung', 'frühere Zusammenfassungen')}, Wort für Wort wie zuvor`,
  goesOnFromThis:
    'Das Modell arbeitet hiermit weiter. Die Nachrichten darüber bleiben erhalten, und du kannst zu ihnen zurück.',
  takenBack: 'zurückgenommen',
  sentAgain: 'Das wurde zurückgenommen: Das Modell erhält wieder die Nachrichten selbst.',
}
