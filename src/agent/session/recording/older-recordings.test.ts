/** Recordings that were made before sessions had threads: they open, and are known by the hash that sessions have stored. */
import { readFile as readBytes } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { contentHash } from '../store/content-hash.ts'
import { readFile, writeFile } from './file-format.ts'
import { RECORDING } from './hostile-links-test-support.ts'
import { readLink, writeLink } from './link-format.ts'
import { recordingHash } from './recording.ts'

/** Events, the recording's hash, and that of its link. */
const DEMOS: Readonly<Record<string, readonly [events: number, recording: string, link: string]>> = {
  'add-a-feature': [
    141,
    'a152c77cea70b03a0803b8ca23a0b82fcd3f93f60ba323b190f6659319c5aede',
    '13ac8b7b8d8c7dcd225d1c0677873902e1628517bb693c8e20d1f0bcb7418bf5',
  ],
  'build-a-web-app': [
    118,
    'e777f66648c61099b74a932099645c6a0ebd342ac6bd3f0a13293aa297d8c986',
    'b6628fe262e0e8fc89a95569016228a4b7c7a4eaa503eef66b3c493d23c03032',
  ],
  'explore-a-repository': [
    109,
    '2899a78af6a884ea9ac003cebda2f0cc49db020c4e99da62c0090da8d3701c02',
    'ba4333dd3126e6094cc8e30f2031bd998d05689d67d4b9e146f603db54a366e5',
  ],
  'fix-a-failing-test': [
    143,
    'ea2000862057da9e113c3d3d2022c71f60ecdc8f2093b8b154a4784c6f14eb09',
    '7d101442b32698c321d5cfdd4bd54e2e649cdb799e9affba1b307181bf8cadef',
  ],
  'plan-mode': [
    112,
    '758d4e7e72124ff9f27b0d194df4f8326863a3404c738622ec72264863f17f8a',
    '5b197c2700c5e8f47abecd9dd03f66910647c4448c9c7d153ba96573f605179c',
  ],
  rewind: [
    131,
    'a772701a051fb23099d22ca619ce8975fcad979d8cf6108d7d954508a041bd2f',
    '731e8221b25f39c26c824e28134c2bd0659a98469fea9d2807bc1089db1bf3a8',
  ],
}

/** `RECORDING`, as a link was written before there were threads. */
const LINK =
  '17VXBbsIwDP2VKOcKDbEN0eMOk7ijXSaETGsgIyRV4m5MCGmfsdt-cZ8wp4VCBwgqjlsPbezaz3aeE68kZJmMZVtGkhRp5PWjWgqaocjAeXT8A0jG7UjiKxryMn5eSXrPgqVH75U1o8QhEKZsqu30CV1QFi4MXolFjAKq27upnnVUobncjDyBK5FY6qdBy-uFTVHzOtGQp7hRsJziBHJNW9xOdw-NcEkjdiMIpeWuRAvCWNtkLuObSHJWvX_fi307x3yBW4BZMzQqbU8CJNYQN5CMa2GDffjEsi-4i9K9zhMT5TxFAkyhNeJtBiQS0NoLRS25vryU8RXb8Od9uw1prwOco33AfHtkxoGsE8oLgjlzPWEBhMkXY3Qt8f31-SEGgX424AZoRH7yuyB-NyqoDnCuoBOpzZSZKzM9TC9cdrX07q_0b982rK-OcKS-Tezgs13yeS3ICMe1oq_FFl5NDTB0MR-a0BTu9V0Wm818cDZ0gz16xYeBgSY9GBeEbqEMFBPDLjKN5UQJkXh83e2ghpG04xdMiqk2XP8A50e42659'

const hashOf = (data: Uint8Array) => contentHash(data.slice())

describe('a recording without threads', () => {
  it.each(Object.entries(DEMOS))('opens and is written as before: %s', async (name, [count, hash, link]) => {
    const data = new Uint8Array(await readBytes(`public/demos/${name}.vivarium`))
    const recording = await value(readFile(data))
    expect([recording.events.length, recording.threads]).toEqual([count, []])
    expect(await recordingHash(recording)).toBe(hash)
    expect(await hashOf(writeFile(recording))).toBe(await hashOf(data))
    expect(await hashOf(new TextEncoder().encode(await writeLink(recording)))).toBe(link)
  })

  it('opens from a link of then, and makes the same', async () => {
    expect(await value(readLink(LINK))).toEqual(RECORDING)
    expect(await writeLink(RECORDING)).toBe(LINK)
    expect(await recordingHash(RECORDING)).toBe(
      '66f65e6389de2e4d8f888e90b060dc0bcc26b533c396aecd97ff335217a13d3d',
    )
  })
})
