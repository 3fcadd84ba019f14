/** A way out that is closed for a while. */
import { NO_EGRESS } from '../../../sandbox/contract/egress.ts'
import type { Egress } from '../../../sandbox/contract/egress.ts'

/** Asked at each request: nothing leaves while `isSealed`. */
export function sealedDuring(isSealed: () => boolean, egress: Egress): Egress {
  return { request: (request, signal) => (isSealed() ? NO_EGRESS : egress).request(request, signal) }
}
