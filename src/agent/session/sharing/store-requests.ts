/** Requests to each kind of store, and the reader of an upload's answer. */
import { z } from 'zod'
import { SIGNED_LINK_SECONDS } from '../../limits.ts'
import type { ShareStore } from '../../protocol/calls/sharing.ts'
import { isStoreAddress } from '../../protocol/calls/sharing.ts'
import { sealedAsText } from './envelope.ts'

export interface StoreRequest {
  readonly method: 'PUT' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer> | string
}

/** Addresses of a recording in a store; the list keeps them so that it can be deleted there. */
export interface Placed {
  /** Address at which anyone with the link reads it. */
  readonly readUrl: string
  /** Address of the object, for a deletion. */
  readonly objectUrl: string
}

export async function uploadRequest(
  store: ShareStore,
  secret: string,
  name: string,
  data: Uint8Array<ArrayBuffer>,
): Promise<StoreRequest> {
  switch (store.kind) {
    case 's3':
      return {
        method: 'PUT',
        url: await signed(store, secret, 'PUT', objectUrl(store, name)),
        headers: {},
        body: data,
      }
    case 'put':
      return { method: 'PUT', url: objectUrl(store, name), headers: ownHeader(store, secret), body: data }
    case 'gist': {
      const files = { [name]: { content: sealedAsText(data) } }
      const content = { description: 'A session of Vivarium, encrypted', public: false, files }
      return {
        method: 'POST',
        url: `${base(store.api)}/gists`,
        headers: gistHeaders(secret),
        body: JSON.stringify(content),
      }
    }
    default:
      return store satisfies never
  }
}

export async function deleteRequest(store: ShareStore, secret: string, url: string): Promise<StoreRequest> {
  switch (store.kind) {
    case 's3':
      return { method: 'DELETE', url: await signed(store, secret, 'DELETE', url), headers: {} }
    case 'put':
      return { method: 'DELETE', url, headers: ownHeader(store, secret) }
    case 'gist':
      return { method: 'DELETE', url, headers: gistHeaders(secret) }
    default:
      return store satisfies never
  }
}

const createdGist = z.object({
  id: z.string().regex(/^[0-9a-f]{8,64}$/i),
  files: z.record(z.string(), z.object({ raw_url: z.string().refine(isStoreAddress) })),
})

/** Undefined when the answer is none that this kind of store gives. */
export async function placed(
  store: ShareStore,
  secret: string,
  name: string,
  answer: string,
): Promise<Placed | undefined> {
  switch (store.kind) {
    case 's3': {
      const url = objectUrl(store, name)
      const readUrl = store.readers === 'public' ? url : await signed(store, secret, 'GET', url)
      return { readUrl, objectUrl: url }
    }
    case 'put': {
      const url = objectUrl(store, name)
      return { readUrl: url, objectUrl: url }
    }
    case 'gist': {
      const gist = createdGist.safeParse(parsed(answer))
      const file = gist.success ? gist.data.files[name] : undefined
      return gist.success && file
        ? { readUrl: file.raw_url, objectUrl: `${base(store.api)}/gists/${gist.data.id}` }
        : undefined
    }
    default:
      return store satisfies never
  }
}

/** The required settings of a store that keeps pages out (CORS), as its own settings name them. */
export function corsRule(store: ShareStore, origin: string): string {
  if (store.kind === 's3') {
    const rule = [
      { AllowedOrigins: [origin], AllowedMethods: ['GET', 'PUT', 'DELETE'], AllowedHeaders: ['*'] },
    ]
    return `Set this CORS rule on the bucket ${store.bucket}: ${JSON.stringify(rule)}`
  }
  const header =
    store.kind === 'put' && store.headerName !== ''
      ? `, "Access-Control-Allow-Headers: ${store.headerName}"`
      : ''
  return `It has to answer, to OPTIONS too, with "Access-Control-Allow-Origin: ${origin}", "Access-Control-Allow-Methods: GET, PUT, DELETE"${header}.`
}

export function addressOf(store: ShareStore): string {
  if (store.kind === 's3') return bucketUrl(store)
  return store.kind === 'put' ? store.url : store.api
}

type S3 = Extract<ShareStore, { kind: 's3' }>
type Put = Extract<ShareStore, { kind: 'put' }>

function objectUrl(store: S3 | Put, name: string): string {
  if (store.kind === 'put') {
    const url = new URL(store.url)
    url.pathname = `${base(url.pathname)}/${name}`
    return url.href
  }
  const path = `${store.prefix}${name}`.split('/').map(encodeURIComponent).join('/')
  return `${bucketUrl(store)}/${path}`
}

function bucketUrl({ endpoint, bucket, pathStyle }: S3): string {
  const url = new URL(endpoint)
  if (pathStyle) url.pathname = `${base(url.pathname)}/${bucket}`
  else url.host = `${bucket}.${url.host}`
  return base(url.href)
}

/**
 * Signs in the address instead of in headers: then the bucket's rule has to let in the page and the method,
 * and nothing else. The signature holds for seven days at most.
 */
async function signed(store: S3, secretAccessKey: string, method: string, target: string): Promise<string> {
  const url = new URL(target)
  const seconds = method === 'GET' ? SIGNED_LINK_SECONDS : 3600
  url.searchParams.set('X-Amz-Expires', String(seconds))
  const { accessKeyId, region } = store
  // Few share through a bucket: the worker starts without it.
  const { AwsV4Signer } = await import('aws4fetch')
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    signQuery: true,
  })
  return (await signer.sign()).url.href
}

function ownHeader({ headerName }: Put, secret: string): Readonly<Record<string, string>> {
  return headerName === '' || secret === '' ? {} : { [headerName]: secret }
}

function gistHeaders(token: string): Readonly<Record<string, string>> {
  return {
    Authorization: `Bearer ${token}`,
    Accept: 'application/vnd.github+json',
    'Content-Type': 'application/json',
  }
}

function base(text: string): string {
  return text.replace(/\/+$/, '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
