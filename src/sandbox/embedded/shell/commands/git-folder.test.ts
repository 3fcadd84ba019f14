/** Archives and patches do not write inside git's folder, however it is spelled; the rest of them is unpacked. */
import { expect, it } from 'vitest'
import { runShell } from '../testing/run-shell.ts'

const PATCH =
  '--- /dev/null\n+++ b/.git/config\n@@ -0,0 +1 @@\n+evil\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n'
const FILES = {
  '/workspace/.git/config': 'kept\n',
  '/workspace/in/a': 'a\n',
  '/workspace/in/.GIT/config': 'x\n',
  '/workspace/in/.git/config': 'evil\n',
}

it.each([
  ['tar', 'tar cf x.tar -C in . && tar xf x.tar', 'a'],
  ['unzip', '(cd in && zip -qr ../x.zip .) && unzip -qo x.zip', 'a'],
  ['patch', 'patch -p1 < x.patch', 'new'],
])('%s', async (_, line, made) => {
  const { kernel, stdout, stderr } = await runShell(
    `${line}; echo "code $?"; cat .git/config ${made}; ls -d .GIT`,
    {
      files: { ...FILES, '/workspace/x.patch': PATCH },
    },
  )
  expect(kernel.vfs.readFile('/workspace/.git/config')).toEqual(new TextEncoder().encode('kept\n'))
  expect(kernel.vfs.lstat(`/workspace/${made}`).kind).toBe('file')
  expect(stdout + stderr).toMatch(/only git changes files under \.git/)
  expect(stdout).not.toContain('code 0')
  expect(stderr).toContain('.GIT')
})
