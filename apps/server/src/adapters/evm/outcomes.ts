/**
 * Results of sending signed bytes to a node (FLT-30). No result frees a nonce or an amount: the bytes may be
 * mined until another transaction has used their nonce. A result only determines the next step.
 */

/**
 * - `accepted`: the node took the transaction
 * - `known`: the node already had it, or a block has it
 * - `nonceUsed`: a block has used the nonce, with these bytes or others: look up all hashes of the nonce
 * - `nonceGap`: earlier nonces are missing
 * - `underpriced`: the mempool has another transaction with this nonce, and our price is not high enough to
 * replace it
 * - `feeTooLow`: below the minimum of the node or the next block
 * - `noFunds`: insufficient funds of the sender at this time (FLT-32)
 * - `busy`: the node currently accepts no more
 * - `invalid`: no node will ever accept these bytes
 * - `unknown`: the effect is not known; look up the hash, send the same bytes again
 */
export type SendState =
  | 'accepted'
  | 'known'
  | 'nonceUsed'
  | 'nonceGap'
  | 'underpriced'
  | 'feeTooLow'
  | 'noFunds'
  | 'busy'
  | 'invalid'
  | 'unknown'

export type SendOutcome = {
  readonly state: SendState
  readonly txHash: string
  /** The node's message, or why there was none; null for `accepted`. */
  readonly reason: string | null
}

/**
 * Messages of Geth (also BNB and Arbitrum), Erigon, Nethermind, Besu, Reth and Anvil, the most specific
 * first.
 */
const words: readonly (readonly [SendState, RegExp])[] = [
  ['known', /already (known|imported|exists)|known transaction|alreadyknown/i],
  ['underpriced', /replacement|replac\w* .*underpriced|feetoolowtocompete|replacementnotallowed/i],
  ['nonceUsed', /nonce( is)? too low|oldnonce|nonce .*(already|has been) used|invalid nonce.*low/i],
  ['nonceGap', /nonce( is)? too high|noncegap|nonce too far|nonce .*gap/i],
  ['noFunds', /insufficient ?(funds|balance)|upfront cost exceeds|overshot|not enough funds/i],
  [
    'feeTooLow',
    /underpriced|less than block base fee|below (the )?(configured )?min|gas ?price too low|feetoolow|tip too low/i,
  ],
  ['busy', /pool is full|limit reached|too many|rate limit|txpool|try again|account limit/i],
  [
    'invalid',
    /intrinsic gas|exceeds block gas|gas limit (too|exceeds)|invalid (sender|signature|chain)|chain ?id|tx fee .*exceeds|oversized|not supported|rlp|decode|priority fee .*(higher|greater) than/i,
  ],
]

/** State that follows from a node's error about signed bytes. */
export function sendStateOf(message: string): SendState {
  return words.find(([, form]) => form.test(message))?.[0] ?? 'unknown'
}
