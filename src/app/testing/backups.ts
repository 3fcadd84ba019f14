/**
 * A backup as the restore dialog's tests see it: one session of each kind, and values that are others here.
 */
import type { BackupContents, MadeBackup, RestoreOutcome } from '../../agent/protocol/calls/backups.ts'

const AT = Date.UTC(2026, 10, 20, 12)

export const MADE: MadeBackup = {
  name: 'vivarium-backup-2026-11-28-2133.vivbackup',
  at: AT,
  bytes: 41_000_000,
  sessions: 3,
  damaged: [],
  place: 'download',
}

export const CONTENTS: BackupContents = {
  name: MADE.name,
  at: AT,
  appVersion: '1.0.0',
  origin: 'https://vivarium.example',
  bytes: 41_000_000,
  isCut: true,
  damagedParts: 2,
  sessions: (
    [
      ['new', 'Fix the date helper', { kind: 'new' }],
      ['same', 'Reading list', { kind: 'same', copy: false }],
      ['ahead', 'Parser', { kind: 'ahead', copy: false }],
      [
        'continues',
        'A very long title of a session that was about many things, one after the other, for days',
        { kind: 'continues', events: 12 },
      ],
      ['differs', '', { kind: 'copy', why: 'differs' }],
      ['undelete', 'Old experiment', { kind: 'undelete' }],
      ['damaged', 'Lost', { kind: 'damaged', problem: 'Nothing of its log is in the file.' }],
    ] as const
  ).map(([id, title, plan]) => ({
    id,
    title,
    updatedAt: AT,
    bytes: 5_300_000,
    isDeleted: id === 'differs',
    plan,
    cut: id === 'new' ? { events: 40, of: 90 } : undefined,
    lacking: id === 'differs' ? 3 : 0,
  })),
  settings: [
    { name: 'model', now: '"a-model"', then: '"another-model"' },
    { name: 'allowBypass', now: 'false', then: 'true' },
  ],
  rules: [
    {
      key: 'import abc',
      workspace: 'date-helper',
      allow: ['Bash(npm test:*)', 'Edit(src/**)'],
      ask: [],
      deny: ['Bash(rm:*)'],
      locks: ['package.json'],
      trusted: true,
      accepted: 2,
      lacking: 1,
    },
  ],
  notes: [
    {
      key: 'project p',
      scope: 'project',
      project: 'date-helper',
      titles: ['How the tests run', 'logs/2026/11/2026-11-20.md'],
      notes: 7,
      own: 3,
      lacking: 1,
    },
    {
      key: 'everywhere',
      scope: 'everywhere',
      project: undefined,
      titles: ['Answer briefly'],
      notes: 1,
      own: 1,
      lacking: 0,
    },
  ],
}

export const BROUGHT: RestoreOutcome = {
  added: 1,
  continued: 0,
  copied: 1,
  undeleted: 1,
  left: [{ title: 'Parser', why: 'x' }],
  settings: 0,
  rules: 1,
  notes: 8,
  problem: { message: 'y', hint: 'z' },
}
