/** The pictures of a person's message: checked before anything is stored. */
import { z } from 'zod'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { IMAGE_BYTES, PROMPT_IMAGES } from '../../limits.ts'
import { imageBlock } from '../../protocol/messages.ts'
import type { ImageBlock } from '../../protocol/messages.ts'

const images = z.array(imageBlock)
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
/** Characters of three bytes. */
const BASE64_GROUP = 4 / 3

/** Fails on what is no picture as a request has it, on too many, on too large ones, and where the model takes none. */
export function readImages(
  given: unknown,
  { model, takesImages }: { readonly model: string; readonly takesImages: boolean },
): Result<readonly ImageBlock[]> {
  const parsed = images.safeParse(given)
  if (!parsed.success || parsed.data.some(({ source }) => !BASE64.test(source.data)))
    return fail('invalid', 'The message was not sent: its images are not as a request has them.')
  const { data } = parsed
  if (data.length > PROMPT_IMAGES)
    return fail('too_large', `A message can have ${PROMPT_IMAGES} images; this one has ${data.length}.`)
  if (data.some(({ source }) => source.data.length > IMAGE_BYTES * BASE64_GROUP))
    return fail(
      'too_large',
      `An image of the message has more than ${IMAGE_BYTES.toLocaleString('en')} bytes.`,
    )
  if (data.length > 0 && !takesImages)
    return fail('invalid', `The model "${model}" takes no images; the message was not sent.`, {
      hint: 'Choose another model, or say in Settings, "Model facts", that it does: {"its-name": {"vision": true}}.',
    })
  return ok(data)
}
