import { describe, expect, it } from 'vitest'
import { NOTE_RULE_CHARS, NOTE_RULES } from '../../limits.ts'
import { actRules, actRulesText, countingRules, isActRule } from './act-rules.ts'

describe('the rules of a note', () => {
  it.each([
    ['Bash(npm test*)', ['Bash(npm test*)']],
    [
      'Bash(npm test*) | Edit(src/**) | host:example.com',
      ['Bash(npm test*)', 'Edit(src/**)', 'host:example.com'],
    ],
    ['Bash(cat a | sh)|Edit', ['Bash(cat a | sh)', 'Edit']],
    ['Bash(echo (a|b)) | Read', ['Bash(echo (a|b))', 'Read']],
    ['', []],
    [' | | ', []],
    ['Bash(npm | Edit', ['Bash(npm | Edit']],
    [') | Edit', [')', 'Edit']],
  ])('are the parts of %j', (text, rules) => {
    expect(actRules(text)).toEqual(rules)
    expect(actRules(actRulesText(rules))).toEqual(rules)
  })

  it.each([
    'Bash',
    'Edit(src/**)',
    'mcp__a__b',
    'host:localhost:4000',
    'host:*.example.com',
    'WebFetch(domain:a.example)',
  ])('count as %s is written', (rule) => expect(isActRule(rule)).toBe(true))

  it.each([
    '',
    'npm test',
    'Bash(npm test',
    'Bash()',
    '(x)',
    'host:',
    'host:a b',
    'host:a|b',
    'Bash(a\nb)',
    `Bash(${'x'.repeat(NOTE_RULE_CHARS)})`,
  ])('do not count as %j is written', (rule) => expect(isActRule(rule)).toBe(false))

  it('are no more than a note may have, without those that are none', () => {
    const many = Array.from({ length: 2 * NOTE_RULES }, (_, at) => `Bash(a${at}*)`)
    expect(countingRules('a.md', ['nothing here', ...many])).toEqual(many.slice(0, NOTE_RULES))
  })

  it('do not count in a list or a daily note', () => {
    for (const path of ['MEMORY.md', 'logs/2026/11/2026-11-30.md'])
      expect(countingRules(path, ['Bash'])).toEqual([])
  })

  it('are read from a long hostile text at once', () => {
    expect(actRules('('.repeat(200_000)).length).toBe(1)
    expect(actRules('|'.repeat(200_000))).toEqual([])
  })
})
