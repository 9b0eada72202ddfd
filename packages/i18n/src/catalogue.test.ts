/**
 * Goal: no text is missing, empty, or lacks a placeholder in one of the languages. The compiler checks the
 * keys; this checks every catalogue that the package exports.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as all from './index.ts'
import { defineMessages, fillPlaceholders, createTranslator } from './index.ts'

type AnyCatalogue = { readonly en: Record<string, string>; readonly id: Record<string, string> }

function isCatalogue(value: unknown): value is AnyCatalogue {
  return typeof value === 'object' && value !== null && 'en' in value && 'id' in value
}

const catalogues = Object.entries<unknown>(all).flatMap(([name, value]) =>
  isCatalogue(value) ? [{ name, en: value.en, id: value.id }] : [],
)

const findPlaceholders = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).toSorted()

test('an amount stays on the line of its sign', () => {
  const catalogue = defineMessages(
    { fee: 'fee Rp {fee}', none: 'Rp or none' },
    { fee: 'biaya Rp {fee}', none: 'Rp' },
  )
  assert.equal(createTranslator(catalogue, 'en')('fee', { fee: '2.100' }), 'fee Rp\u00a02.100')
  assert.equal(createTranslator(catalogue, 'en')('none'), 'Rp or none')
})

test('there are catalogues to check', () => {
  assert.ok(catalogues.length >= 3, `${catalogues.length} catalogues`)
})

for (const { name, en, id } of catalogues) {
  test(`GEN-05 ${name}: both languages have the same keys, and no text is empty`, () => {
    assert.deepEqual(Object.keys(id).toSorted(), Object.keys(en).toSorted())
    for (const [key, text] of [...Object.entries(en), ...Object.entries(id)]) {
      assert.notEqual(text.trim(), '', key)
    }
  })

  test(`${name}: a text has the same placeholders in both languages`, () => {
    for (const [key, text] of Object.entries(en)) {
      assert.deepEqual(findPlaceholders(id[key] ?? ''), findPlaceholders(text), key)
    }
  })
}

test('DEC-03 REG-09 REG-10 REG-11 REG-12 REG-13 REG-14 REG-15 REG-16 REG-17 REG-18 PASS-07 DEL-02 TFA-01: quoted texts are unchanged', () => {
  const { en, id } = all.accountMessages
  assert.equal(id.nameEmpty, 'Nama tidak boleh kosong.')
  assert.equal(id.emailEmpty, 'Email tidak boleh kosong.')
  assert.equal(id.emailInvalid, 'Email tidak valid.')
  assert.equal(id.passwordEmpty, 'Password tidak boleh kosong.')
  assert.equal(id.passwordShort, 'Password min 8 karakter.')
  const weak = 'Password is weak. Password must minimum 8 char, 1 uppercase, and 1 number.'
  assert.equal(en.passwordWeak, weak)
  assert.equal(id.confirmEmpty, 'Confirm password tidak boleh kosong.')
  assert.equal(id.confirmDifferent, 'Password tidak sama.')
  assert.equal(id.termsRequired, 'Syarat dan ketentuan wajib disetujui.')
  assert.equal(en.confirmAlert, 'Password confirmation is not the same')
  const invalid = "Konfirmasi tidak valid. Ketikkan 'DELETE' untuk menghapus."
  assert.equal(all.settingsMessages.id.confirmInvalid, invalid)
  assert.equal(en.googleSecret, 'Google Secret')
})

test('DEC-03 DEC-117 ERR-30 ERR-32 EVMW-05 BTCW-05: texts quoted in Indonesian have an English translation, spelled correctly', () => {
  const { coinMessages, coinWithdrawalMessages, rupiahMessages } = all
  assert.equal(coinMessages.id.emptyField, 'Kolom tidak boleh kosong')
  assert.equal(coinWithdrawalMessages.id.sentBitcoin, 'Withdraw sedang dalam proses.')
  assert.equal(rupiahMessages.id.withdrawn, 'Withdraw berhasil diproses')
  assert.equal(coinMessages.en.emptyField, 'The field must not be empty')
  assert.equal(coinWithdrawalMessages.en.sentBitcoin, 'The withdrawal is being processed.')
  assert.equal(rupiahMessages.en.withdrawn, 'Withdrawal processed successfully')
  assert.equal(coinMessages.id.copiedToClipboard, 'Berhasil disalin ke papan klip!')
  assert.equal(coinMessages.en.copiedToClipboard, 'Copied to the clipboard!')
  assert.equal(coinMessages.en.copiedText, 'Copied the text {address}')
  assert.equal(coinMessages.id.copiedText, 'Teks disalin: {address}')
  for (const { en, id } of [
    { en: coinMessages.en.success, id: coinMessages.id.success },
    { en: coinWithdrawalMessages.en.sentEvm, id: coinWithdrawalMessages.id.sentEvm },
  ]) {
    assert.deepEqual([en, id], ['Success', 'Berhasil'])
  }
})

test('a translator fills placeholders in its language', () => {
  const messages = defineMessages({ buy: 'Buy {amount}' }, { buy: 'Beli {amount}' })
  assert.equal(createTranslator(messages, 'id')('buy', { amount: '0,5 BTC' }), 'Beli 0,5 BTC')
  assert.equal(createTranslator(messages, 'en')('buy', { amount: 1 }), 'Buy 1')
})

test('a placeholder without a parameter stays, a parameter may contain braces', () => {
  assert.equal(fillPlaceholders('{a} and {b}', { a: '{b}' }), '{b} and {b}')
})

test('DEC-07: the terms have the same clauses in both languages, the simulation one when it is one', () => {
  for (const isSimulation of [true, false]) {
    const en = all.termsOf('en', isSimulation)
    const id = all.termsOf('id', isSimulation)
    assert.deepEqual(
      en.map(({ paragraphs }) => paragraphs.length),
      id.map(({ paragraphs }) => paragraphs.length),
    )
  }
  assert.match(all.termsOf('en', true)[0]?.paragraphs[0] ?? '', /No real transactions/)
  assert.doesNotMatch(JSON.stringify(all.termsOf('en', false)), /play money/)
})
