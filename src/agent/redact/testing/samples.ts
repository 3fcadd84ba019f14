/**
 * A made-up secret of each format, put together here so that no scanner takes this file for a leak: none of them was ever valid.
 */
const HEX = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
const MIXED = 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fR'
const UPPER = 'A7B3C9D1E5F2G8H4J6K0L2M4N6P8Q1R3'

interface Sample {
  readonly format: string
  readonly secret: string
}

function sample(format: string, ...parts: string[]): Sample {
  return { format, secret: parts.join('') }
}

export const SAMPLES: readonly Sample[] = [
  sample('Anthropic', 'sk-', 'ant-api03-', MIXED, '-', MIXED, 'AA'),
  sample('OpenAI', 'sk-', 'proj-', MIXED, 'T3BlbkFJ', MIXED),
  sample('OpenAI', 'sk-', MIXED),
  sample('Stripe secret key', 'sk_', 'live_', MIXED),
  sample('Stripe restricted key', 'rk_', 'live_', MIXED),
  sample('Stripe webhook', 'whsec', '_', MIXED),
  ...['p', 'o', 'u', 's', 'r'].map((kind) => sample('GitHub token', 'gh', kind, '_', MIXED, 'abcd')),
  sample('GitHub fine-grained token', 'github', '_pat_', MIXED, '_', MIXED),
  sample('GitLab personal token', 'glp', 'at-', MIXED.slice(0, 20)),
  sample('GitLab deploy token', 'gldt', '-', MIXED.slice(0, 20)),
  sample('GitLab runner token', 'glrt', '-', MIXED.slice(0, 20)),
  sample('GitLab trigger token', 'glptt', '-', HEX),
  sample('GitLab application secret', 'gloas', '-', HEX),
  sample('GitLab feed or agent token', 'glft', '-', MIXED.slice(0, 20)),
  sample('AWS access key', 'AK', 'IA', UPPER.slice(0, 16)),
  sample('AWS access key', 'AS', 'IA', UPPER.slice(0, 16)),
  sample('AWS Bedrock key', 'AB', 'SK', MIXED, MIXED),
  sample('Google API key', 'AI', 'za', MIXED, 'abc'),
  sample('Google OAuth token', 'ya', '29.', MIXED),
  sample('Google OAuth secret', 'GOC', 'SPX-', MIXED.slice(0, 28)),
  sample('Slack token', 'xo', 'xb-123456789012-1234567890123-', MIXED.slice(0, 24)),
  sample('Slack app token', 'xa', 'pp-1-A0123456789-1234567890123-', HEX),
  sample('Slack rotating token', 'xo', 'xe.xoxb-1-', MIXED),
  sample('Slack webhook', 'https://hooks.slack', '.com/services/T01234567/B01234567/', MIXED.slice(0, 24)),
  sample('Discord webhook', 'https://discord', '.com/api/webhooks/123456789012345678/', MIXED, MIXED),
  sample('Teams webhook', 'https://outlook', '.office.com/webhook/', HEX, '@', HEX),
  sample('npm token', 'np', 'm_', MIXED, 'abcd'),
  sample('PyPI token', 'py', 'pi-AgEIcHlwaS5vcmc', MIXED, MIXED),
  sample('RubyGems key', 'ruby', 'gems_', HEX, HEX.slice(0, 16)),
  sample('crates.io token', 'ci', 'o', MIXED),
  sample('Docker token', 'dckr', '_pat_', MIXED.slice(0, 27)),
  sample('Hugging Face token', 'h', 'f_', MIXED, 'ab'),
  sample('Replicate token', 'r', '8_', MIXED, 'abcde'),
  sample('Groq key', 'gs', 'k_', MIXED, MIXED.slice(0, 20)),
  sample('xAI key', 'xa', 'i-', MIXED, MIXED),
  sample('Perplexity key', 'pp', 'lx-', MIXED, MIXED.slice(0, 16)),
  sample('Fireworks key', 'f', 'w_', MIXED.slice(0, 24)),
  sample('NVIDIA key', 'nv', 'api-', MIXED, MIXED),
  sample('Tavily key', 'tv', 'ly-', MIXED),
  sample('LangSmith key', 'ls', 'v2_pt_', HEX, '_', HEX.slice(0, 10)),
  sample('SendGrid key', 'S', 'G.', MIXED.slice(0, 22), '.', MIXED, 'abcdefghijk'),
  sample('Mailgun key', 'ke', 'y-', HEX),
  sample('Mailchimp webhook key', 'm', 'd-', MIXED.slice(0, 22)),
  sample('Brevo key', 'xkey', 'sib-', HEX, HEX, '-', MIXED.slice(0, 16)),
  sample('Resend key', 'r', 'e_', MIXED.slice(0, 8), '_', MIXED.slice(0, 24)),
  sample('Twilio key', 'S', 'K', HEX),
  sample('Square token', 'sq0', 'atp-', MIXED.slice(0, 22)),
  sample('PayPal token', 'access', '_token$production$', HEX.slice(0, 16), '$', HEX),
  sample('Shopify token', 'shp', 'at_', HEX),
  sample('DigitalOcean token', 'do', 'p_v1_', HEX, HEX),
  sample('Heroku key', 'HR', 'KU-', HEX.slice(0, 8), '-', HEX.slice(0, 24)),
  sample('Fly.io token', 'fm', '2_', MIXED, MIXED),
  sample('Netlify token', 'nf', 'p_', MIXED, 'abcd'),
  sample('Vercel token', 'vc', 'k_', MIXED, MIXED.slice(0, 20)),
  sample('Supabase token', 'sb', 'p_', HEX, HEX.slice(0, 8)),
  sample('PlanetScale token', 'pscale', '_tkn_', MIXED),
  sample('Databricks token', 'da', 'pi', HEX),
  sample('Grafana token', 'gl', 'sa_', MIXED, '_', HEX.slice(0, 8)),
  sample('New Relic key', 'NR', 'AK-', UPPER.slice(0, 27)),
  sample('Sentry token', 'sn', 'trys_', MIXED, MIXED),
  sample('Dynatrace token', 'dt0', 'c01.', UPPER.slice(0, 24), '.', UPPER, UPPER),
  sample('Postman key', 'PM', 'AK-', HEX.slice(0, 24), '-', HEX, 'ab'),
  sample('Linear key', 'li', 'n_api_', MIXED, 'abcdefgh'),
  sample('Notion token', 'nt', 'n_', MIXED, 'abcdefghij'),
  sample('Airtable token', 'pa', 't', MIXED.slice(0, 14), '.', HEX, HEX),
  sample('Atlassian token', 'AT', 'ATT3xFfGF0', MIXED, MIXED, '=1A2B3C4D'),
  sample('Bitbucket token', 'AT', 'BB', MIXED),
  sample('Figma token', 'fi', 'gd_', MIXED, MIXED.slice(0, 8)),
  sample('Doppler token', 'dp', '.pt.', MIXED, 'abcdefghijk'),
  sample('HashiCorp Vault token', 'hv', 's.', MIXED, MIXED),
  sample('Terraform token', MIXED.slice(0, 14), '.atlas', 'v1.', MIXED, MIXED),
  sample('Pulumi token', 'pu', 'l-', HEX, HEX.slice(0, 8)),
  sample('1Password token', 'op', 's_eyJ', MIXED, MIXED),
  sample('age key', 'AGE-SECRET', '-KEY-1', UPPER, UPPER.slice(0, 26)),
  sample('Cloudflare token', 'v1', '.0-', HEX.slice(0, 24), '-', HEX, HEX, HEX),
  sample('Telegram bot token', '1234567890', ':A', 'A', MIXED, 'a'),
  sample('EasyPost key', 'EZ', 'AK', MIXED, MIXED.slice(0, 22)),
  sample('Duffel token', 'duf', 'fel_live_', MIXED, MIXED.slice(0, 11)),
  sample('Contentful token', 'CFP', 'AT-', MIXED, MIXED.slice(0, 11)),
  sample('ReadMe key', 'rd', 'me_', HEX, HEX, 'abcdef'),
  sample('Prefect token', 'pn', 'u_', MIXED, 'abcd'),
  sample('Artifactory token', 'AK', 'Cp', MIXED, MIXED),
  sample('Clojars token', 'CLO', 'JARS_', HEX, HEX.slice(0, 28)),
  sample('Azure storage key', 'Account', 'Key=', MIXED, MIXED, MIXED.slice(0, 22), '=='),
  sample('JSON Web Token', 'ey', 'JhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0.', MIXED),
]

const BODY = `${MIXED}${MIXED}\n${HEX}${UPPER}\n${MIXED}==`

export const PEM_KEYS = ['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED ', 'PGP '].map((kind) => {
  const name = `${kind}PRIVATE KEY${kind === 'PGP ' ? ' BLOCK' : ''}`
  return { kind, block: `-----BEGIN ${name}-----\n${BODY}\n-----END ${name}-----`, body: MIXED }
})
