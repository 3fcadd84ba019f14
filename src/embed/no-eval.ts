/** Before any schema is made: a page's policy may forbid `eval`, which the validator would try. */
import { z } from 'zod'

z.config({ jitless: true })
