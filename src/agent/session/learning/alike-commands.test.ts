import { expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { sameAs } from './alike-commands.ts'

it.each([
  ['npm test', 'pnpm test'],
  ['npm test', 'cd app && npx vitest run'],
  ['pytest', 'python3 -m pytest -x'],
  ['npm run lint', 'npx eslint .'],
  ['npm run seed', 'pnpm seed'],
  ['npm install', 'pnpm install --frozen-lockfile'],
  ['npx prisma migrate dev', 'pnpm exec prisma migrate reset'],
  ['python setup.py', 'python3 setup.py --user'],
  ['git push', 'git push --force-with-lease'],
  ['cd a && docker run x', 'sudo docker run -it x'],
  ['npm install && npm run seed', 'pnpm install && pnpm run seed'],
])('"%s" is done by "%s", too', (failed, passed) => {
  expect(sameAs(failed)(passed)).toBe(true)
})

it.each([
  ['npm test', 'npm run build'],
  ['npm run build && npm test', 'npm run build'],
  ['npm test', 'pnpm test || true'],
  ['npm test', 'pnpm test | tail'],
  ['npm run seed', 'pnpm run unseed'],
  ['npm install && npm run seed', 'pnpm install'],
  ['npx prisma migrate dev', 'npx eslint-config x'],
  ['git push', 'git pull'],
  ['git push', 'git push | cat'],
  ['node a.js', 'node b.js'],
  ['cd app', 'cd app && ls'],
  ['date', 'date'],
  ['', ''],
])('"%s" is not done by "%s"', (failed, passed) => {
  expect(sameAs(failed)(passed)).toBe(false)
})

it('takes linear time for long lines', { timeout: patience(5_000) }, () => {
  for (const unit of ['npx ', 'sudo npx -y ', 'a && ', '"', '$(', 'bash -c "', '<<x\n']) {
    const line = unit.repeat(50_000)
    expect(sameAs(line)(`${line}x`)).toBe(sameAs(line)(`${line}x`))
  }
})
