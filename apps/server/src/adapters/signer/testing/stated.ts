/** Hold statements of a test engine: the hold has exactly the amount of the approval, as of now. */
import { currencyUnits } from '@tukar/money'
import { createHoldStater, deriveStatementKey } from '../../../engine/hold-statement.ts'
import { testEngineSecret } from '../../../platform/secrets/testing/secrets.ts'
import type { Approval, StatedHold } from '../index.ts'

export const enginePublicKey = deriveStatementKey(testEngineSecret)

const stateHold = createHoldStater(testEngineSecret)
/** Decimals of coins in the ledger. */
const decimals = 8

/** States the hold of a coin approval. */
export function stated({ hold, currency, amount }: Approval, chainDecimals: number): StatedHold {
  const units = BigInt(amount) / 10n ** BigInt(chainDecimals - decimals)
  const holdId = Number((hold ?? '').replace('hold:', ''))
  const source = 'chain_withdrawal:1'
  const remaining = currencyUnits(Number(units))
  return stateHold(
    { holdId, accountId: 1_001, currencyId: 2, remaining, source },
    {
      currency: { currencyId: 2, code: currency, decimals, supplyMax: remaining },
      row: 1,
      atMs: Date.now(),
    },
  )
}
