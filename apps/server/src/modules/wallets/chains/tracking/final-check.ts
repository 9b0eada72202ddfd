/** The chain's own node, asked again before a deposit is credited: is it there, as deep as it has to be? */
import { type ChainName, type Finality, neededConfirmations } from '../chains.ts'
import { type ChainDeposit, isFinal } from '../deposits/deposit-row.ts'
import type { ChainSource } from './sources.ts'
import type { Witness, Witnessed } from './witness.ts'

/** Differs: the node has something else there, or it is not final yet. */
export type FinalLook = (row: ChainDeposit) => Promise<Witnessed>

export type FinalLookParts = {
  /** The same nodes that the chains are followed by. */
  readonly nodes: Pick<Witness, 'see'>
  readonly sources: ReadonlyMap<ChainName, Pick<ChainSource, 'head'>>
  readonly finalityOf: (chain: ChainName) => Finality | null
}

/** Asks the node for its head and for the block of the deposit; the row says only where to look. */
export function createFinalLook({ nodes, sources, finalityOf }: FinalLookParts): FinalLook {
  return async (row) => {
    const source = sources.get(row.chain)
    const finality = finalityOf(row.chain)
    if (source === undefined || finality === null) return 'unknown'
    const head = await source.head()
    if (head.status === 'failed') return 'unknown'
    const { height: tipHeight, final } = head.value
    const least = neededConfirmations(finality, row.amount, false)
    const needed = least === null ? null : Math.max(least, row.needed ?? 0)
    const isDeep = isFinal(
      { place: row.place, needed },
      { tipHeight, finalHeight: final?.height ?? null },
    )
    return isDeep ? nodes.see(row) : 'differs'
  }
}
