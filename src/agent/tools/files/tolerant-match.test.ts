import { describe, expect, it } from 'vitest'
import { planEdit } from './edit-match.ts'

function edit(text: string, oldString: string, newString: string, replaceAll = false) {
  const plan = planEdit(text, { oldString, newString, replaceAll })
  return plan.ok ? plan.text : `refused: ${plan.problem}`
}

describe('an edit that differs in white space only', () => {
  it.each([
    [
      'tabs for spaces, one level deeper in the new text',
      'class A {\n\tf() {\n\t\treturn 1\n\t}\n}\n',
      '  f() {\n    return 1\n  }',
      '  f() {\n    if (x) {\n      return 2\n    }\n  }',
      'class A {\n\tf() {\n\t\tif (x) {\n\t\t\treturn 2\n\t\t}\n\t}\n}\n',
    ],
    [
      'no indentation at all',
      'if (a) {\n    first()\n    second()\n}\n',
      'first()\nsecond()',
      'first()\nthird()',
      'if (a) {\n    first()\n    third()\n}\n',
    ],
    [
      'too much indentation, with a line less deep in the new text',
      'def f():\n  return 10\n',
      '      return 10',
      '    x = 1\n      return x',
      'def f():\nx = 1\n  return x\n',
    ],
    [
      'white space at the ends of lines',
      'one line  \ntwo lines\t\n',
      'one line\ntwo lines',
      'three',
      'three\n',
    ],
    ['CRLF', 'a\r\n\tfirst()\r\n\tlast()\r\n', '  first()\n  last()', '  only()\n', 'a\r\n\tonly()\r\n\r\n'],
    ['line numbers', 'x\n\treturn value\n', '2\t  return value', '2\t  return other', 'x\n\treturn other\n'],
    [
      'an end of line on both',
      'x\n\treturn value\ny\n',
      '  return value\n',
      '  return other\n',
      'x\n\treturn other\ny\n',
    ],
  ])('is made where it is meant: %s', (...[, text, oldString, newString, after]) => {
    expect(edit(text, oldString, newString)).toBe(after)
  })

  it('shows what was taken for the text', () => {
    const plan = planEdit('x\n\treturn value\n', {
      oldString: '    return value',
      newString: '    return 1',
      replaceAll: false,
    })
    expect(plan).toMatchObject({
      ok: true,
      lines: [2],
      note: 'old_string differed in white space; this was taken for it, and the new text has its indentation:\n2\t\treturn value',
    })
  })

  it('is refused where it is not unique, and made everywhere when told so', () => {
    const text = '\treturn value\nx\n\treturn value\n'
    expect(edit(text, '  return value', '  y')).toMatch(/^refused: old_string occurs 2 times, at lines 1, 3/)
    expect(edit(text, '  return value', '  y', true)).toBe('\ty\nx\n\ty\n')
  })

  it('is not guessed for a bracket, nor where one indentation is written in two ways', () => {
    expect(edit('a\n\t}\n', '  }', '  })')).toMatch(/^refused: old_string was not found/)
    expect(edit('\tfirst()\n\t\tsecond()\n', '  first()\n  second()', '  x')).toMatch(/^refused/)
  })

  it('is never preferred to an exact one', () => {
    expect(edit('\treturn value\n  return value\n', '  return value', '  y')).toBe('\treturn value\n  y\n')
  })
})
