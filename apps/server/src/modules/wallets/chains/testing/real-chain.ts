/** A real local chain that a random history is played on: what can be done to it, and what stands in it. */
import type { BlockRef } from '../tracking/chain-view.ts'
import type { ChainAsset, Finality } from '../chains.ts'
import type { ChainSource } from '../tracking/sources.ts'

/** What a chain brought to somebody in the end, by its own blocks. */
export type RealEffect = { readonly txid: string; readonly to: string; readonly amount: bigint }

/** What is wanted of one payment: to whom, how much, and what is wrong with it. */
export type WantedPayment = {
  /** Addresses with amounts; several of one transaction only where the chain has that. */
  readonly outputs: readonly { readonly to: string; readonly amount: bigint }[]
  /** Fake: of another contract. Failing: the chain undoes it. Both on EVM chains alone. */
  readonly kind: 'right' | 'fake' | 'failing'
}

/** A payment that was sent, and what to send in its place. */
export type Sent = {
  readonly txid: string
  readonly raw: string
  /** What it spends: an output, or a sender's nonce. */
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

/** The end of the chain at a moment, and the ids of the blocks that were asked for. */
export type Snapshot = {
  readonly head: number
  /** Null where the chain has no word for it. */
  readonly final: number | null
  readonly hashes: ReadonlyMap<number, string>
}

export type RealChain = {
  readonly asset: ChainAsset
  readonly finality: Finality
  /** Blocks until all that happened is final, coinbases apart. */
  readonly settleBlocks: number
  readonly hasCoinbases: boolean
  readonly source: () => ChainSource
  /** The id of the first block. */
  first(): Promise<string>
  height(): Promise<number>
  /** An address of nobody so far, as the chain compares it. */
  newAddress(): string
  /** Sends a payment, in the place of another where one is given; null where the chain refuses it. */
  pay(wanted: WantedPayment, instead: Sent | null): Promise<Sent | null>
  /** Signs what spends the same as another and pays a stranger: for the first block of a fork. */
  doubleSpend(of: Sent): Promise<string>
  /** Gives bytes again that were sent before. */
  resend(sent: Sent): Promise<void>
  /** Makes blocks, the reward to an address where one is given and the chain has that. */
  mine(blocks: number, to?: string): Promise<void>
  fork(how: {
    readonly depth: number
    readonly transactions: readonly string[]
    readonly forget: boolean
  }): Promise<void>
  /** Where the chain ends now, with the blocks at the heights of these places. */
  snapshot(places: readonly BlockRef[]): Promise<Snapshot>
  /** All that the blocks above a height brought to these addresses. */
  effects(above: number, addresses: ReadonlySet<string>): Promise<readonly RealEffect[]>
}

/** A call of a node by JSON-RPC; throws its refusal. */
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
