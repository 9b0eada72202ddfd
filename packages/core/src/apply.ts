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
import type { ExchangeState } from './state/exchange-state.ts'

/** Applies a command to the state; its events are appended to `state.eventBuffer`. */
export function applyCommand(state: ExchangeState, command: Command): void {
  switch (command.kind) {
    case 'place':
      return placeOrder(state, command)
    case 'cancel':
      return cancelOrder(state, command)
    case 'cancel_all':
      return cancelAllOrders(state, command)
    case 'credit':
      return credit(state, command)
    case 'debit':
      return debit(state, command)
    case 'hold':
      return hold(state, command)
    case 'release':
      return release(state, command)
    case 'settle':
      return settle(state, command)
    case 'reverse_credit':
      return reverseCredit(state, command)
    case 'grant':
      return grant(state, command)
    case 'adjust':
      return adjust(state, command)
    case 'suspend_account':
      return suspendAccount(state, command)
    case 'resume_account':
      return resumeAccount(state, command)
    case 'list_currency':
      return listCurrency(state, command)
    case 'set_market':
      return setMarket(state, command)
    case 'set_market_state':
      return setMarketState(state, command)
    case 'set_schedule':
      return setSchedule(state, command)
    case 'begin_epoch':
      return beginEpoch(state, command)
  }
}
