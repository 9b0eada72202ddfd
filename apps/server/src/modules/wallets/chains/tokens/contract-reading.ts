/** Reads the facts of a token contract from the node of its chain. */
import type { ChainNodes, EvmChainName } from '../../../../adapters/chain-nodes/index.ts'
import type { EvmTokenFacts } from '../../../../adapters/evm/index.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'

/** Failures that come from the contract rather than from the node: it is no token. */
const ofContract: readonly string[] = ['unreadable', 'refused']

/**
 * Reads a contract. Refuses `chain.off` for an unused chain, `chain.unavailable` if its node does not answer,
 * `token.no_contract` and `token.no_token`.
 */
export async function readContract(
  nodes: Pick<ChainNodes, 'reach' | 'evm'>,
  chain: EvmChainName,
  contract: string,
): Promise<EvmTokenFacts> {
  if (!(await nodes.reach())) throw new Refusal('chain.unavailable')
  const node = nodes.evm[chain]
  if (node === null) throw new Refusal('chain.off')
  const code = await node.hasCode(contract)
  if (code.status === 'failed') throw new Refusal('chain.unavailable')
  if (!code.value) throw new Refusal('token.no_contract')
  const facts = await node.tokenFacts(contract)
  if (facts.status === 'done') return facts.value
  throw new Refusal(ofContract.includes(facts.kind) ? 'token.no_token' : 'chain.unavailable')
}
