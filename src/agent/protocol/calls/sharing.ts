/** Recordings in a store of the user's own: configuration, shared recordings, and the page's calls. */
import { z } from 'zod'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { RecordingChoice } from './history.ts'

const address = z
  .string()
  .max(2_000)
  .refine((text) => isStoreAddress(text), 'it has to be an https address (or http on this machine)')
const name = z.string().trim().min(1).max(255)

/** Configuration of a store, without its secret. */
export const shareStore = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('s3'),
    /** e.g. `https://s3.eu-central-1.amazonaws.com`, without the bucket. */
    endpoint: address,
    bucket: name,
    region: name,
    /** Before each object's name. */
    prefix: z.string().max(255),
    /** `https://endpoint/bucket/name` instead of `https://bucket.endpoint/name`. */
    pathStyle: z.boolean(),
    accessKeyId: name,
    /** `signed`: the link carries a signature that lets its reader in for seven days. `public`: the bucket lets everyone read. */
    readers: z.enum(['signed', 'public']),
  }),
  z.strictObject({
    kind: z.literal('put'),
    /** Objects are put below it. */
    url: address,
    /**
     * Name of a header that uploads and deletions carry, e.g. `Authorization`; its value is the secret. ''
     * for none.
     */
    headerName: z
      .string()
      .max(100)
      .regex(/^[\w-]*$/, 'it is no name of a header'),
  }),
  z.strictObject({
    kind: z.literal('gist'),
    /** `https://api.github.com`, or that of another GitHub. */
    api: address,
  }),
])
export type ShareStore = z.infer<typeof shareStore>

export interface ShareStoreStatus {
  /** Undefined: none is set up. */
  readonly store: ShareStore | undefined
  /** Its host; '' for none. */
  readonly host: string
  readonly hasSecret: boolean
  /** Last four characters of its secret; '' when it is short. */
  readonly hint: string
}

/** A recording that was put into a store from this browser. */
export interface SharedRecording {
  readonly id: string
  readonly title: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** As uploaded. */
  readonly bytes: number
  /** Host of the store. */
  readonly host: string
  /** From `#` on, key included. */
  readonly fragment: string
  /** Milliseconds since the epoch from which on the link no longer opens; undefined: as long as the store keeps it. */
  readonly until: number | undefined
}

export interface SharingApi {
  store(): Promise<ShareStoreStatus>
  /** Stores it; `secret` undefined leaves the stored secret of this kind as it is. */
  setStore(store: ShareStore, secret: string | undefined): Promise<Result<ShareStoreStatus>>
  /** Removes it and its secret. Shared recordings stay where they are. */
  forgetStore(): Promise<ShareStoreStatus>
  /** Encrypts and uploads the file that `recordings.file` returns. Refused if that call is. */
  share(choice: RecordingChoice): Promise<Result<SharedRecording>>
  /** Newest first. */
  list(): Promise<readonly SharedRecording[]>
  /** Deletes it in its store, then here. `onlyHere`: it stays in the store. */
  unshare(id: string, options: { readonly onlyHere: boolean }): Promise<Result<void>>
  /** Ends the upload, download or deletion that is under way. */
  cancel(): Promise<void>
}

/** The page may connect to these only (its policy's `connect-src`), and nothing is sent in the clear over a network. */
export function isStoreAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1')
}
