/** Facts that a long session has once, each with a question of a colleague who remembers what it is about, and not how it was said. */

export interface PlantedFact {
  readonly kind: 'number' | 'name' | 'decision' | 'failed' | 'correction'
  /** A sentence of the user. */
  readonly fact: string
  readonly question: string
}

type Told = readonly [fact: string, question: string]

const NUMBERS: readonly Told[] = [
  [
    'The preview server of the shop listens on 4173, and the firewall lets nothing else in.',
    'Which port does the preview server use?',
  ],
  ['Uploads above 12 MB are cut off by the proxy in front of us.', 'How large may an upload be?'],
  [
    'Our sandbox account at the payment provider ends in 8841.',
    'What are the last digits of the payment sandbox account?',
  ],
  [
    'The nightly export begins at 2:40 because the bank closes its books at half past two.',
    'When does the export start at night?',
  ],
  [
    'Give the webhook receiver 45 seconds; their side is slow on Mondays.',
    'How long do we wait for the webhook?',
  ],
  [
    'Invoices have to be kept for ten years, the auditor said so twice.',
    'For how long must an invoice be stored?',
  ],
  [
    'Redis has 256 megabytes on staging and not a byte more.',
    'How much memory does Redis get on the staging machine?',
  ],
  [
    'The rate limiter lets 30 calls a minute through for guests.',
    'How many requests may guests make before they are limited?',
  ],
]

const NAMES: readonly Told[] = [
  [
    'Marisol owns the warehouse interface; nobody else may change its contract.',
    'Who is responsible for the interface to the warehouse?',
  ],
  [
    'The old branch with the currency rounding is called lobster-soup.',
    'What was the branch for the rounding of currencies called?',
  ],
  ['Ask Thaddeus before you touch the tax tables.', 'Whom do I have to ask about changes of taxes?'],
  ['The staging database lives on a machine named kestrel.', 'On which host is the database for staging?'],
  ['Our contact at the printing company is Mrs. Okonkwo.', 'Who do we talk to at the printers?'],
  [
    'The design files are in a folder that is called Papaya, do not ask me why.',
    'Where are the designs kept?',
  ],
  [
    'The customer who reported the double charge is Brightwater Nurseries.',
    'Which customer was charged twice?',
  ],
  [
    'The feature flag for the new basket is named basket_v3_canary.',
    'Which flag switches the new basket on?',
  ],
]

const DECISIONS: readonly Told[] = [
  [
    'We agreed to store all amounts as whole cents and never as floating point.',
    'How did we agree to keep amounts of money?',
  ],
  [
    'The team voted for Vitest over Jest, mostly because of the watch mode.',
    'Which test runner did the team choose?',
  ],
  ['From now on translations are only merged on Fridays.', 'On which day do we merge translations?'],
  [
    'We will drop support for Internet Explorer with the spring release.',
    'When does support for old Explorer end?',
  ],
  [
    'Decided with legal: no e-mail addresses in the logs, hashed ones neither.',
    'What did legal say about addresses in log files?',
  ],
  [
    'Sessions of customers are to expire after a fortnight, not sooner.',
    'After what time should a customer session expire?',
  ],
  [
    'The admin pages stay server-rendered; only the storefront gets hydration.',
    'Do the pages for admins render on the server?',
  ],
  [
    'Release notes are written in the second person and without exclamation marks.',
    'In what style do we write notes for a release?',
  ],
]

const FAILED: readonly Told[] = [
  [
    'I tried to bundle the mail templates with esbuild, and it dropped the conditional comments.',
    'Why did bundling the templates for mails not work?',
  ],
  [
    'Upgrading the image library to version nine turned all transparent logos black.',
    'What went wrong with the upgrade of the image library?',
  ],
  [
    'Running the migrations in parallel deadlocked on the orders table.',
    'What happened when migrations ran in parallel?',
  ],
  [
    'Moving the search index to memory did not help: the garbage collector ate the gain.',
    'Did it help to hold the search index in memory?',
  ],
  [
    'A service worker for the checkout was a dead end, since Safari evicts it after a week.',
    'Why did we give up the service worker?',
  ],
  [
    'Retrying failed webhooks at once made the partner block our address.',
    'What came of retrying the webhooks immediately?',
  ],
  [
    'The virtual list in the product table broke the screen reader completely.',
    'What did the virtual list break?',
  ],
  ['Compressing the session cookie with brotli made it longer.', 'Was compression of the cookie any good?'],
]

const CORRECTIONS: readonly Told[] = [
  [
    'No, never run the formatter over vendored code, that diff was a nightmare.',
    'Should vendored files be formatted?',
  ],
  [
    'You got that wrong: discounts come off before tax, not after.',
    'Is a discount taken off before or after tax?',
  ],
  ['Please stop committing the lock file of the demo folder.', 'May the lock file of the demo be committed?'],
  [
    'I said it before, dates in the interface are day first, then the month.',
    'In which order do we show the parts of a date in the interface?',
  ],
  ['That is not a bug: negative stock is how the shop marks pre-orders.', 'What does negative stock mean?'],
  [
    'Do not mock the clock in those tests, inject it, as the rest of the suite does.',
    'How do we deal with the clock in tests?',
  ],
  [
    'The word is "basket" in all texts for customers; "cart" is American.',
    'Which word do customers read for a cart?',
  ],
  [
    'Wrong again, the staging key belongs in the vault and not in the pipeline.',
    'Where should the key for staging be?',
  ],
]

const of = (kind: PlantedFact['kind'], all: readonly Told[]): readonly PlantedFact[] =>
  all.map(([fact, question]) => ({ kind, fact, question }))

export const PLANTED_FACTS: readonly PlantedFact[] = [
  ...of('number', NUMBERS),
  ...of('name', NAMES),
  ...of('decision', DECISIONS),
  ...of('failed', FAILED),
  ...of('correction', CORRECTIONS),
]
