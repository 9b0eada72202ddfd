/** What operators decide: currencies, markets, their states, charges, suspended accounts, epochs. */
import { firstUserId, rupiahId } from './accounts.ts'
import {
  chargeBases,
  chargeKinds,
  chargePayers,
  feeRatePpmMax,
  grossRatePpmMax,
} from './charges.ts'
import type {
  BeginEpoch,
  ListCurrency,
  ResumeAccount,
  SetMarket,
  SetMarketState,
  SetSchedule,
  SuspendAccount,
} from './commands.ts'
import { idsPerAccount } from './ledger.ts'
import { areSoundRules } from './market.ts'
import type { World } from './world.ts'
import { powerOfTen } from '@tukar/money'

/** Half of 2^53: above it a credit still fits, and goes to suspense. */
const supplyEverMax = 4_503_599_627_370_496
const decimalsMax = 12

export function listCurrency(world: World, command: ListCurrency): void {
  const { currencyId, code, decimals, supplyMax } = command
  if (world.currencies.has(currencyId)) return world.refuse('currency.already_listed')
  const isSound =
    currencyId >= 1 &&
    currencyId < idsPerAccount &&
    code.length > 0 &&
    decimals >= 0 &&
    decimals <= decimalsMax &&
    supplyMax > 0 &&
    supplyMax <= supplyEverMax
  if (!isSound) return world.refuse('currency.bad_rules')
  world.addCurrency({ currencyId, code, decimals, supplyMax })
  world.emit({ kind: 'currency_listed', currencyId, code, decimals, supplyMax })
}

/** Lists a market, halted, or changes the rules of a halted one. */
export function setMarket(world: World, command: SetMarket): void {
  const { kind: _, ...rules } = command
  const base = world.currencies.get(rules.baseId)
  const areListed = base !== undefined && world.currencies.has(rules.quoteId)
  const isIdSound = rules.marketId >= 1 && rules.marketId < idsPerAccount && rules.symbol.length > 0
  if (!areListed || !isIdSound || !areSoundRules(rules, powerOfTen(base.decimals))) {
    return world.refuse('market.bad_rules')
  }
  const market = world.markets.get(rules.marketId)
  if (market === undefined) {
    world.addMarket({ ...rules, state: 'halted', lastPrice: null, tradeCount: 0 }, rupiahId)
  } else {
    if (market.state !== 'halted') return world.refuse('market.not_halted')
    const { symbol, baseId, quoteId } = market.rules
    if (rules.symbol !== symbol || rules.baseId !== baseId || rules.quoteId !== quoteId) {
      return world.refuse('market.fixed_rules')
    }
    market.changeRules(rules)
  }
  world.emit({ ...rules, kind: 'market_set' })
}

export function setMarketState(world: World, { marketId, state }: SetMarketState): void {
  const market = world.markets.get(marketId)
  if (market === undefined) return world.refuse('market.unknown')
  market.state = state
  world.emit({ kind: 'market_state_set', marketId, state })
}

export function setSchedule(world: World, command: SetSchedule): void {
  const { kind: _, ...row } = command
  const ratePpmMax = row.base === 'gross' ? grossRatePpmMax : feeRatePpmMax
  const isSound =
    row.scheduleId >= 1 &&
    chargeKinds.includes(row.chargeKind) &&
    chargePayers.includes(row.payer) &&
    chargeBases.includes(row.base) &&
    !(row.chargeKind === 'fee' && row.base === 'fee') &&
    row.ratePpm >= 0 &&
    row.ratePpm <= ratePpmMax &&
    row.from >= 0
  if (!world.markets.has(row.marketId)) return world.refuse('market.unknown')
  if (!isSound) return world.refuse('schedule.bad_rules')
  world.setSchedule(row)
  world.emit({ ...row, kind: 'schedule_set' })
}

export function suspendAccount(world: World, { accountId }: SuspendAccount): void {
  if (accountId < firstUserId) return world.refuse('account.not_a_user')
  world.setSuspended(accountId, true)
  world.emit({ kind: 'account_suspended', accountId })
}

export function resumeAccount(world: World, { accountId }: ResumeAccount): void {
  if (accountId < firstUserId) return world.refuse('account.not_a_user')
  world.setSuspended(accountId, false)
  world.emit({ kind: 'account_resumed', accountId })
}

/** An epoch is greater than the one before; it need not be the next, so a lost race leaves no trace. */
export function beginEpoch(world: World, { epoch }: BeginEpoch): void {
  if (epoch <= world.epoch) return world.refuse('epoch.not_next', { epoch: world.epoch })
  world.epoch = epoch
  world.emit({ kind: 'epoch_begun', epoch })
}
