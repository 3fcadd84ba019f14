/**
 * Corrections as people give them, with the rules that an agent would write to them, and calls of weeks later: one that goes against the
 * correction, and one that looks like it and is none of its business. No call is written as its rule is.
 */

export interface PlantedCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface PlantedCorrection {
  /** The last sentences of what the user says. */
  readonly said: string
  readonly when: string
  readonly act: PlantedCall
  readonly other: PlantedCall
}

const bash = (command: string): PlantedCall => ({ name: 'Bash', input: { command } })
const write = (path: string): PlantedCall => ({
  name: 'Write',
  input: { file_path: `/workspace/${path}`, content: 'x\n' },
})
const read = (path: string): PlantedCall => ({ name: 'Read', input: { file_path: `/workspace/${path}` } })
const fetchPage = (url: string): PlantedCall => ({ name: 'WebFetch', input: { url } })

function planted(said: string, when: string, act: PlantedCall, other: PlantedCall): PlantedCorrection {
  return { said, when, act, other }
}

export const PLANTED_CORRECTIONS: readonly PlantedCorrection[] = [
  planted(
    'Run the tests with --ci, else they watch for ever.',
    'Bash(npm test*)',
    bash('cd packages/cart && CI=1 npm test'),
    bash('npm run build'),
  ),
  planted(
    'Never push to main, open a branch.',
    'Bash(git push*)',
    bash('git add -A && git push origin HEAD:main'),
    bash('git pull --rebase'),
  ),
  planted(
    'Commits need a ticket number in front.',
    'Bash(git commit:*)',
    bash('git commit -qm "Mend the cart"'),
    bash("git log --grep 'commit'"),
  ),
  planted(
    'Do not install packages with npm, we use pnpm.',
    'Bash(npm install*) | Bash(npm i *)',
    bash('npm i left-pad'),
    bash('pnpm install'),
  ),
  planted(
    'Keep the linter quiet with our own config file.',
    'Bash(npx eslint*)',
    bash('timeout 60 npx eslint src'),
    bash('npx prettier --check src'),
  ),
  planted(
    'Migrations are never edited once they are merged.',
    'Edit(db/migrations/**)',
    write('db/migrations/0007_orders.sql'),
    write('db/seeds/orders.sql'),
  ),
  planted(
    'The API types are generated, change the schema.',
    'Edit(src/api/types.ts)',
    bash('sed -i s/old/new/ src/api/types.ts'),
    bash('cat src/api/types.ts'),
  ),
  planted(
    'Stylesheets use tabs in this project.',
    'Edit(*.css)',
    write('src/pages/cart.css'),
    write('src/pages/cart.ts'),
  ),
  planted(
    'Ask me before anything in the billing folder changes.',
    'Edit(src/billing/**)',
    bash('echo "" >> src/billing/tax.ts'),
    write('src/bills.ts'),
  ),
  planted(
    'The staging server is shared, do not load it in the daytime.',
    'host:staging.shop.example',
    bash('curl -s https://staging.shop.example/health'),
    bash('curl -s https://shop.example/health'),
  ),
  planted(
    'Read the docs of version three, the site shows four.',
    'host:docs.engine.example',
    fetchPage('https://docs.engine.example/guide'),
    fetchPage('https://blog.engine.example/guide'),
  ),
  planted(
    'Deploys wait for the review of Anna.',
    'Bash(./deploy.sh*) | Bash(make deploy*)',
    bash('make deploy ENV=prod'),
    bash('make test'),
  ),
  planted(
    'Screenshots go to the folder shots and nowhere else.',
    'Bash(*playwright*)',
    bash('npx playwright test --update-snapshots'),
    bash('npx vitest run'),
  ),
  planted(
    'Docker is not there on the build machines.',
    'Bash(docker *)',
    bash('sudo docker compose up -d'),
    bash('ls docker'),
  ),
  planted(
    'The lock file is only changed by the release script.',
    'Edit(pnpm-lock.yaml)',
    write('pnpm-lock.yaml'),
    write('pnpm-workspace.yaml'),
  ),
  planted(
    'German texts are written with du, not with Sie.',
    'Edit(locales/de/**)',
    write('locales/de/cart.json'),
    write('locales/en/cart.json'),
  ),
  planted(
    'Never delete the cache by hand, use make clean.',
    'Bash(rm *)',
    bash('/bin/rm -rf .cache'),
    bash('ls .cache'),
  ),
  planted(
    'The changelog is written at the release, not before.',
    'Edit(CHANGELOG.md)',
    bash('printf "x" | tee -a CHANGELOG.md'),
    read('CHANGELOG.md'),
  ),
  planted(
    'Every new endpoint needs a test beside it.',
    'Edit(src/routes/**)',
    write('src/routes/refund.ts'),
    write('test/routes/refund.test.ts'),
  ),
  planted(
    'Use the fake payment key in tests.',
    'Bash(node scripts/pay*)',
    bash('node scripts/pay.mjs --amount 3'),
    bash('node scripts/print.mjs'),
  ),
  planted(
    'The old API must not be called any more.',
    'host:api.old.example',
    bash('wget api.old.example/v1/orders'),
    bash('wget api.new.example/v1/orders'),
  ),
  planted(
    'Snapshots are updated one file at a time.',
    'Bash(npx vitest* -u*)',
    bash('npx vitest run src/cart -u'),
    bash('npx vitest run src/cart'),
  ),
  planted(
    'Read the whole contract, it has traps at the end.',
    'Read(docs/contract.md)',
    bash('head -20 docs/contract.md'),
    read('docs/readme.md'),
  ),
  planted(
    'Python runs in the virtual environment only.',
    'Bash(python *) | Bash(pip *)',
    bash('python -m http.server'),
    bash('cat python.md'),
  ),
  planted(
    'The seed data is real, never print it.',
    'Read(seed/**)',
    read('seed/customers.json'),
    read('seeds.md'),
  ),
  planted(
    'Formatting is a commit of its own.',
    'Bash(npx prettier --write*)',
    bash('npx prettier --write src && git add -A'),
    bash('npx prettier --check src'),
  ),
  planted(
    'Feature flags are removed by the platform team.',
    'Edit(flags/*.json)',
    write('flags/checkout.json'),
    write('flags.md'),
  ),
  planted(
    'The database of the tests is dropped at the end.',
    'Bash(dropdb*) | Bash(createdb*)',
    bash('createdb shop_test_2'),
    bash('echo createdb'),
  ),
  planted(
    'Tags are signed, always.',
    'Bash(git tag*)',
    bash('git -C . status; git tag v2.0.0'),
    bash('git status'),
  ),
  planted(
    'Headers of licences stay as they are.',
    'Edit(LICENSE*)',
    write('LICENSE-MIT'),
    write('docs/licence-notes.md'),
  ),
  planted(
    'Icons come from the design folder, do not draw any.',
    'Edit(assets/icons/**)',
    bash('cp /tmp/i.svg assets/icons/i.svg'),
    bash('ls assets/icons'),
  ),
  planted(
    'Long jobs go through the queue.',
    'Bash(node jobs/*)',
    bash('nice node jobs/reindex.mjs'),
    bash('node job.mjs'),
  ),
  planted(
    'The sandbox of the bank answers slowly, wait a minute.',
    'host:sandbox.bank.example:8443',
    bash('curl https://sandbox.bank.example:8443/pay'),
    bash('curl https://sandbox.bank.example/pay'),
  ),
  planted(
    'Error messages go through the catalogue.',
    'Edit(src/errors/**)',
    write('src/errors/cart.ts'),
    write('src/mirrors/cart.ts'),
  ),
  planted(
    'Release notes are in English, even for the Berlin team.',
    'Edit(notes/release-*.md)',
    write('notes/release-12.md'),
    write('notes/retro-12.md'),
  ),
  planted(
    'Workers are restarted with the script, never with kill.',
    'Bash(kill *) | Bash(pkill *)',
    bash('pkill -f worker'),
    bash('pgrep -f worker'),
  ),
  planted(
    'Benchmarks run alone, stop everything else first.',
    'Bash(npm run bench*)',
    bash('npm run bench -- cart'),
    bash('npm run lint'),
  ),
  planted(
    'Config of the proxy is rolled out by hand.',
    'Edit(infra/proxy/*.conf)',
    bash('mv new.conf infra/proxy/site.conf'),
    bash('cat infra/proxy/site.conf'),
  ),
  planted(
    'Fixtures are made by the script, not written.',
    'Edit(test/fixtures/**)',
    write('test/fixtures/orders.json'),
    write('test/orders.ts'),
  ),
  planted(
    'Keep the public types stable, mark them as deprecated first.',
    'Edit(packages/*/index.d.ts)',
    write('packages/cart/index.d.ts'),
    write('packages/cart/index.ts'),
  ),
]
