/**
 * What came of handing signed bytes to a node (FLT-30). No outcome frees a nonce or an amount: signed bytes
 * may come into a block as long as another transaction has not used their nonce. They only say what to do next.
 */

/**
 * - `accepted`: the node took it
 * - `known`: it had it already, or it is in a block
 * - `nonceUsed`: the nonce is in a block, by these bytes or others: look for the hashes of that nonce
 * - `nonceGap`: nonces before it are missing
 * - `underpriced`: another one with this nonce waits there, and we offer too little more
 * - `feeTooLow`: below what the node or the next block takes
 * - `noFunds`: the sender has not enough now (FLT-32)
 * - `busy`: the node takes no more just now
 * - `invalid`: no node will ever take these bytes
 * - `unknown`: nobody can say; look for the hash, send the same bytes again
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
  /** The node's words, or why there were none; null when it took it. */
  readonly reason: string | null
}

/**
 * Words of Geth (and of BNB and Arbitrum after it), Erigon, Nethermind, Besu, Reth and Anvil, the surest first.
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

/** What a node's refusal of signed bytes means. */
export function sendStateOf(message: string): SendState {
  return words.find(([, form]) => form.test(message))?.[0] ?? 'unknown'
}
