/** Kinds of text by what is in it, in the order in which they are tried. */

export interface TextKind {
  readonly name: string
  readonly mime: string
  /** How it is told: behind the name stands what letters it has, and whether it can be run; or only the name. */
  readonly shows: 'text' | 'executable' | 'name'
}

type Rule = readonly [pattern: RegExp, name: string, mime: string, shows?: TextKind['shows']]

const SHELL = 'text/x-shellscript'
const JAVASCRIPT = 'application/javascript'
const PYTHON = 'text/x-script.python'
const HTML = 'text/html'

/** Programs that the first line names, by path or by way of env. */
const INTERPRETERS: readonly Rule[] = [
  [/^#! *\S*\/(?:env +)?bash\b/, 'Bourne-Again shell script', SHELL, 'executable'],
  [/^#! *(?:\S*\/)?(?:env +)?fish\b/, 'fish shell script', SHELL, 'executable'],
  [/^#! *\S*\/(?:env +)?zsh\b/, "Paul Falstad's zsh script", SHELL, 'executable'],
  [/^#! *\S*\/sh\b/, 'POSIX shell script', SHELL, 'executable'],
  [/^#! *\S*\/ksh\b/, 'Korn shell script', SHELL, 'executable'],
  [/^#! *\S*\/tcsh\b/, 'Tenex C shell script', SHELL, 'executable'],
  [/^#! *\S*\/csh\b/, 'C shell script', SHELL, 'executable'],
  [/^#! *\S*\/gawk\b/, 'GNU awk script', 'text/x-gawk', 'executable'],
  [/^#! *\S*\/awk\b/, 'awk script', 'text/x-awk', 'executable'],
  [/^#! *\S*\/(?:env +)?node(?:js)?\b/, 'Node.js script executable', JAVASCRIPT],
  [/^#! *\S*\/(?:env +)?python[\d.]*\b/, 'Python script', PYTHON, 'executable'],
  [/^#! *\S*\/(?:env +)?perl\b/, 'Perl script text executable', 'text/x-perl', 'name'],
  [/^#! *\S*\/(?:env +)?ruby\b/, 'Ruby script', 'text/x-ruby', 'executable'],
  [/^#! *\S*\/(?:env +)?lua\b/, 'Lua script', 'text/x-lua', 'executable'],
  [/^#! *\S*\/(?:env +)?(?:tclsh|wish)\b/, 'Tcl script', 'text/x-tcl', 'executable'],
  [/^#! *\S*\/php\b/, 'PHP script', 'text/x-php', 'executable'],
  [/^#! *\S*\/make\b/, 'makefile script', 'text/x-makefile'],
]

const KINDS: readonly Rule[] = [
  [/^<\?php/, 'PHP script', 'text/x-php'],
  [
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/,
    'SVG Scalable Vector Graphics image',
    'image/svg+xml',
    'name',
  ],
  [/^\s*<\?xml version=["']1\.0["']/, 'XML 1.0 document', 'text/xml'],
  [/^\s*<\?xml version=["']1\.1["']/, 'XML 1.1 document', 'text/xml'],
  [/^WEBVTT/, 'WebVTT subtitles', 'text/vtt'],
  [/^1\r?\n\d\d:\d\d:\d\d,\d{3} --> /, 'SubRip', 'application/x-subrip'],
  [/^#EXTM3U/, 'M3U playlist', 'text/plain'],
  [/^BEGIN:VCALENDAR/, 'vCalendar calendar file', 'text/calendar', 'name'],
  [/^BEGIN:VCARD/, 'vCard visiting card', 'text/vcard', 'name'],
  [/^diff --git |^--- [^\n]*\n\+\+\+ [^\n]*\n@@/m, 'unified diff output', 'text/x-diff'],
  [/^\*\*\* [^\n]*\n--- /, 'context diff output', 'text/x-diff'],
  [/^-----BEGIN CERTIFICATE-----/, 'PEM certificate', 'text/plain', 'name'],
  [/^-----BEGIN CERTIFICATE REQUEST-----/, 'PEM certificate request', 'text/plain', 'name'],
  [/^-----BEGIN RSA PRIVATE KEY-----/, 'PEM RSA private key', 'text/plain', 'name'],
  [/^-----BEGIN EC PRIVATE KEY-----/, 'PEM EC private key', 'text/plain', 'name'],
  [/^-----BEGIN OPENSSH PRIVATE KEY-----/, 'OpenSSH private key', 'text/plain', 'name'],
  [/^-----BEGIN PGP MESSAGE-----/, 'PGP message', 'application/pgp-encrypted', 'name'],
  [/^-----BEGIN PGP PUBLIC KEY BLOCK-----/, 'PGP public key block', 'application/pgp-keys', 'name'],
  [/^-----BEGIN PGP SIGNATURE-----/, 'PGP signature', 'application/pgp-signature', 'name'],
  [/^ssh-rsa /, 'OpenSSH RSA public key', 'text/plain', 'name'],
  [/^ssh-ed25519 /, 'OpenSSH ED25519 public key', 'text/plain', 'name'],
  [/^ecdsa-sha2-nistp/, 'OpenSSH ECDSA public key', 'text/plain', 'name'],
  [/^\{\\rtf1\\ansi/, 'Rich Text Format data, version 1, ANSI', 'text/rtf', 'name'],
  [/^\{\\rtf1/, 'Rich Text Format data, version 1', 'text/rtf', 'name'],
  [
    /^%!PS-Adobe-3\.0 EPSF/,
    'PostScript document text conforming DSC level 3.0, type EPS',
    'application/postscript',
    'name',
  ],
  [/^%!PS-Adobe-3\.0/, 'PostScript document text conforming DSC level 3.0', 'application/postscript', 'name'],
  [/^%!/, 'PostScript document text', 'application/postscript', 'name'],
  [/^\\documentclass|\n\\documentclass/, 'LaTeX 2e document', 'text/x-tex'],
  [/^@echo off/i, 'DOS batch file', 'text/x-msdos-batch'],
  [/^\/\* XPM \*\//, 'X pixmap image text', 'image/x-xpixmap', 'name'],
  [/^# v[23] git bundle/, 'Git bundle', 'text/plain', 'name'],
  [/^\.(?:TH|SH|\\")/, 'troff or preprocessor input', 'text/troff'],
  [/^From: /, 'news or mail', 'message/rfc822'],
  [/^Received: /, 'RFC 822 mail', 'message/rfc822'],
  [/^Return-Path: /, 'SMTP mail', 'message/rfc822'],
  [/^import\s+java/m, 'Java source', 'text/x-java'],
  [
    /^package\s+[\w.]+;[^]*^\s*(?:public\s+)?(?:abstract\s+|final\s+)?(?:class|interface|enum)\s/m,
    'Java source',
    'text/x-java',
  ],
  [
    /^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|title|script|style|table|body\s|a\s+href=)[\s>]?/i,
    'HTML document',
    HTML,
  ],
  [/^package\s+[\w:]+;/m, 'Perl5 module source', 'text/plain'],
  [
    /^\s*["']use strict["']|^\s*import\s[^\n]*\sfrom\s+["']|^\s*(?:const|var|let)\s[^\n]*\brequire\(["']|^\s*module\.exports\b|^\s*export\s+(?:default|const|let|var|function|class|async)\b|^\s*export\s+[*{]|^\(function|^\$\(function/m,
    'JavaScript source',
    JAVASCRIPT,
  ],
  [/<!doctype\s+html|<(?:html|head|title|script|style|table|body\s|a\s+href=)[\s>]?/i, 'HTML document', HTML],
  [/^<!--/, 'exported SGML document', 'text/plain'],
  [
    /^\s*(?:def\s+\w+\s*\([^)\n]*\)\s*(?:->[^\n]*)?:|class\s+\w+(?:\([^)\n]*\))?:|from\s+[.\w]+\s+import\s|if __name__ ==|try:\s*$|except\b[^\n]*:\s*$)/m,
    'Python script',
    PYTHON,
    'executable',
  ],
  [/^"""/, 'Python script', 'text/plain', 'executable'],
  [
    /^#include\s*[<"](?:iostream|string|vector|map|memory|algorithm)[>"]|^\s*(?:using namespace|template\s*<|namespace\s+\w+\s*\{|virtual\s|class\s+\w+[^;\n]*\{|private:|public:|protected:)/m,
    'C++ source',
    'text/x-c++',
  ],
  [
    /^#\s*(?:include\s*[<"]|pragma\s|ifn?def\s)|^\s*(?:extern|struct|union)\s+\w|^[^"'#/\n]*\bmain\s*\(/m,
    'C source',
    'text/x-c',
  ],
  [/^\s*(?:CFLAGS|VPATH|LDFLAGS|all:|\.PRECIOUS|\.SUFFIXES|\.BEGIN)/m, 'makefile script', 'text/x-makefile'],
  [
    /^require\s+'|^\s*(?:class|module)\s+[A-Z]\w*[^:{\n]*\n[^]*^\s*end\b|^\s*def\s+[\w.?!]+[^:\n]*\n[^]*^\s*end\b/m,
    'Ruby script',
    'text/x-ruby',
  ],
  [/^\s*\((?:defun|defvar|defparameter|setq|if|let)\s/m, 'Lisp/Scheme program', 'text/x-lisp'],
]

/** How much of a text is looked at. */
const LOOKED_AT = 16_384
const CSV_LINES = 10

export function textKind(whole: string): TextKind | undefined {
  const json = jsonKind(whole)
  if (json !== undefined) return json
  const text = whole.slice(0, LOOKED_AT)
  if (text.startsWith('#!')) return scriptKind(text)
  if (isCsv(text)) return { name: 'CSV text', mime: 'text/csv', shows: 'name' }
  return ruleFor(KINDS, text)
}

function ruleFor(rules: readonly Rule[], text: string): TextKind | undefined {
  const rule = rules.find(([pattern]) => pattern.test(text))
  return rule && { name: rule[1], mime: rule[2], shows: rule[3] ?? 'text' }
}

function scriptKind(text: string): TextKind | undefined {
  const known = ruleFor(INTERPRETERS, text)
  if (known !== undefined) return known
  const line = /^#! *([^\n\r]+)/
    .exec(text)?.[1]
    ?.replace(/^\S*\/env +/, '')
    .trim()
  return line === undefined
    ? undefined
    : { name: `a ${line} script`, mime: 'text/plain', shows: 'executable' }
}

function jsonKind(text: string): TextKind | undefined {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed)) return undefined
  if (isJson(trimmed)) return { name: 'JSON text data', mime: 'application/json', shows: 'name' }
  const lines = trimmed.split('\n')
  if (lines.length < 2 || !lines.every((line) => /^\s*[[{]/.test(line) && isJson(line))) return undefined
  return { name: 'New Line Delimited JSON text data', mime: 'application/x-ndjson', shows: 'name' }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** At least three lines with as many commas each. */
function isCsv(text: string): boolean {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n/)
    .slice(0, CSV_LINES)
  if (lines.at(-1) === '') lines.pop()
  const counts = new Set(lines.map((line) => line.split(',').length))
  return lines.length > 2 && counts.size === 1 && !counts.has(1)
}
