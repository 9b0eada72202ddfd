/** The house's traders: their accounts, and the money that the simulation gives them. */
import type { Command } from '@tukar/core'
import { custodyAccounts } from '@tukar/core'
import { currencyUnits } from '@tukar/money'

/** Two makers, who quote on both sides, and one who takes. */
export const makerIds = [901, 902] as const
export const takerId = 903
export const houseTraderIds = [...makerIds, takerId] as const

/** What each of them is given of a currency, in its units, and filled up to when half is gone. */
const targets: Readonly<Record<string, number>> = {
  IDR: 200_000_000_000_000,
  BTC: 100_000_000_000,
  ETH: 3_000_000_000_000,
  BNB: 10_000_000_000_000,
  USDT: 100_000_000_000_000,
}

export type FundedCurrency = { readonly currencyId: number; readonly symbol: string }

/** The commands that fill purses that are less than half full; `ownedOf` says what they hold. */
export function fundingCommands(
  currencies: readonly FundedCurrency[],
  ownedOf: (accountId: number, currencyId: number) => number,
): readonly Command[] {
  const commands: Command[] = []
  for (const accountId of houseTraderIds) {
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
