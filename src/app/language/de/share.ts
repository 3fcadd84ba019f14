import { countsIn } from '../counted.ts'
import type { share as english } from '../en/share.ts'
import type { Translation } from '../language.svelte.ts'

const count = countsIn('de')

export const share: Translation<typeof english> = {
  // ShareDialog.svelte
  title: 'Diese Sitzung teilen',
  whoGetsIt: (messages, calls, files, contentBytes) =>
    `Empfänger sehen ${count(messages, 'Nachricht', 'Nachrichten')}, ${count(calls, 'Werkzeugaufruf', 'Werkzeugaufrufe')} mit ihren Ergebnissen und ${count(files, 'Datei', 'Dateien')} (${contentBytes}), können sie im eigenen Tab noch einmal laufen lassen und ab jedem Schritt weitermachen. Schlüssel und Einstellungen sind nie dabei.`,
  shouldStay: 'Das sieht nach etwas aus, das hier bleiben sollte:',
  whatWhere: (what, where) => `${what} in ${where}`,
  shareAnyway: 'Ich habe es mir angesehen; trotzdem teilen',
  link: 'Link',
  copied: 'Kopiert',
  copyLink: 'Link kopieren',
  downloadFile: 'Als Datei herunterladen',
  charactersOf: (payloadChars, linkLimit) => `${payloadChars} von ${linkLimit} Zeichen; kein Server hat ihn`,
  tooLong: (payloadChars, linkLimit) => `Zu lang: ${payloadChars} von ${linkLimit} Zeichen`,
  tooMuch:
    'Für einen Link ist es zu viel. Teile sie über einen Speicher oder als Datei, die man auf Vivarium zieht; oder lass unten Schritte oder Dateien weg.',
  asText: 'Als Text',
  webPage: 'Webseite, die sie abspielt',
  markdown: 'Markdown',
  jsonLines: 'JSON-Zeilen',
  downloadText: 'Text herunterladen',
  withoutFiles: 'Ohne die Dateien des Arbeitsbereichs',
  upTo: 'Bis',
  theEnd: 'zum Ende',
  files: 'Dateien',
  puttingTogether: 'Wird zusammengestellt',
  // StoreShare.svelte
  throughStore: 'Über einen Speicher',
  cancel: 'Abbrechen',
  shareThrough: (host) => `Über ${host} teilen`,
  encryptedHere: 'Hier verschlüsselt; der Schlüssel steht nur im Link',
  setUpStore: 'Speicher einrichten',
  storeHint: 'Ein eigener Bucket, Endpunkt oder Gists, die sie verschlüsselt bekommen',
  addressInStore: 'Adresse im Speicher',
  sharedFromBrowser: 'Aus diesem Browser geteilt',
  shared: 'Geteilt',
  copyAddress: (title) => `Adresse von ${title} kopieren`,
  copy: 'Kopieren',
  unshareNamed: (title) => `${title} nicht mehr teilen`,
  unshare: 'Nicht mehr teilen',
  removeFromList: 'Aus dieser Liste entfernen',
  // OfferBanners.svelte
  fetchZip: (zipHost) => `Ein Archiv von ${zipHost} in einen neuen Arbeitsbereich holen?`,
  fetchAndUnpack: 'Holen und entpacken',
  fetchShare: (host) =>
    `Eine geteilte Sitzung von ${host} holen? Das ist auf diesem Gerät oder in einem privaten Netz.`,
  fetchAndOpen: 'Holen und öffnen',
  notNow: 'Jetzt nicht',
  // NothingKept.svelte
  nothingKept:
    'Dieser Browser bewahrt für diese Seite nichts auf: Sitzungen, Einstellungen und Schlüssel sind weg, wenn der Tab geschlossen oder neu geladen wird.',
  nothingKeptHint:
    'Hol heraus, was du behalten willst. In einem normalen Fenster, oder wenn die Seite Daten speichern darf, bleiben sie.',
  saveSession: 'Sitzung speichern',
  exportFiles: 'Dateien exportieren',
  // share.svelte.ts
  preparing: 'Vorbereiten der Aufzeichnung',
  makingFile: 'Erstellen der Datei',
  // store-share.svelte.ts
  readingShared: 'Lesen des Geteilten',
  uploading: (host) => `Hochladen zu ${host}`,
  deleting: 'Löschen des Geteilten',
  until: (day) => `, bis ${day}`,
  logWithoutTexts: 'Protokoll ohne Texte, für einen Fehlerbericht',
}
