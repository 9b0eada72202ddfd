/** Market maker accounts of the simulation, and the money that the simulation gives them. */
import type { Command } from '@tukar/core'
import { custodyAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'

/** Two accounts that quote both sides, and one that takes. */
export const makerIds = [901, 902] as const
export const takerId = 903
export const marketMakerIds = [...makerIds, takerId] as const

/** Target balance of each account by currency, in units. An account is topped up when half of it is gone. */
const targets: Readonly<Record<string, number>> = {
  IDR: 200_000_000_000_000,
  BTC: 100_000_000_000,
  ETH: 3_000_000_000_000,
  BNB: 10_000_000_000_000,
  USDT: 100_000_000_000_000,
}

export type FundedCurrency = { readonly currencyId: number; readonly symbol: string }

/** Commands that top up accounts below half of their target. `ownedOf` gives the current balances. */
export function fundingCommands(
  currencies: readonly FundedCurrency[],
  ownedOf: (accountId: number, currencyId: number) => number,
): readonly Command[] {
  const commands: Command[] = []
  for (const accountId of marketMakerIds) {
    for (const { currencyId, symbol } of currencies) {
      const target = targets[symbol] ?? 0
      const owned = ownedOf(accountId, currencyId)
      if (owned * 2 >= target) continue
      commands.push({
        kind: 'credit',
        accountId,
        currencyId,
        amount: currencyUnits(target - owned),
        railId: custodyAccounts.simulation,
        reason: 'house_trader',
        source: `house_trader:${accountId}`,
      })
    }
  }
  return commands
}
