/**
 * Goal: every state of a deposit or withdrawal has a text in both languages, with the next step and who acts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coinStepMessages, languages, createTranslator } from '@tukar/i18n'
import { chainDepositWords, chainWithdrawalWords } from '@tukar/wire'
import { createCoinStoryBuilder } from './coin-story.ts'

const row = (state: string, cause: string | null = null) => ({
  state,
  cause,
  steps: [{ atMs: 1, state, cause }],
  next: null,
})

for (const language of languages) {
  const t = createTranslator(coinStepMessages, language)
  const tell = createCoinStoryBuilder(t)

  test(`each state of a deposit has a text (${language})`, () => {
    for (const state of Object.keys(chainDepositWords)) {
      const { text } = tell.chip('deposit', row(state))
      assert.notEqual(text, t('other'), state)
      const { entries, nextStep } = tell.story('deposit', row(state))
      assert.equal(entries.length, 1)
      assert.equal(nextStep === null, state === 'credited', state)
    }
  })

  test(`each state of a withdrawal has a text (${language})`, () => {
    for (const state of Object.keys(chainWithdrawalWords)) {
      const { text } = tell.chip('withdrawal', row(state))
      assert.notEqual(text, t('other'), state)
      const { nextStep } = tell.story('withdrawal', row(state))
      assert.equal(nextStep === null, state === 'done', state)
    }
  })

  test(`SRV-68: a deposit that waits for its sender states that its owner must act (${language})`, () => {
    const { entries, nextStep } = tell.story('deposit', row('held', 'needs_sender'))
    assert.equal(entries[0]?.title, t('needsSender'))
    assert.equal(nextStep?.actor, t('actor', { who: t('you') }))
  })

  test(`ATT-80 R-08: the decision of two operators about a deposit is shown (${language})`, () => {
    const aside = tell.story('deposit', row('held', 'set_aside'))
    assert.equal(aside.entries[0]?.title, t('setAside'))
    const suspense = tell.story('deposit', row('crediting', 'in_suspense'))
    assert.equal(suspense.nextStep?.actor, t('actor', { who: t('person') }))
    assert.equal(tell.chip('deposit', row('claimed_back', 'released')).text, t('released'))
    assert.equal(tell.chip('deposit', row('credited', 'released')).text, t('creditedReleased'))
  })

  test(`FLT-26 FLT-32: the reason why a withdrawal waits is shown (${language})`, () => {
    const titleOf = (cause: string) => tell.chip('withdrawal', row('approved', cause)).text
    const told = ['short', 'signer_cap', 'custody_gap', 'paused'].map(titleOf)
    assert.equal(new Set(told).size, 4)
    assert.ok(!told.includes(t('approved')))
  })

  test(`ADR 0017: the account hold that a withdrawal waits for is shown (${language})`, () => {
    const textOf = (cause: string) => tell.chip('withdrawal', row('held', cause)).text
    assert.equal(textOf('account_suspended'), t('suspended'))
    assert.equal(textOf('account_held'), t('accountHeld'))
    const { nextStep } = tell.story('withdrawal', row('held', 'account_held'))
    assert.equal(nextStep?.actor, t('actor', { who: t('person') }))
  })

  test(`a rejected withdrawal shows the reason, a failed one its cause (${language})`, () => {
    const reason = 'Alamat diragukan.'
    const steps = [{ atMs: 1, state: 'canceled', cause: 'operator', reason }]
    const { entries } = tell.story('withdrawal', { ...row('canceled', 'operator'), steps })
    assert.equal(entries[0]?.note, t('rejectedWhy', { reason }))
    const failed = tell.story('withdrawal', row('failed', 'displaced'))
    assert.equal(failed.entries[0]?.note, t('causeCode', { cause: 'displaced' }))
  })

  test(`ATT-94: a failure on the chain does not claim that the whole amount was returned (${language})`, () => {
    const { entries, nextStep } = tell.story('withdrawal', row('failed', 'reverted_final'))
    assert.deepEqual([entries[0]?.title, entries[0]?.note], [t('revertedThere'), null])
    assert.equal(nextStep?.text, t('revertedEndNext'))
  })

  test(`an unknown state has a general text (${language})`, () => {
    assert.equal(tell.chip('deposit', row('teleported')).text, t('other'))
  })
}
