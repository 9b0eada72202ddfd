/** A real local chain on which random histories are played: its actions, and its state. */
import type { BlockRef } from '../tracking/chain-view.ts'
import type { ChainAsset, Finality } from '../chains.ts'
import type { ChainSource } from '../tracking/sources.ts'

/** The final payments of a chain to an address, by its own blocks. */
export type RealEffect = { readonly txid: string; readonly to: string; readonly amount: bigint }

/** A payment to make: receivers, amounts, and the planned fault. */
export type WantedPayment = {
  /** Addresses with amounts; several per transaction only if the chain supports that. */
  readonly outputs: readonly { readonly to: string; readonly amount: bigint }[]
  /** `fake`: of another contract. `failing`: the chain reverts it. Both on EVM chains alone. */
  readonly kind: 'right' | 'fake' | 'failing'
}

/** A sent payment, with the data to replace it. */
export type Sent = {
  readonly txid: string
  readonly raw: string
  /** The resource that it uses: an output, or a sender's nonce. */
  readonly slot: RealSlot
}

export type RealSlot =
  | { readonly kind: 'coin'; readonly txid: string; readonly index: number; readonly fee: bigint }
  | {
      readonly kind: 'nonce'
      readonly sender: number
      readonly nonce: number
      readonly tip: bigint
    }

/** The head of the chain at a moment, and the ids of the requested blocks. */
export type Snapshot = {
  readonly head: number
  /** Null if the chain does not mark final blocks. */
  readonly final: number | null
  readonly hashes: ReadonlyMap<number, string>
}

export type RealChain = {
  readonly asset: ChainAsset
  readonly finality: Finality
  /** Blocks until all events are final, except coinbases. */
  readonly settleBlocks: number
  readonly hasCoinbases: boolean
  readonly source: () => ChainSource
  /** The id of the first block. */
  first(): Promise<string>
  height(): Promise<number>
  /** A new address, in the form used for comparison. */
  newAddress(): string
  /** Sends a payment, optionally in place of another; null if the chain refuses it. */
  pay(wanted: WantedPayment, instead: Sent | null): Promise<Sent | null>
  /** Signs a payment to a stranger that spends the same as another: for the first block of a fork. */
  doubleSpend(of: Sent): Promise<string>
  /** Sends the same bytes again. */
  resend(sent: Sent): Promise<void>
  /** Mines blocks, with the reward to an address if one is given and the chain has rewards. */
  mine(blocks: number, to?: string): Promise<void>
  fork(how: {
    readonly depth: number
    readonly transactions: readonly string[]
    readonly forget: boolean
  }): Promise<void>
  /** The head of the chain now, with its blocks at the heights of these references. */
  snapshot(places: readonly BlockRef[]): Promise<Snapshot>
  /** All payments in blocks above a height to these addresses. */
  effects(above: number, addresses: ReadonlySet<string>): Promise<readonly RealEffect[]>
}

/** Calls a node by JSON-RPC; throws its refusal. */
export async function askNode(
  { url, authorization }: { readonly url: string; readonly authorization: string | null },
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    ...(authorization === null ? {} : { authorization }),
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  if (error !== undefined && error !== null) throw new Error(JSON.stringify(error))
  return result
}
