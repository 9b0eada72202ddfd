/** Goal: every state that coins can be in is told, in both languages, with what is next and who acts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coinStepMessages, languages, translatorOf } from '@tukar/i18n'
import { chainDepositWords, chainWithdrawalWords } from '@tukar/wire'
import { coinTeller } from './coin-story.ts'

const row = (state: string, cause: string | null = null) => ({
  state,
  cause,
  steps: [{ atMs: 1, state, cause }],
  next: null,
})

for (const language of languages) {
  const say = translatorOf(coinStepMessages, language)
  const tell = coinTeller(say)

  test(`each state of a deposit is told (${language})`, () => {
    for (const state of Object.keys(chainDepositWords)) {
      const { text } = tell.chip('deposit', row(state))
      assert.notEqual(text, say('other'), state)
      const { told, coming } = tell.story('deposit', row(state))
      assert.equal(told.length, 1)
      assert.equal(coming === null, state === 'credited', state)
    }
  })

  test(`each state of a withdrawal is told (${language})`, () => {
    for (const state of Object.keys(chainWithdrawalWords)) {
      const { text } = tell.chip('withdrawal', row(state))
      assert.notEqual(text, say('other'), state)
      const { coming } = tell.story('withdrawal', row(state))
      assert.equal(coming === null, state === 'done', state)
    }
  })

  test(`SRV-68: a deposit that waits for its sender says that its owner acts (${language})`, () => {
    const { told, coming } = tell.story('deposit', row('held', 'needs_sender'))
    assert.equal(told[0]?.title, say('needsSender'))
    assert.equal(coming?.actor, say('actor', { who: say('you') }))
  })

  test(`ATT-80 R-08: what two people ruled about a deposit is told (${language})`, () => {
    const aside = tell.story('deposit', row('held', 'set_aside'))
    assert.equal(aside.told[0]?.title, say('setAside'))
    const suspense = tell.story('deposit', row('crediting', 'in_suspense'))
    assert.equal(suspense.coming?.actor, say('actor', { who: say('person') }))
    assert.equal(tell.chip('deposit', row('claimed_back', 'released')).text, say('released'))
    assert.equal(tell.chip('deposit', row('credited', 'released')).text, say('creditedReleased'))
  })

  test(`FLT-26 FLT-32: why a withdrawal waits is told (${language})`, () => {
    const titleOf = (cause: string) => tell.chip('withdrawal', row('approved', cause)).text
    const told = ['short', 'signer_cap', 'custody_gap', 'paused'].map(titleOf)
    assert.equal(new Set(told).size, 4)
    assert.ok(!told.includes(say('approved')))
  })

  test(`ADR 0017: which hold of the account a withdrawal waits for is told (${language})`, () => {
    const textOf = (cause: string) => tell.chip('withdrawal', row('held', cause)).text
    assert.equal(textOf('account_suspended'), say('suspended'))
    assert.equal(textOf('account_held'), say('accountHeld'))
    const { coming } = tell.story('withdrawal', row('held', 'account_held'))
    assert.equal(coming?.actor, say('actor', { who: say('person') }))
  })

  test(`a rejected withdrawal tells the reason, a failed one its cause (${language})`, () => {
    const reason = 'Alamat diragukan.'
    const steps = [{ atMs: 1, state: 'canceled', cause: 'operator', reason }]
    const { told } = tell.story('withdrawal', { ...row('canceled', 'operator'), steps })
    assert.equal(told[0]?.note, say('rejectedWhy', { reason }))
    const failed = tell.story('withdrawal', row('failed', 'displaced'))
    assert.equal(failed.told[0]?.note, say('causeCode', { cause: 'displaced' }))
  })

  test(`ATT-94: of what failed on the chain nobody says that all of it is back (${language})`, () => {
    const { told, coming } = tell.story('withdrawal', row('failed', 'reverted_final'))
    assert.deepEqual([told[0]?.title, told[0]?.note], [say('revertedThere'), null])
    assert.equal(coming?.text, say('revertedEndNext'))
  })

  test(`a state that this page does not know is still told (${language})`, () => {
    assert.equal(tell.chip('deposit', row('teleported')).text, say('other'))
  })
}
