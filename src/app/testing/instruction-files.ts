/** Instruction files in each state that the list of them shows. */
import type { InstructionList } from '../../agent/protocol/calls/instructions.ts'

export const INSTRUCTION_FILES: InstructionList = {
  room: 18_000,
  files: [
    { path: '~/.claude/CLAUDE.md', state: 'told', tokens: 24 },
    { path: 'docs/style.md', state: 'told', tokens: 310, importedBy: 'CLAUDE.md' },
    { path: 'CLAUDE.md', state: 'told', tokens: 1_240, isHeld: true },
    { path: '.claude/rules/api.md', state: 'told', tokens: 88, fault: 'no YAML' },
    { path: 'packages/interpreter/CLAUDE.md', state: 'told', tokens: 16_100, cut: 3_200 },
    { path: '.claude/rules/everything-about-our-releases.md', state: 'left', tokens: 21_000 },
    { path: 'AGENTS.md', state: 'displaced' },
    { path: 'packages/web/CLAUDE.md', state: 'elsewhere' },
    { path: '.claude/rules/tests.md', state: 'other files' },
    { path: 'https://docs.example/style/agents.md', state: 'unfetched', importedBy: 'opencode.json' },
    { path: 'opencode.json', state: 'names others' },
    { path: '.env', state: 'withheld', importedBy: 'CLAUDE.md' },
    { path: '/etc/motd', state: 'outside', importedBy: 'CLAUDE.md' },
  ],
}
