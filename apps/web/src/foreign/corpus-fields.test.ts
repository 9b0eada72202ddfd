/**
 * Goal: each field reads what people type and paste. A new field is one line here and is tested with all
 * inputs of its kind.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accountNumbers,
  amounts,
  codes,
  createDigitForms,
  createPastes,
  phones,
  sixteenDigits,
  type TypedCase,
} from '@tukar/i18n/corpus'
import { identityNumberOf, npwpOf, phoneOf } from '@tukar/wire'
import { codeLength, toDigits } from '../accounts/codes/code.ts'
import { codeIn, emptyBoxes, pastedInto } from '../accounts/codes/otp-boxes.ts'
import { parseAccountNumber, findBankFaults as bankFaultsOf } from '../bank-account/bank-form.ts'
import { readTyped } from '../desk/markets/market-form-model.ts'
import { parseReserveAmount } from '../desk/chains/reserves.ts'
import { parseRupiah } from '../desk/settings/setting.ts'
import { typedRupiah } from '../desk/tax/remitted-rupiah.ts'
import { amountFromText } from '../ui/amount-model.ts'

type Read = (text: string) => string | null

const rawOf: Read = (text) => {
  const typed = readTyped(text, { currency: 'IDR', decimals: 2 })
  return 'raw' in typed ? typed.raw : null
}

const accountNumberOf: Read = (number) =>
  'number' in bankFaultsOf({ bank: 'BCA', holder: 'Dewi', number })
    ? null
    : parseAccountNumber(number)

const codeOf: Read = (text) => {
  const digits = toDigits(text)
  return digits.length === codeLength ? digits : null
}

const fields: readonly (readonly [name: string, read: Read, cases: readonly TypedCase[]])[] = [
  ['amount of a deposit or withdrawal', (text) => amountFromText(text, 0, 'IDR').raw, amounts],
  ['price or total of an order', (text) => amountFromText(text, 2, 'IDR').raw, amounts],
  ['rule of a market, charge, or limit of a person', rawOf, amounts],
  ['coins of the house', parseReserveAmount, amounts],
  ['setting in rupiah', parseRupiah, amounts],
  ['taxes handed on', typedRupiah, amounts],
  ['number of a bank account', accountNumberOf, accountNumbers],
  ['phone', (text) => phoneOf(text, 'indonesia'), phones],
  ['NIK', (text) => identityNumberOf(text, 'indonesia')?.number ?? null, sixteenDigits],
  ['NPWP', npwpOf, sixteenDigits],
  ['code of an authenticator', codeOf, codes],
  ['boxes of a code by e-mail', (text) => codeIn(pastedInto(emptyBoxes, 0, text).boxes), codes],
]

for (const [name, read, cases] of fields) {
  test(`${name}: every text of its kind is read as what it means, pasted and by other keyboards too`, () => {
    for (const [text, meaning] of cases) {
      assert.equal(read(text), meaning, text)
      if (meaning === null) continue
      for (const form of [...createPastes(text), ...createDigitForms(text)]) {
        assert.equal(read(form), meaning, JSON.stringify(form))
      }
    }
  })
}
