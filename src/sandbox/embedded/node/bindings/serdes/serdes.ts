/**
 * `serdes`: V8's serialisation format, version 15, for what programs and the test runner put through it: primitives,
 * text, numbers, dates, regular expressions, objects, arrays, maps, sets, buffers, errors, and cycles.
 */
import type { NodeContext } from '../../context.ts'
import type { Binding } from '../binding.ts'
import { toNodeBuffer } from '../buffer.ts'
import { Deserializer } from './deserializer.ts'
import { Serializer as BytesSerializer } from './serializer.ts'

export function serdes(context: NodeContext, binding: Binding): void {
  class Serializer extends BytesSerializer {
    override releaseBuffer(): Uint8Array {
      return toNodeBuffer(context, super.releaseBuffer())
    }
  }
  Object.assign(binding, { Serializer, Deserializer })
}
