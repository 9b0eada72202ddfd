/** Asks the chain's own node again before a deposit is credited: is it there, and deep enough? */
import { type ChainName, type Finality, neededConfirmations } from '../chains.ts'
import { type ChainDeposit, isFinal } from '../deposits/deposit-row.ts'
import type { ChainSource } from './sources.ts'
import type { Witness, WitnessResult } from './witness.ts'

/** `differs`: the node has another transaction there, or it is not final yet. */
export type FinalCheck = (row: ChainDeposit) => Promise<WitnessResult>

export type FinalCheckDeps = {
  /** The nodes by which the chains are followed. */
  readonly nodes: Pick<Witness, 'see'>
  readonly sources: ReadonlyMap<ChainName, Pick<ChainSource, 'head'>>
  readonly finalityOf: (chain: ChainName) => Finality | null
}

/** Asks the node for its head and for the block of the deposit. The row only names the block. */
export function createFinalCheck({ nodes, sources, finalityOf }: FinalCheckDeps): FinalCheck {
  return async (row) => {
    const source = sources.get(row.chain)
    const finality = finalityOf(row.chain)
    if (source === undefined || finality === null) return 'unknown'
    const head = await source.head()
    if (head.status === 'failed') return 'unknown'
    const { height: tipHeight, final } = head.value
    const minimum = neededConfirmations(finality, row.amount, false)
    const needed = minimum === null ? null : Math.max(minimum, row.needed ?? 0)
    const isDeep = isFinal(
      { block: row.block, needed },
      { tipHeight, finalHeight: final?.height ?? null },
    )
    return isDeep ? nodes.see(row) : 'differs'
  }
}
