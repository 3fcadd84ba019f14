import type { MakeOptions } from './make-options.ts'
import type { Variables } from './variables.ts'

/** GNU's, as far as makefiles count on them. */
const DEFAULTS: Readonly<Record<string, string>> = {
  SHELL: '/bin/sh',
  '.SHELLFLAGS': '-c',
  MAKE: 'make',
  MAKE_VERSION: '4.3',
  MAKE_HOST: 'x86_64-pc-linux-gnu',
  CC: 'cc',
  CXX: 'g++',
  AR: 'ar',
  ARFLAGS: 'rv',
  RM: 'rm -f',
  LEX: 'lex',
  YACC: 'yacc',
  '.RECIPEPREFIX': '',
  '.FEATURES': 'target-specific order-only else-if shortest-stem undefine oneshell',
}

export function initialVariables(
  variables: Variables,
  options: MakeOptions,
  environment: Readonly<Record<string, string>>,
): void {
  const simple = (
    name: string,
    value: string,
    origin: 'default' | 'file' | 'environment' | 'override',
  ): void => variables.set(name, { value, isRecursive: false, origin })
  for (const [name, value] of Object.entries(DEFAULTS)) simple(name, value, 'default')
  // The shell that started make does not choose the one of the recipes.
  const given = Object.entries(environment).filter(([name]) => name !== 'SHELL' && name !== 'MAKEFLAGS')
  for (const [name, value] of given) simple(name, value, options.environmentWins ? 'override' : 'environment')
  simple('CURDIR', options.folder, 'file')
  simple('MAKECMDGOALS', options.goals.join(' '), 'file')
  simple('MAKEFLAGS', options.inherited['MAKEFLAGS'] ?? '', 'file')
  simple('MAKELEVEL', String(Number(options.inherited['MAKELEVEL'] ?? 1) - 1), 'file')
  for (const assignment of options.assignments) {
    const [, name = '', operator = '=', value = ''] =
      /^([^\s=:+?!]+)\s*((?:::?|\+|\?|!)?=)\s*([^]*)$/.exec(assignment) ?? []
    variables.set(name, { value, isRecursive: operator === '=', origin: 'command line' })
  }
}
