import { describe, expect, it } from 'vitest'
import {
  hasOwnBuild,
  installArguments,
  nativePackage,
  NATIVE_PACKAGES,
  replacementFor,
  splitRequest,
} from './native-packages.ts'

describe('native packages', () => {
  it('are told from the rest of what is asked for', () => {
    expect(
      ['bcrypt', '@esbuild/linux-x64/bin/esbuild', 'a/b/c', './a', '/a', '#a', '@a', 'node:fs'].map(
        splitRequest,
      ),
    ).toEqual([
      { name: 'bcrypt', rest: '' },
      { name: '@esbuild/linux-x64', rest: '/bin/esbuild' },
      { name: 'a', rest: '/b/c' },
      undefined,
      undefined,
      undefined,
      undefined,
      { name: 'node:fs', rest: '' },
    ])
  })

  it('stand once in the table', () => {
    const names = NATIVE_PACKAGES.flatMap((entry) => entry.names)
    expect(new Set(names).size).toBe(names.length)
  })

  const of = (name: string, version: string) => {
    const entry = nativePackage(name)
    return entry && replacementFor(entry, version, '/p/node_modules')
  }

  it('are replaced in the same version, or in the one before it where that was not published', () => {
    expect(of('@rollup/rollup-linux-x64-musl', '4.9.2')).toEqual({
      project: '/p/node_modules/.vivarium',
      alias: 'rollup-wasm-node-4.9.2',
      spec: 'rollup-wasm-node-4.9.2@npm:@rollup/wasm-node@>=4.9.0 <=4.9.2',
    })
    expect(of('sass-embedded', '1.80.0-beta.1')?.spec).toBe('sass-1.80.0-beta.1@npm:sass@1.80.0-beta.1')
    expect(of('bcrypt', '6.0.0')?.spec).toBe('bcryptjs-2.4.3@npm:bcryptjs@^2.4.3')
    expect(of('express', '4.0.0')).toBeUndefined()
  })

  it('stay as they are where the package has brought its own WebAssembly', () => {
    const native = '@unrs/resolver-binding-linux-x64-gnu'
    const entry = nativePackage(native)
    const listed = { [native]: '1.11.0', '@unrs/resolver-binding-wasm32-wasi': '1.11.0' }
    expect(entry && [hasOwnBuild(entry, listed), hasOwnBuild(entry, { [native]: '1.13.0' })]).toEqual([
      true,
      false,
    ])
    expect(of(native, '1.13.0')?.spec).toBe(
      'unrs-resolver-binding-wasm32-wasi-1.11.0@npm:@unrs/resolver-binding-wasm32-wasi@^1.11.0',
    )
  })

  it('are installed into a project of their own, all at once', () => {
    expect(installArguments('/p/node_modules/.vivarium', ['a@npm:b@1', 'c@npm:d@2'])).toEqual([
      'install',
      '--prefix=/p/node_modules/.vivarium',
      expect.any(String),
      expect.any(String),
      expect.any(String),
      expect.any(String),
      expect.any(String),
      '--force',
      'a@npm:b@1',
      'c@npm:d@2',
    ])
  })
})
