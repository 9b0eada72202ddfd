/** An engine whose core throws on orders of one quantity and cancels of one account: the fault of R-65. */
import type { Exchange } from '@tukar/core'
import { plainCore } from '../host.ts'
import { serve } from '../worker.ts'
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
  return new Proxy(exchange, {
    get(target, name) {
      if (name === 'apply') return apply
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

serve((options) => {
  const core = plainCore(options)
  return {
    ...core,
    create: () => poisoned(core.create()),
    restore: (state) => poisoned(core.restore(state)),
  }
})
