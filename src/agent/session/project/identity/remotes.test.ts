import { describe, expect, it } from 'vitest'
import { remotesIn } from './remotes.ts'

const config = (...urls: string[]) => urls.map((url, at) => `[remote "r${at}"]\n\turl = ${url}\n`).join('')

describe('remotes of a Git configuration', () => {
  it('are the same by every protocol, without who asks', () => {
    for (const url of [
      'https://github.com/Foo/Bar.git',
      'https://me:secret@github.com/foo/bar',
      'http://github.com/foo/bar/',
      'git@github.com:foo/bar.git',
      'github.com:foo/bar',
      'ssh://git@github.com:22/foo/bar.git',
      'git://github.com/foo/bar.git?token=x#y',
      '"https://github.com/foo/bar"',
    ])
      expect(remotesIn(config(url)), url).toEqual(['github.com/foo/bar'])
  })

  it('are those of sections of that name alone, and none by a path of this machine', () => {
    const text = `${config('/home/me/x', '../x', 'file:///home/me/x', 'C:\\repo', '', 'https://a.example/z')}
[core]
	url = https://core.example/x
[submodule "s"]
	url = https://sub.example/x
[REMOTE "up"]
	fetch = +refs/*:refs/*
	URL=https://b.example/y
`
    expect(remotesIn(text)).toEqual(['a.example/z', 'b.example/y'])
    expect(remotesIn('\0\u{1F600}[remote "')).toEqual([])
  })
})
