/** Replies of several node implementations to signed bytes, and the state that follows from each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SendState, sendStateOf } from './outcomes.ts'

const said: readonly (readonly [SendState, string])[] = [
  ['known', 'already known'],
  ['known', 'known transaction: 5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'],
  ['known', 'transaction already imported'],
  ['known', 'AlreadyKnown'],
  ['nonceUsed', 'nonce too low'],
  ['nonceUsed', 'nonce too low: next nonce 5, tx nonce 3'],
  ['nonceUsed', 'nonce too low: address 0x1, tx: 3 state: 5'],
  ['nonceUsed', 'OldNonce'],
  ['nonceGap', 'nonce too high'],
  ['nonceGap', 'nonce too high: address 0x1, tx: 9 state: 5'],
  ['nonceGap', 'NonceGap'],
  ['underpriced', 'replacement transaction underpriced'],
  ['underpriced', 'Transaction replacement underpriced'],
  ['underpriced', 'ReplacementNotAllowed'],
  ['feeTooLow', 'transaction underpriced'],
  ['feeTooLow', 'transaction underpriced: tip needed 1, tip permitted 0'],
  ['feeTooLow', 'max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1'],
  ['feeTooLow', 'Gas price below configured minimum gas price'],
  ['feeTooLow', 'FeeTooLow'],
  ['noFunds', 'insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1'],
  ['noFunds', 'Insufficient funds for gas * price + value'],
  ['noFunds', 'InsufficientFunds, Account balance: 0'],
  ['noFunds', 'Upfront cost exceeds account balance'],
  ['busy', 'txpool is full'],
  ['busy', 'in-flight transaction limit reached for delegated accounts'],
  ['invalid', 'intrinsic gas too low: have 20000, want 21000'],
  ['invalid', 'exceeds block gas limit'],
  ['invalid', 'invalid sender'],
  ['invalid', 'invalid chain id for signer: have 1 want 56'],
  ['invalid', 'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)'],
  ['invalid', 'max priority fee per gas higher than max fee per gas'],
  ['unknown', 'internal error'],
  ['unknown', ''],
]

test('FLT-30: messages of every node implementation are classified, and others are unknown', () => {
  for (const [state, message] of said) assert.equal(sendStateOf(message), state, message)
})
