/** The faucet of a simulation: coins from nowhere on its own chains, to the own address alone. */
import { parseUnits } from '@tukar/money'
import { type NodesControl, NodesRefusal } from '../../../../adapters/chain-nodes/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { findAddress } from '../addresses/address-store.ts'
import { chainAmountOf, type ChainName, chainTable } from '../chains.ts'
import type { Database } from '../../../../platform/database/pool.ts'
import type { ChainRegister, ListedAsset } from '../register.ts'
import { saidCoin } from '../shown.ts'

/** What it gives where nothing is said, and at most: enough to pass the travel rule's limit. */
const gifts: Readonly<Record<string, { readonly usual: string; readonly most: string }>> = {
  BTC: { usual: '0.005', most: '1' },
  ETH: { usual: '0.1', most: '20' },
  BNB: { usual: '0.5', most: '100' },
  USDT: { usual: '100', most: '50000' },
}
const otherGift = { usual: '100', most: '50000' }

export type FaucetParts = {
  readonly database: Database
  readonly register: ChainRegister
  /** Null while the local nodes are not there. */
  readonly control: () => NodesControl | null
}

/** Pays; gives the transaction's id and the amount as people read it. */
export async function useFaucet(
  { database, register, control }: FaucetParts,
  asked: {
    readonly userId: number
    readonly chain: ChainName
    readonly currency: string
    readonly amount: string | null
  },
): Promise<{ readonly txid: string; readonly amount: string }> {
  const { userId, chain, currency } = asked
  const asset = register.assets.find((one) => one.chain === chain && one.symbol === currency)
  if (asset === undefined) throw new Refusal('claim.currency')
  const units = unitsOf(asset, asked.amount)
  const address = await findAddress(database, chainTable[chain].family, userId)
  if (address === null) throw new Refusal('claim.no_address')
  const nodes = control()
  if (nodes === null) throw new Refusal('chain.unavailable')
  const amount = chainAmountOf(units, asset)
  const { contract } = asset
  const of =
    contract === null ? ({ asset: 'coin' } as const) : { asset: 'token' as const, contract }
  try {
    const txid = await nodes.pay(chain, { address, amount, ...of })
    return { txid, amount: saidCoin(units, asset) }
  } catch (error) {
    if (error instanceof NodesRefusal) throw new Refusal('faucet.refused')
    throw error
  }
}

function unitsOf(asset: ListedAsset, amount: string | null): number {
  const { usual, most } = gifts[asset.symbol] ?? otherGift
  const parsed = parseUnits(amount ?? usual, asset.unitDecimals)
  if (!parsed.ok) {
    const params = parsed.fault === 'too_precise' ? { decimals: asset.unitDecimals } : {}
    throw new Refusal(`amount.${parsed.fault}`, params)
  }
  if (parsed.units === 0) throw new Refusal('faucet.minimum')
  const max = parseUnits(most, asset.unitDecimals)
  if (max.ok && parsed.units > max.units) {
    throw new Refusal('faucet.maximum', { max: saidCoin(max.units, asset) })
  }
  return parsed.units
}
