/**
 * A command that fails may have moved by then, and set variables. Each line but the last ones leaves the workspace, in bash
 * or in the sandbox's shell.
 */
import { describe, expect, it } from 'vitest'
import { decide } from '../decide.ts'
import { shellCall, stateWith } from '../test-support.ts'
import { placesOf } from './places.ts'

function decided(command: string): string {
  const { reads, writes } = placesOf(command, '/workspace')
  const paths = [
    ...reads.map((path) => ({ access: 'read' as const, path, real: path })),
    ...writes.map((path) => ({ access: 'write' as const, path, real: path })),
  ]
  return decide(shellCall(command, { paths }), stateWith({ sandboxAutoAllow: true })).behavior
}

describe('a command that may fail after it has moved or set something is asked about', () => {
  it.each([
    // A function that has left by itself.
    'f() { cd /etc; return 1; }; f || touch b',
    'f() { cd /etc; return 1; }; f; touch b',
    'f() { cd /etc; return 1; cd /workspace; }; f || touch b',
    "f() { eval 'cd /etc'; return 1; }; f || touch b",
    "f() { eval 'cd /etc; return 1'; }; f || touch b",
    'f() { eval \'eval "cd /etc; false"\'; }; f || touch b',
    'f() { for i in 1 2; do cd /etc; return 1; done; }; f || touch b',
    'f() { if cd /etc; then return 1; fi; }; f || touch b',
    'f() { cd /etc; return 1; }; g() { f; }; g || touch b',
    'f() { cd /etc; return 1; }; f || f || touch b',
    'f() { cd /etc; return 1; }; true && f || touch b',
    'f() { cd /etc; return 1; }; ! f && touch b',
    'f() { cd /etc; return 1; }; if f; then :; else touch b; fi',
    'f() { cd /etc; return 1; }; while ! f; do touch b; break; done',
    'f() { cd /etc; return 1; }; until f; do touch b; break; done',
    'f() { cd /etc; return 1; }; f 2>/dev/null || touch b',
    'f() { cd /etc; return 1; } 2>/dev/null; f || touch b',
    "bash -c 'f() { cd /etc; return 1; }; f || touch b'",
    'echo "$(f() { cd /etc; return 1; }; f || touch b)"',
    // A text, a group, a branch, a loop.
    "eval 'cd /etc; false' || touch b",
    "command eval 'cd /etc; false' || touch b",
    "eval 'cd /etc; false' 2>log || touch b",
    '{ cd /etc; false; } || touch b',
    '{ cd /etc; false; } || { touch b; }',
    '{ { cd /etc; } && false; } || touch b',
    '{ cd /etc; false; } 2>/dev/null || touch b',
    'time { cd /etc; false; } || touch b',
    '( { cd /etc; false; } || touch b )',
    'if cd /etc; then false; fi || touch b',
    'case a in *) cd /etc; false;; esac || touch b',
    'for i in 1 2; do cd /etc; false; done || touch b',
    'for i in 1 2; do cd /etc; break; done && touch b',
    'for ((i = 0; i < 2; i++)); do cd /etc; false; done || touch b',
    // Left in the middle by the end of the shell.
    "f() { trap 'touch b' EXIT; cd /etc; exit 1; }; f || :",
    "(trap 'touch b' EXIT; cd /etc; exit 1) || :",
    "trap 'cd /etc' ERR; false || :; false; touch b",
    // A directory change that fails and has moved.
    'cd /etc; cd /workspace; cd - >&- || touch b',
    'pushd /etc >&- || touch b',
    'readonly PWD; cd /etc || touch b',
    // One that fails and stays.
    'cd nowhere; touch ../b',
    'pushd nowhere; touch ../b',
    'pushd nowhere && ls || touch ../b',
    'command -p cd nowhere; touch ../b',
    '"cd" nowhere; touch ../b',
    'x=cd; $x nowhere; touch ../b',
    'for c in cd pushd; do $c nowhere; done; touch ../b',
    'PWD=/etc; pushd nowhere; touch $PWD/b',
    'readonly OLDPWD; cd /etc || touch b',
    // Variables.
    'x=a; { x=/etc/b; false; } > log || touch $x',
    'x=a; printf %s /etc/b > v; read x < v || touch $x',
    'PWD=/etc; cd nowhere || touch $PWD/b',
    'PWD=/etc; PWD=x cd src && touch $PWD/b',
    'declare -u PWD; cd src; touch $PWD/b',
  ])('%s', (command) => {
    expect(decided(command)).not.toBe('allow')
  })
})

describe('a name that is one of several commands does what each of them does', () => {
  it.each([
    'for c in cd :; do $c /etc; done; touch b',
    'for c in pushd ls; do $c /etc; done; touch b',
    "for c in eval ls; do $c 'cd /etc'; done; touch b",
    'for c in cd ls; do command $c /etc; done; touch b',
    'for c in command builtin; do $c cd /etc; done; touch b',
    'x=a; for c in export echo; do $c x=/etc/b; done; touch $x',
    'f() { cd /etc; }; for c in ls f; do $c; done; touch b',
    'f() { x=/etc/b; }; x=a; for c in ls f; do $c; done; touch $x',
  ])('%s', (command) => {
    expect(decided(command)).not.toBe('allow')
  })
})

describe('a declaration that does not assign', () => {
  it.each([
    'x=/etc/b; local x=a; touch $x',
    'x=/etc/b; local x=a || touch $x',
    'x=/etc/b; declare -p x=a; touch $x',
    'x=/etc/b; declare -f x=a; touch $x',
    'x=/etc/b; export -f x=a; touch $x',
    'x=/etc/b; declare -Z x=a; touch $x',
    'f() { local x=/etc/b; declare -g x=a; touch $x; }; f',
    'for o in -p -x; do x=/etc/b; declare $o x=a; touch $x; done',
  ])('%s', (command) => {
    expect(decided(command)).not.toBe('allow')
  })
})

describe('a failure that leaves the shell inside stays unasked', () => {
  it.each([
    'cd /etc || touch b',
    'cd /etc 2>/dev/null || touch b',
    'command cd /etc || touch b',
    '(cd /etc; false) || touch b',
    '{ cd /etc; false; } & touch b',
    'f() { (cd /etc); return 1; }; f || touch b',
    'f() { cd /etc; return 1; }; f | cat || touch b',
    'f() { local x=a; touch $x; }; f',
    'declare -r x=a; touch $x',
    'export x=a; touch $x',
    'for c in ls pwd; do $c; done; touch b',
    'cd src 2>/dev/null || mkdir src',
    '{ cd src && ls; } || touch b',
    '[[ -d src ]] && cd src || touch b',
    'mkdir -p out && cd out 2>/dev/null || touch a',
    'pushd src > /dev/null && ls > log || touch a',
    'cd src && ls > log || echo no > log',
    'f() { cd src || return 1; touch b; }; f || echo no > log',
  ])('%s', (command) => {
    expect(decided(command)).toBe('allow')
  })
})
