/** How secrets look: formats of vendors, by what they begin with; and the words that one stands behind. */

export interface SecretFormat {
  readonly name: string
  /**
   * Its possible beginnings, in lower case: text that may still become one is held back until more has
   * come.
   */
  readonly starts: readonly string[]
  /** Without flags and boundaries. No secret of a format has white space in it. */
  readonly pattern: string
  /** Finds a part of each such secret, in linear time, where `pattern` by itself takes longer on hostile text. */
  readonly seen?: string
}

function format(name: string, starts: string, pattern: string): SecretFormat {
  return { name, starts: starts.split(' '), pattern }
}

/** Letters, digits, `_` and `-`, at least so many. */
const word = (least: number) => `[A-Za-z0-9_-]{${least},}`
const plain = (least: number) => `[A-Za-z0-9]{${least},}`

/** Longer than a limit is still the same secret: the tail must not be left standing. */
export const SECRET_FORMATS: readonly SecretFormat[] = [
  format('Anthropic', 'sk-ant-', `sk-ant-${word(8)}`),
  format('OpenAI', 'sk-', `sk-(?!ant-)${word(10)}`),
  format('Stripe secret key', 'sk_live_ sk_test_', `sk_(?:live|test)_${plain(10)}`),
  format('Stripe restricted key', 'rk_live_ rk_test_', `rk_(?:live|test)_${plain(10)}`),
  format('Stripe webhook', 'whsec_', `whsec_[A-Za-z0-9+/=]{16,}`),
  format('GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', `gh[pousr]_${word(10)}`),
  format('GitHub fine-grained token', 'github_pat_', `github_pat_${word(10)}`),
  format('GitLab personal token', 'glpat-', `glpat-${word(10)}`),
  format('GitLab deploy token', 'gldt-', `gldt-${word(10)}`),
  format('GitLab runner token', 'glrt- gr1348941', `(?:glrt-|GR1348941)${word(10)}`),
  format('GitLab trigger token', 'glptt-', `glptt-${word(10)}`),
  format('GitLab application secret', 'gloas-', `gloas-${word(10)}`),
  format(
    'GitLab feed or agent token',
    'glft- glagent- glcbt- glimt- glsoat-',
    `gl(?:ft|agent|cbt|imt|soat)-${word(10)}`,
  ),
  format('AWS access key', 'akia asia abia acca', `(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}`),
  format('AWS Bedrock key', 'absk', `ABSK[A-Za-z0-9+/=]{40,}`),
  format('Google API key', 'aiza', `AIza${word(30)}`),
  format('Google OAuth token', 'ya29.', `ya29\\.${word(16)}`),
  format('Google OAuth secret', 'gocspx-', `GOCSPX-${word(16)}`),
  format(
    'Slack token',
    'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo- xoxc- xoxd-',
    `xox[a-z]-[A-Za-z0-9%-]{10,}`,
  ),
  format('Slack app token', 'xapp-', `xapp-${word(10)}`),
  format('Slack rotating token', 'xoxe.', `xoxe\\.[A-Za-z0-9.-]{10,}`),
  format(
    'Slack webhook',
    'https://hooks.slack.com/',
    `https://hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{16,}`,
  ),
  format(
    'Discord webhook',
    'https://discord.com/api/webhooks/ https://discordapp.com/api/webhooks/',
    `https://discord(?:app)?\\.com/api/webhooks/\\d+/${word(16)}`,
  ),
  format(
    'Teams webhook',
    'https://outlook.office.com/webhook/',
    `https://outlook\\.office\\.com/webhook/[A-Za-z0-9@/_-]{16,}`,
  ),
  format('npm token', 'npm_', `npm_${plain(20)}`),
  format('PyPI token', 'pypi-', `pypi-${word(16)}`),
  format('RubyGems key', 'rubygems_', `rubygems_[a-f0-9]{24,}`),
  format('crates.io token', 'cio', `cio${plain(32)}`),
  format('Docker token', 'dckr_pat_ dckr_oat_', `dckr_[po]at_${word(16)}`),
  format('Hugging Face token', 'hf_ api_org_', `(?:hf_|api_org_)${plain(20)}`),
  format('Replicate token', 'r8_', `r8_${plain(20)}`),
  format('Groq key', 'gsk_', `gsk_${plain(20)}`),
  format('xAI key', 'xai-', `xai-${word(20)}`),
  format('Perplexity key', 'pplx-', `pplx-${plain(20)}`),
  format('Fireworks key', 'fw_', `fw_${plain(20)}`),
  format('NVIDIA key', 'nvapi-', `nvapi-${word(20)}`),
  format('Tavily key', 'tvly-', `tvly-${word(16)}`),
  format('LangSmith key', 'lsv2_', `lsv2_(?:pt|sk)_${word(16)}`),
  format('SendGrid key', 'sg.', `SG\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}`),
  format('Mailgun key', 'key-', `key-[a-f0-9]{28,}`),
  format('Mailchimp webhook key', 'md-', `md-${word(20)}`),
  format('Brevo key', 'xkeysib-', `xkeysib-${word(20)}`),
  format('Resend key', 're_', `re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{16,}`),
  format('Twilio key', 'sk', `SK[a-f0-9]{32,}`),
  format('Square token', 'sq0atp- sq0csp- eaaa', `(?:sq0(?:atp|csp)-${word(20)}|EAAA${word(50)})`),
  format(
    'PayPal token',
    'access_token$production$ access_token$sandbox$',
    `access_token\\$(?:production|sandbox)\\$[a-z0-9$]{16,}`,
  ),
  format('Shopify token', 'shpat_ shpca_ shppa_ shpss_', `shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}`),
  format('DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', `do[opr]_v1_[a-f0-9]{32,}`),
  format('Heroku key', 'hrku-', `HRKU-${word(20)}`),
  format('Fly.io token', 'fo1_ fm1_ fm2_', `(?:fo1|fm[12])_[A-Za-z0-9+/=_-]{20,}`),
  format('Netlify token', 'nfp_', `nfp_${plain(20)}`),
  format('Vercel token', 'vercel_ vck_', `(?:vercel_[a-z]*_?|vck_)${plain(20)}`),
  format('Supabase token', 'sbp_ sb_secret_', `(?:sbp_[a-f0-9]{32,}|sb_secret_${word(16)})`),
  format('PlanetScale token', 'pscale_', `pscale_(?:tkn|pw|oauth)_${word(16)}`),
  format('Databricks token', 'dapi', `dapi[a-f0-9]{28,}`),
  format('Grafana token', 'glsa_ glc_ eyjrijoi', `(?:glsa_${word(20)}|glc_[A-Za-z0-9+/=]{24,})`),
  format('New Relic key', 'nrak- nrii- nrjs- nraa-', `NR(?:AK|II|JS|AA)-${word(16)}`),
  format('Sentry token', 'sntrys_ sntryu_', `sntry[su]_[A-Za-z0-9+/=_-]{20,}`),
  format('Dynatrace token', 'dt0c01. dt0s16.', `dt0[a-z]\\d{2}\\.[A-Z0-9]{16,}\\.[A-Z0-9]{32,}`),
  format('Postman key', 'pmak-', `PMAK-${word(20)}`),
  format('Linear key', 'lin_api_ lin_oauth_', `lin_(?:api|oauth)_${plain(20)}`),
  format('Notion token', 'ntn_ secret_', `(?:ntn_${plain(30)}|secret_[A-Za-z0-9]{43,})`),
  format('Airtable token', 'pat', `pat[A-Za-z0-9]{14}\\.[a-f0-9]{40,}`),
  format('Atlassian token', 'atatt3', `ATATT3[A-Za-z0-9_=-]{20,}`),
  format('Bitbucket token', 'atbb atctt3', `(?:ATBB|ATCTT3)[A-Za-z0-9_=-]{20,}`),
  format('Figma token', 'figd_ figo_', `fig[do]_${word(20)}`),
  format(
    'Doppler token',
    'dp.pt. dp.st. dp.ct. dp.sa.',
    `dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{20,}`,
  ),
  format('HashiCorp Vault token', 'hvs. hvb. hvr.', `hv[sbr]\\.${word(20)}`),
  format('Terraform token', '', `[A-Za-z0-9]{14}\\.atlasv1\\.${word(30)}`),
  format('Pulumi token', 'pul-', `pul-[a-f0-9]{32,}`),
  format('1Password token', 'ops_ey', `ops_ey[A-Za-z0-9+/=_-]{30,}`),
  format('age key', 'age-secret-key-1', `AGE-SECRET-KEY-1[A-Z0-9]{40,}`),
  format('Cloudflare token', 'v1.0-', `v1\\.0-[a-f0-9]{24}-[a-f0-9]{64,}`),
  format('Telegram bot token', '', `\\d{8,10}:AA[A-Za-z0-9_-]{30,}`),
  format('EasyPost key', 'ezak ezTK', `EZ[AT]K${plain(40)}`),
  format('Duffel token', 'duffel_', `duffel_(?:test|live)_${word(30)}`),
  format('Contentful token', 'cfpat-', `CFPAT-${word(30)}`),
  format('ReadMe key', 'rdme_', `rdme_[a-z0-9]{40,}`),
  format('Prefect token', 'pnu_', `pnu_${plain(30)}`),
  format('Artifactory token', 'akcp', `AKCp${plain(30)}`),
  format('Clojars token', 'clojars_', `CLOJARS_[a-z0-9]{40,}`),
  format('Azure storage key', 'accountkey=', `AccountKey=[A-Za-z0-9+/=]{40,}`),
  {
    ...format('JSON Web Token', 'eyj', `eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?`),
    // Backwards from the dot: a run without one costs nothing.
    seen: `(?<=(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,})\\.[A-Za-z0-9_-]{8,}`,
  },
]

/**
 * A format begins where a word does, or `task-list` and `disk-usage` would be cut. The lookahead is what all of them begin
 * with: without it every character would be tried by each.
 */
const AT_WORD = '(?<![A-Za-z0-9])(?=[A-Za-z0-9][A-Za-z0-9._-]{3})'
/** Matches each of `patterns` at the beginning of a word. */
const atWord = (patterns: readonly string[]) => `${AT_WORD}(?:${patterns.join('|')})`
export const FORMAT_AT_WORD = atWord(SECRET_FORMATS.map(({ pattern }) => pattern))
/** The same, but of a JSON Web Token its beginning only, as the group `token`: the caller looks for the end once a run. */
export const FORMAT_OR_TOKEN_BEGUN = atWord(
  SECRET_FORMATS.map(({ pattern, seen }) => (seen === undefined ? pattern : '(?<token>eyJ)')),
)
export const TOKEN_RUN = /[A-Za-z0-9_-]*/y
/** Follows the first run of a token. */
export const TOKEN_REST = /\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/y

/** `scheme://user:password@`; the scheme and the host stay. */
export const URL_PASSWORD = String.raw`(?<=[a-z][a-z0-9+.-]{1,20}://)[^\s/@:'"]*:[^\s/@'"]{3,}(?=@)`
/** End of a text that may become one: a scheme, and no `/` or `@` since. */
export const URL_BEGUN = /[a-z][a-z0-9+.-]{1,20}:\/{0,2}[^\s/@'"]*$/i

const NAME_CHAR = '[A-Za-z0-9_.-]'
const SECRET_WORD =
  'api[_-]?key|apikey|secret|token|passw(?:or)?d|passwd|pwd|credential|private[_-]?key|access[_-]?key|auth|client[_-]?id|signing|encryption[_-]?key'
/** Characters before and behind the word that makes a name one of a secret. */
const NAME_PART = 64
/** Characters of the longest name: both parts, and the longest word between them. */
const MOST_NAME_CHARS = 2 * NAME_PART + 'encryption_key'.length
const NAME_BEFORE = `${NAME_CHAR}{0,${NAME_PART}}?(?:${SECRET_WORD})`
const NAME = `(?<!${NAME_CHAR})${NAME_BEFORE}${NAME_CHAR}{0,${NAME_PART}}`
const QUOTE = '["\'\\u0060]?'
const IS = String.raw`(?:=>|:=|[=:])`
const BETWEEN = String.raw`${QUOTE}[ \t]{0,4}${IS}[ \t]{0,4}${QUOTE}`
const VALUE_CHAR = '[A-Za-z0-9+/=_.~!@#$%^&*-]'

/**
 * A name that says so, then `=` or `:`, then a value. The value is judged by `looksRandom`. The first lookahead passes over
 * names that nothing is assigned to; the second takes the rest of a name at once, so that it is not tried by every length. Groups
 * without names: an object of names for each of a hundred thousand matches takes longer than the search.
 */
export const ASSIGNED = `(?<!${NAME_CHAR})(?=${NAME_CHAR}{3,${MOST_NAME_CHARS}}${BETWEEN}${VALUE_CHAR}{8})${NAME_BEFORE}(?=(${NAME_CHAR}{0,${NAME_PART}}))\\1${BETWEEN}(${VALUE_CHAR}{8,})`
/**
 * Authentication by a header: the scheme, then the secret. The lookahead spares spaces, of which there may be many,
 * the look back over those before them.
 */
export const HEADER = String.raw`(?=[A-Za-z0-9+/=_.~-])(?<=\b(?:bearer|basic|token)[ \t]{1,8})[A-Za-z0-9+/=_.~-]{16,}`
/** Ends of texts that may still become one of the two. */
export const NAME_BEGUN = new RegExp(`${NAME}${BETWEEN}[^\\s"'\\u0060]*$`, 'i')
export const HEADER_BEGUN = /\b(?:bearer|basic|token)[ \t]{1,8}\S+$/i
/** Characters before a value that belong to it: a name with quotes, spaces and the sign between. */
export const MOST_CONTEXT_CHARS = MOST_NAME_CHARS + 16
const NAME_SAID = new RegExp(`(${NAME_CHAR}{0,${MOST_NAME_CHARS + 1}})(["'\u0060]?[ \\t]{0,4})$`)
/** Characters of a scheme before a secret, and one before them. */
const MOST_SCHEME_CHARS = 8

/**
 * The last name of a text that is gone already: it tells a name or a scheme by the rest that follows. One that is too long
 * stays too long, without its middle: where that is cut, no format may begin.
 */
export function nameSaid(text: string): string {
  const [said = '', name = '', rest = ''] = NAME_SAID.exec(text) ?? []
  if (name.length <= MOST_NAME_CHARS) return said
  return 'Z'.repeat(MOST_NAME_CHARS) + name.slice(-MOST_SCHEME_CHARS) + rest
}
