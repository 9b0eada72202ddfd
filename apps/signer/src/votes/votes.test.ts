/**
 * Operators' votes for large payouts (H-2, H-4): by passkeys of the signer's own settings, for exactly this
 * payout.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Approval } from '../approval.ts'
import { parseRequest, type SignRequest } from '../request.ts'
import { parseSettings } from '../settings.ts'
import { parseJson } from '../shape.ts'
import type { Outcome } from '../signer.ts'
import {
  bodyOf,
  coinApproval,
  evmSpend,
  freshSigner,
  payoutNo,
  requestFor,
  settingsText,
  stated,
  strangerBitcoin,
  tokenApproval,
} from '../testing/requests.ts'
import { toEntry, passkeyOf, shownOf, voteOf, votingSettings } from '../testing/voting.ts'
import type { Vote } from './vote.ts'

const [ratna, bayu] = [passkeyOf(11), passkeyOf(12)]
const settings = parseSettings(votingSettings([ratna, bayu]))
const codeOf = (outcome: Outcome) => ('refused' in outcome ? outcome.refused : 'signed')

/** A payout of 250 USDT with these votes; 200 is the limit. */
function asked(votes: readonly Vote[], changes: Partial<Approval> = {}): SignRequest {
  return requestFor({ ...tokenApproval, ...changes }, evmSpend, { votes })
}

/** The signer's answer to the payout with these votes; a refusal never signs anything. */
async function answerTo(
  t: Parameters<typeof freshSigner>[0],
  votes: readonly Vote[],
): Promise<string> {
  const { signer } = await freshSigner(t, { settings })
  const code = codeOf(await signer.sign(asked(votes)))
  const { number, tripped } = await signer.status()
  assert.deepEqual([number, tripped], [code === 'signed' ? 1 : 0, null])
  return code
}

const both = () => [voteOf(ratna, tokenApproval), voteOf(bayu, tokenApproval)] as const

test('H-2 H-4: a large payout needs the votes of two operators', async (t) => {
  const [first, second] = both()
  assert.equal(await answerTo(t, []), 'votes.missing')
  assert.equal(await answerTo(t, [first]), 'votes.missing')
  assert.equal(await answerTo(t, [first, second]), 'signed')
})

test('H-2 H-4: two votes of one operator count once, also with another passkey', async (t) => {
  const [first] = both()
  const again = voteOf(ratna, tokenApproval)
  assert.equal(await answerTo(t, [first, first]), 'votes.same_operator')
  assert.equal(await answerTo(t, [first, again]), 'votes.same_operator')
  const other = passkeyOf(ratna.operator)
  const known = parseSettings(votingSettings([ratna, bayu, other]))
  const { signer } = await freshSigner(t, { settings: known })
  const votes = [first, voteOf(other, tokenApproval)]
  assert.equal(codeOf(await signer.sign(asked(votes))), 'votes.same_operator')
})

test('H-2 H-4: a passkey that is not in the signer’s settings does not count', async (t) => {
  const [first, second] = both()
  const stranger = passkeyOf(13)
  assert.equal(await answerTo(t, [first, voteOf(stranger, tokenApproval)]), 'votes.unknown_key')
  const posing = voteOf({ ...stranger, id: bayu.id }, tokenApproval)
  assert.equal(await answerTo(t, [first, posing]), 'votes.forged')
  // Invalid votes do not affect valid ones.
  assert.equal(await answerTo(t, [posing, first, second]), 'signed')
})

test('H-2 H-4: a vote must be signed at the console’s site, with the operator present and verified', async (t) => {
  const [first, second] = both()
  const forged: Readonly<Record<string, Vote>> = {
    'not verified': voteOf(bayu, tokenApproval, { flags: 1 }),
    'not there': voteOf(bayu, tokenApproval, { flags: 4 }),
    'another site': voteOf(bayu, tokenApproval, { rpId: 'elsewhere.example' }),
    'another page': voteOf(bayu, tokenApproval, {
      client: { origin: 'https://elsewhere.example' },
    }),
    'in a frame of another page': voteOf(bayu, tokenApproval, { client: { crossOrigin: true } }),
    'made as a passkey': voteOf(bayu, tokenApproval, { client: { type: 'webauthn.create' } }),
    'another challenge': voteOf(bayu, tokenApproval, { client: { challenge: 'AAAA' } }),
    'another nonce': { ...second, nonce: `${second.nonce}0` },
    'another row': { ...second, subject: second.subject + 1 },
    'without data': { ...second, assertion: { ...second.assertion, authenticatorData: 'AA' } },
  }
  for (const [what, vote] of Object.entries(forged)) {
    assert.equal(await answerTo(t, [first, vote]), 'votes.forged', what)
  }
})

test('H-2 H-4: a rejecting vote or one about another subject does not count', async (t) => {
  const [first, second] = both()
  const against = voteOf(bayu, tokenApproval, { decision: 'reject' })
  assert.equal(await answerTo(t, [first, against]), 'votes.rejected')
  assert.equal(
    await answerTo(t, [first, voteOf(bayu, tokenApproval, { kind: 'withdrawal' })]),
    'votes.rejected',
  )
  assert.equal(await answerTo(t, [first, { ...against, decision: 'approve' }]), 'votes.forged')
  assert.equal(await answerTo(t, [first, { ...second, decision: 'reject' }]), 'votes.rejected')
})

test('H-2 H-4: votes count only for the displayed receiver, network, token, amount, fee, hold and owner', async (t) => {
  const [first] = both()
  const shown = (changes: Readonly<Record<string, unknown>>) =>
    voteOf(bayu, tokenApproval, { shown: shownOf(tokenApproval, changes) })
  const others: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['votes.other_payout', { id: 'withdrawal-2' }],
    ['votes.other_payout', { chain: 'evm:56' }],
    ['votes.other_payout', { currency: 'ETH' }],
    ['votes.other_payout', { contract: null }],
    ['votes.other_payout', { destination: strangerBitcoin }],
    ['votes.other_payout', { hold: 'hold-2' }],
    ['votes.other_payout', { owner: 1_002 }],
    ['votes.other_amount', { amount: '249999999' }],
    // The hold covers the received amount, and no fee.
    ['votes.other_amount', { fee: '1' }],
  ]
  for (const [code, changes] of others) {
    assert.equal(await answerTo(t, [first, shown(changes)]), code, JSON.stringify(changes))
  }
  const relabeled = { ...shown({ amount: '1' }), shown: shownOf(tokenApproval) }
  assert.equal(await answerTo(t, [first, relabeled]), 'votes.forged')
  const unreadable = voteOf(bayu, tokenApproval, { shown: '["250 USDT"]' })
  assert.equal(await answerTo(t, [first, unreadable]), 'votes.other_payout')
  const withFee = stated(tokenApproval, { left: tokenApproval.amount + 5n })
  const fee = [ratna, bayu].map((passkey) =>
    voteOf(passkey, tokenApproval, { shown: shownOf(tokenApproval, { fee: '5' }) }),
  )
  const { signer } = await freshSigner(t, { settings })
  assert.equal(codeOf(await signer.sign({ ...asked(fee), statement: withFee })), 'signed')
})

test('H-2 H-4: votes pay no other payout, and not their own twice', async (t) => {
  const { signer } = await freshSigner(t, { settings })
  const votes = both()
  assert.equal(codeOf(await signer.sign(asked(votes))), 'signed')
  const other = { ...tokenApproval, id: 'withdrawal-2', hold: 'hold-2' }
  const again = requestFor(other, { ...evmSpend, nonce: 8 }, { votes })
  assert.equal(codeOf(await signer.sign(again)), 'votes.other_payout')
  const elsewhere = { ...tokenApproval, destination: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }
  assert.equal(
    codeOf(await signer.sign(requestFor(elsewhere, evmSpend, { votes }))),
    'approval.changed',
  )
  const voided = { ...tokenApproval, id: 'withdrawal-3', hold: 'hold-3' }
  await signer.voidId({ id: voided.id, hold: voided.hold, bookAtLeast: 0 })
  const late = [ratna, bayu].map((passkey) => voteOf(passkey, voided))
  const request = requestFor(voided, { ...evmSpend, nonce: 9 }, { votes: late })
  assert.equal(codeOf(await signer.sign(request)), 'approval.void')
})

test('H-4: operators cannot vote for their own payout', async (t) => {
  const own = passkeyOf(1_001)
  const { signer } = await freshSigner(t, { settings: parseSettings(votingSettings([ratna, own])) })
  const votes = [voteOf(ratna, tokenApproval), voteOf(own, tokenApproval)]
  assert.equal(codeOf(await signer.sign(asked(votes))), 'votes.own_case')
})

test('H-4: votes are not needed below the limit, for payments to the house, or for a higher fee', async (t) => {
  const { signer } = await freshSigner(t, { settings })
  const little = { ...tokenApproval, id: 'little', hold: 'little', amount: 199_999_999n }
  assert.equal(codeOf(await signer.sign(requestFor(little, evmSpend))), 'signed')
  const limit = { ...little, id: 'limit', hold: 'limit', amount: 200_000_000n }
  const atLimit = requestFor(limit, { ...evmSpend, nonce: 8 })
  assert.equal(codeOf(await signer.sign(atLimit)), 'votes.missing')
  assert.equal(codeOf(await signer.sign(payoutNo(1, 9_999_999n))), 'signed')
  assert.equal(codeOf(await signer.sign(payoutNo(2, 10_000_000n))), 'votes.missing')
  const coin = { ...coinApproval, id: 'coin', hold: 'coin', feeMax: 10n ** 17n }
  const votes = [ratna, bayu].map((passkey) => voteOf(passkey, coin))
  const spend = { ...evmSpend, nonce: 9 }
  assert.equal(codeOf(await signer.sign(requestFor(coin, spend, { votes }))), 'signed')
  const dearer = { ...spend, gasPrice: { ...spend.gasPrice, max: 40_000_000_000n } }
  assert.equal(codeOf(await signer.sign(requestFor(coin, dearer))), 'signed')
})

test('H-4: passkeys of every supported kind count', async (t) => {
  const [one, other] = [passkeyOf(11, 'ed25519'), passkeyOf(12, 'rsa')]
  const { signer } = await freshSigner(t, { settings: parseSettings(votingSettings([one, other])) })
  const votes = [voteOf(one, tokenApproval), voteOf(other, tokenApproval)]
  assert.equal(codeOf(await signer.sign(asked(votes))), 'signed')
})

test('H-4: requests without votes are accepted as from an older server, and invalid votes are refused', () => {
  const body = () => ({ ...Object(parseJson(bodyOf(asked(both())))) })
  assert.equal(parseRequest(body())?.votes.length, 2)
  const { votes: _, ...before } = body()
  assert.deepEqual(parseRequest(before)?.votes, [])
  for (const votes of ['none', [1], [{}], Array.from({ length: 21 }, () => body().votes[0])]) {
    assert.equal(parseRequest({ ...body(), votes }), null)
  }
})

test('H-4: vote settings need enough operators, valid keys, the console’s site and each currency', () => {
  const right = votingSettings([ratna, bayu])
  const votes = (changes: object) => ({ ...right, votes: { ...right.votes, ...changes } })
  const line = toEntry(ratna)
  const wrong: readonly (readonly [RegExp, object])[] = [
    [/2 operators are needed, and 1 have/, votes({ passkeys: [line, toEntry(passkeyOf(11))] })],
    [/needed must be 1 to 10/, votes({ needed: 0 })],
    [/from has no limit for USDT/, votes({ from: { BTC: '1', ETH: '1', BNB: '1' } })],
    [/a decimal text/, votes({ from: { BTC: 1 } })],
    [/rpId its host/, votes({ origin: 'https://exchange.example/desk' })],
    [/rpId its host/, votes({ rpId: 'example' })],
    [/listed twice/, votes({ passkeys: [line, line, toEntry(bayu)] })],
    [/passkey 2 must be a line/, votes({ passkeys: [line, { ...line, key: 'AAAA' }] })],
    [/votes must have needed/, { ...right, votes: { ...right.votes, more: 1 } }],
    [/or be "unverified"/, { ...right, votes: 'none' }],
  ]
  for (const [why, text] of wrong) assert.throws(() => parseSettings(text), why)
  assert.equal(parseSettings({ ...right, votes: 'unverified' }).votes, 'unverified')
  assert.equal(parseSettings(settingsText).votes, 'unsaid')
})
