import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findHolderName,
  createInitialForm,
  findBankFaults,
  findRefusedField,
  parseAccountNumber,
} from './bank-form.ts'

const good = { bank: 'BCA', holder: 'Dewi Lestari', number: '1234567890' }

test('BANK-04 DEC-97: bank, holder and number are required, each with its own fault', () => {
  assert.deepEqual(findBankFaults(good), {})
  assert.deepEqual(findBankFaults({ bank: '', holder: ' ', number: '' }), {
    bank: 'bankEmpty',
    holder: 'holderEmpty',
    number: 'numberEmpty',
  })
})

test('DEC-97: a number is 5 to 20 digits, a name 2 to 100 characters', () => {
  for (const number of ['12345', '1'.repeat(20), '123 456 789', '12-34.567', '١٢٣٤٥']) {
    assert.deepEqual(findBankFaults({ ...good, number }), {}, number)
  }
  for (const number of ['1234', '1'.repeat(21), '12345a']) {
    assert.deepEqual(findBankFaults({ ...good, number }), { number: 'numberWrong' }, number)
  }
  assert.deepEqual(findBankFaults({ ...good, holder: 'Io' }), {})
  assert.deepEqual(findBankFaults({ ...good, holder: 'x'.repeat(100) }), {})
  assert.deepEqual(findBankFaults({ ...good, holder: 'X' }), { holder: 'holderShort' })
  assert.deepEqual(findBankFaults({ ...good, holder: 'x'.repeat(101) }), { holder: 'holderLong' })
})

test('BANK-04: a number pasted in groups is sent as digits', () => {
  assert.equal(parseAccountNumber(' 1234 5678-90.1 '), '12345678901')
})

test('DEC-97: a refusal is shown at its field', () => {
  assert.equal(findRefusedField('bank.holder_differs'), 'holder')
  assert.equal(findRefusedField('bank.number'), 'number')
  assert.equal(findRefusedField('bank.unknown'), 'bank')
  assert.equal(findRefusedField('bank.sign_in_again'), null)
})

test('BANK-04: a first account starts with the user’s name, a saved one with its values', () => {
  const joined = { fullName: 'Budi', verifiedName: '' }
  assert.equal(findHolderName(null), '')
  assert.equal(findHolderName(joined), 'Budi')
  assert.equal(findHolderName({ ...joined, verifiedName: 'Budi Contoh' }), 'Budi Contoh')
  assert.deepEqual(createInitialForm(null, 'Budi Contoh'), {
    bank: '',
    holder: 'Budi Contoh',
    number: '',
  })
  const saved = { bank: 'BCA', holder: 'BUDI CONTOH', number: '1234567890' }
  assert.deepEqual(createInitialForm(saved, 'Budi Contoh'), saved)
})
