/** One command to its function: the catalogue of R-60, exhaustively. */
import { cancelAllOrders, cancelOrder } from './cancel-order.ts'
import type { Command } from './commands.ts'
import {
  beginEpoch,
  listCurrency,
  resumeAccount,
  setMarket,
  setMarketState,
  setSchedule,
  suspendAccount,
} from './list-market.ts'
import { adjust, credit, debit, grant, hold, release, reverseCredit, settle } from './move-money.ts'
import { placeOrder } from './place-order.ts'
import type { World } from './world.ts'

/** Applies a command to the world; its events are added to `world.tape`. */
export function applyCommand(world: World, command: Command): void {
  switch (command.kind) {
    case 'place':
      return placeOrder(world, command)
    case 'cancel':
      return cancelOrder(world, command)
    case 'cancel_all':
      return cancelAllOrders(world, command)
    case 'credit':
      return credit(world, command)
    case 'debit':
      return debit(world, command)
    case 'hold':
      return hold(world, command)
    case 'release':
      return release(world, command)
    case 'settle':
      return settle(world, command)
    case 'reverse_credit':
      return reverseCredit(world, command)
    case 'grant':
      return grant(world, command)
    case 'adjust':
      return adjust(world, command)
    case 'suspend_account':
      return suspendAccount(world, command)
    case 'resume_account':
      return resumeAccount(world, command)
    case 'list_currency':
      return listCurrency(world, command)
    case 'set_market':
      return setMarket(world, command)
    case 'set_market_state':
      return setMarketState(world, command)
    case 'set_schedule':
      return setSchedule(world, command)
    case 'begin_epoch':
      return beginEpoch(world, command)
  }
}
