/** An engine whose core throws on orders of one quantity and cancels of one account: the fault of R-65. */
import type { Exchange } from '@tukar/core'
import { plainCore } from '../host.ts'
import { serve } from '../worker.ts'
import { overriding } from './overriding.ts'
import { poisonCancelerId, poisonQuantity } from './poison-quantity.ts'

function poisoned(exchange: Exchange): Exchange {
  const apply: Exchange['apply'] = (envelope) => {
    const { command } = envelope
    const isPoison =
      command.kind === 'cancel'
        ? command.accountId === poisonCancelerId
        : command.kind === 'place' &&
          command.size.by === 'quantity' &&
          command.size.quantity === poisonQuantity
    if (isPoison) throw new TypeError('planted')
    return exchange.apply(envelope)
  }
  return overriding(exchange, { apply })
}

serve((options) => {
  const core = plainCore(options)
  return {
    ...core,
    create: () => poisoned(core.create()),
    restore: (state) => poisoned(core.restore(state)),
  }
})
