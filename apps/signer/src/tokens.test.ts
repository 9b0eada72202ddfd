/** Tokens that the exchange adds while the signer runs (ADR 0019). */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { parseSettings } from './settings.ts'
import {
  approvalKey,
  evmSpend,
  freshSigner,
  nowMs,
  requestFor,
  settingsText,
  signerIn,
  tokenApproval,
  usdt,
} from './testing/requests.ts'
import { passkeyOf, votingSettings } from './testing/voting.ts'
import { parseTokenRequest, textOfToken, type TokenOrder, type TokenRequest } from './tokens.ts'

const contract = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const settings = parseSettings({ ...settingsText, tokensMax: 2 })

const order: TokenOrder = {
  chain: 'evm:1',
  currency: 'KOPI',
  contract,
  decimals: 6,
  transaction: '100',
  hour: '150',
  day: '200',
  approvedBy: 'change:7',
  approvedAtMs: nowMs - 1_000,
  notAfterMs: nowMs + 60_000,
}

function asked(changed: Partial<TokenOrder> = {}, more: Partial<TokenRequest> = {}): TokenRequest {
  const token = { ...order, ...changed }
  const mac = createHmac('sha256', approvalKey).update(textOfToken(token)).digest('hex')
  return { order: token, mac, epoch: 1, bookAtLeast: 0, ...more }
}

function payout(number: number, amount: bigint, changed: object = {}) {
  const id = `token-${number}`
  const destination = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  const of = { id, hold: id, currency: 'KOPI', contract, destination, amount, ...changed }
  return requestFor({ ...tokenApproval, ...of }, { ...evmSpend, nonce: number })
}

const codeOf = (outcome: object) => ('refused' in outcome ? outcome.refused : 'done')

test('ADR 0019: an added token can be signed for up to its caps, also after a restart', async (t) => {
  const { signer, folder, close } = await freshSigner(t, { settings })
  assert.equal(codeOf(await signer.sign(payout(1, 1_000_000n))), 'asset.unknown')
  assert.equal(codeOf(await signer.addToken(asked())), 'done')
  const { number } = await signer.status()
  assert.equal(codeOf(await signer.addToken(asked())), 'done', 'the same again')
  assert.equal((await signer.status()).number, number, 'and nothing more is written')
  assert.equal(codeOf(await signer.sign(payout(1, 1_000_000n))), 'done')
  await close()
  const reopened = await signerIn(folder, { settings })
  assert.equal(codeOf(await reopened.signer.sign(payout(2, 100_000_000n))), 'done')
  assert.equal(codeOf(await reopened.signer.sign(payout(3, 100_000_000n))), 'cap.hour')
  assert.equal(codeOf(await reopened.signer.sign(payout(4, 1n))), 'tripped')
  await reopened.close()
})

test('ATT-97 ADR 0019: an added token is final: no order changes it, raises its caps, or replaces a contract of the settings', async (t) => {
  const { signer } = await freshSigner(t, { settings })
  assert.equal(codeOf(await signer.addToken(asked())), 'done')
  const changed: readonly Partial<TokenOrder>[] = [
    { decimals: 18 },
    { currency: 'TEH' },
    { day: '20000' },
    { chain: 'evm:56', contract: other, day: '20000' },
    { contract: other },
    { currency: 'RICH', contract: usdt },
    { currency: 'USDT', contract: usdt, decimals: 18 },
  ]
  for (const each of changed) {
    assert.equal(codeOf(await signer.addToken(asked(each))), 'token.changed', JSON.stringify(each))
  }
  assert.equal(codeOf(await signer.addToken(asked({ currency: 'USDT', contract: usdt }))), 'done')
  assert.equal(codeOf(await signer.addToken(asked({ chain: 'evm:56', contract: other }))), 'done')
})

test('ATT-97 ADR 0019: an order without proof, expired, of an old writer, for an unknown chain, or above the limit is refused', async (t) => {
  const { signer } = await freshSigner(t, { settings })
  const forged = { ...asked(), order: { ...order, day: '999999' } }
  assert.equal(codeOf(await signer.addToken(forged)), 'token.forged')
  const approval = requestFor({ ...tokenApproval }, evmSpend)
  assert.equal(codeOf(await signer.addToken({ ...asked(), mac: approval.mac })), 'token.forged')
  assert.equal(codeOf(await signer.addToken(asked({ notAfterMs: nowMs }))), 'approval.expired')
  assert.equal(
    codeOf(await signer.addToken(asked({ approvedAtMs: nowMs + 90_000 }))),
    'approval.early',
  )
  assert.equal(codeOf(await signer.addToken(asked({ chain: 'evm:5' }))), 'asset.unknown')
  assert.equal(codeOf(await signer.addToken(asked({}, { bookAtLeast: 9 }))), 'book.behind')
  for (const currency of ['ONE', 'TWO']) {
    const own = currency === 'ONE' ? contract : other
    assert.equal(codeOf(await signer.addToken(asked({ currency, contract: own }))), 'done')
  }
  const third = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
  assert.equal(codeOf(await signer.addToken(asked({ contract: third }))), 'token.too_many')
  const closed = await freshSigner(t)
  assert.equal(codeOf(await closed.signer.addToken(asked())), 'token.closed')
})

test('ADR 0019: an address that is an added contract is paid nothing', async (t) => {
  const { signer } = await freshSigner(t, { settings })
  assert.equal(codeOf(await signer.addToken(asked())), 'done')
  const toContract = payout(1, 5n, { destination: contract, currency: 'USDT', contract: usdt })
  assert.equal(codeOf(await signer.sign(toContract)), 'address.invalid')
})

test('ADR 0019: the text of an order equals the test vectors, and unknown fields are refused', async () => {
  const file = path.join(import.meta.dirname, '../fixtures/tokens.json')
  const vectors: readonly { key: string; token: TokenOrder; text: string; mac: string }[] =
    JSON.parse(await readFile(file, 'utf8'))
  for (const { key, token, text, mac } of vectors) {
    assert.equal(textOfToken(token), text)
    assert.equal(createHmac('sha256', key).update(text).digest('hex'), mac)
    const body = { token, mac, epoch: 1, bookAtLeast: 0 }
    assert.deepEqual(parseTokenRequest(body)?.order, token)
    assert.equal(parseTokenRequest({ ...body, more: 1 }), null)
    for (const wrong of [
      { decimals: 19 },
      { contract: '0x12' },
      { hour: '1' },
      { chain: 'evm:x' },
    ]) {
      assert.equal(parseTokenRequest({ ...body, token: { ...token, ...wrong } }), null)
    }
  }
})

test('H-4: an added token needs operators’ votes from two fifths of its cap on', async (t) => {
  const voting = votingSettings([passkeyOf(11), passkeyOf(12)])
  const verifying = parseSettings({ ...voting, tokensMax: 1 })
  const { signer } = await freshSigner(t, { settings: verifying })
  assert.equal(codeOf(await signer.addToken(asked())), 'done')
  assert.equal(codeOf(await signer.sign(payout(1, 39_999_999n))), 'done')
  assert.equal(codeOf(await signer.sign(payout(2, 40_000_000n))), 'votes.missing')
})
