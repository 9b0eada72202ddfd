/** An engine that cannot recover: creating its core throws a programming error. */
import { plainCore } from '../host.ts'
import { serve } from '../worker.ts'

serve((options) => ({
  ...plainCore(options),
  create: () => {
    throw new TypeError('planted')
  },
}))
