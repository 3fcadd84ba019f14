import { describe, expect, it } from 'vitest'
import type { PreviewRequest } from '../page/preview-messages.ts'
import { answerPreview } from '../page/site-answer.ts'
import { siteFiles } from './preview.ts'
import { WithheldOpenings } from './process/withheld-openings.ts'
import { createStandardVfs } from './vfs/standard-tree.ts'

function setUp(files: Readonly<Record<string, string>>) {
  const vfs = createStandardVfs()
  for (const [path, content] of Object.entries(files)) {
    vfs.mkdir(path.slice(0, path.lastIndexOf('/')), 0o755, true)
    vfs.writeFile(path, new TextEncoder().encode(content))
  }
  const openings = new WithheldOpenings(vfs)
  const site = siteFiles(vfs, (node) => openings.withheldPath(node))
  const ask = async (request: Omit<PreviewRequest, 'type'>) => {
    const { status, contentType, body } = await answerPreview(site, { type: 'preview', ...request })
    return [status, contentType, new TextDecoder().decode(body)]
  }
  return { vfs, ask }
}

const HTML = 'text/html; charset=utf-8'

describe('the preview of files', () => {
  it('serves them with their type, and a folder by its index', async () => {
    const { ask } = setUp({
      '/workspace/site/index.html': '<p>hi',
      '/workspace/a b.CSS': 'p{}',
      '/workspace/x': '?',
    })
    expect(
      await Promise.all([
        ask({ path: '/site/' }),
        ask({ path: '/site/index.html' }),
        ask({ path: '/a b.CSS' }),
        ask({ path: '/x' }),
      ]),
    ).toEqual([
      [200, HTML, '<p>hi'],
      [200, HTML, '<p>hi'],
      [200, 'text/css; charset=utf-8', 'p{}'],
      [200, 'application/octet-stream', '?'],
    ])
  })

  it('serves no file with secrets to a page, by whatever name', async () => {
    const { vfs, ask } = setUp({
      '/workspace/.env': 'PIN=4711',
      '/workspace/.env.example': 'PIN=',
      '/workspace/x.html': "<script>fetch('.env')</script>",
    })
    vfs.symlink('.env', '/workspace/link.txt')
    vfs.link('/workspace/.env', '/workspace/hard.txt')
    for (const path of ['/.env', '/link.txt', '/hard.txt', '/x.html/../.env'])
      expect(await ask({ path })).toEqual([403, HTML, expect.not.stringContaining('4711')])
    expect(await ask({ path: '/.env', page: '/x.html' })).toEqual([403, HTML, expect.anything()])
    expect(await ask({ path: '/.env.example' })).toEqual([200, 'application/octet-stream', 'PIN='])
  })

  it('looks for absolute addresses beside the page and above it', async () => {
    const { ask } = setUp({
      '/workspace/dist/app/index.html': '',
      '/workspace/dist/assets/x.js': 'of dist',
      '/workspace/assets/x.js': 'of root',
      '/workspace/assets/y.js': 'only of root',
    })
    const page = '/dist/app/index.html'
    expect([
      (await ask({ path: '/assets/x.js', page }))[2],
      (await ask({ path: '/assets/y.js', page }))[2],
    ]).toEqual(['of dist', 'only of root'])
    expect((await ask({ path: '/assets/x.js', page: '/dist/' }))[2]).toBe('of dist')
  })

  it('sends a folder without its slash to the one with it, and lists one without an index', async () => {
    const { ask } = setUp({ '/workspace/site/<b>&.html': '' })
    expect([(await ask({ path: '/site' }))[2], (await ask({ path: '/site/' }))[2]]).toEqual([
      '<!doctype html><meta charset="utf-8"><script>location.replace(location.pathname + "/" + location.search)</script>',
      '<!doctype html><meta charset="utf-8"><h1>site</h1><p>No index.html here.<ul><li><a href="./%3Cb%3E%26.html">&#60;b&#62;&#38;.html</a></ul>',
    ])
  })

  it('stays in the workspace and says what is missing without running it', async () => {
    const { vfs, ask } = setUp({ '/home/user/private': 'private' })
    vfs.symlink('/workspace/loop', '/workspace/loop')
    expect(
      await Promise.all([
        ask({ path: '/../home/user/private' }),
        ask({ path: '/<script>' }),
        ask({ path: '/loop' }),
      ]),
    ).toEqual([
      [
        404,
        HTML,
        '<!doctype html><meta charset="utf-8"><p>There is no /../home/user/private in the workspace.',
      ],
      [404, HTML, '<!doctype html><meta charset="utf-8"><p>There is no /&#60;script&#62; in the workspace.'],
      [404, HTML, '<!doctype html><meta charset="utf-8"><p>There is no /loop in the workspace.'],
    ])
  })
})
