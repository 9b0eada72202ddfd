import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@tukar/wire'
import { isReasonMissing } from './reason.ts'

test('every decision except a plain approval needs a reason, by the exchange’s rule', () => {
  const { decideDeposit, decideWithdrawal, decideChainDeposit, decideChainWithdrawal } = calls
  const decisions = [
    {
      body: decideDeposit.takes,
      plain: ['credit'],
      others: ['reject', 'reverse', 'ask', 'unpaid'],
    },
    {
      body: decideWithdrawal.takes,
      plain: ['approve'],
      others: ['reject', 'ask', 'take_failed', 'take_paid'],
    },
    { body: decideChainDeposit.takes, plain: ['credit'], others: ['set_aside', 'release', 'ask'] },
    {
      body: decideChainWithdrawal.takes,
      plain: ['approve'],
      others: ['reject', 'give_back', 'ask'],
    },
  ]
  for (const { body, plain, others } of decisions) {
    for (const decision of [...plain, ...others]) {
      const isPlain = plain.includes(decision)
      for (const [reason, isEnough] of [
        ['', isPlain],
        [' \n', isPlain],
        ['no', false],
        ['He called us.', true],
      ] as const) {
        const sent = body.safeParse({ decision, reason, evidence: 'Statement of today' })
        assert.equal(sent.success, isEnough, `${decision} ${reason}`)
        assert.equal(isReasonMissing(decision, reason), !isEnough, `${decision} ${reason}`)
      }
      assert.equal(body.safeParse({ decision, evidence: 'Statement' }).success, isPlain, decision)
    }
  }
})
