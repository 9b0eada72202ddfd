import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  lastError,
  type RegistrationError,
  type RegistrationField,
  registrationErrors,
  type RegistrationValues,
} from './registration.ts'

const good: RegistrationValues = {
  name: 'Sari Dewi',
  email: 'sari@contoh.co.id',
  password: 'Rahasia1',
  passwordConfirm: 'Rahasia1',
  isAgreed: true,
}

type Case = readonly [string, Partial<RegistrationValues>, RegistrationField, RegistrationError]

const cases: readonly Case[] = [
  ['REG-09: a name of blanks is empty', { name: '  ' }, 'name', 'nameEmpty'],
  ['REG-10: no e-mail', { email: ' ' }, 'email', 'emailEmpty'],
  ['REG-11: an e-mail without a dotted domain', { email: 'sari@contoh' }, 'email', 'emailInvalid'],
  ['REG-12: no password', { password: '', passwordConfirm: '' }, 'password', 'passwordEmpty'],
  ['REG-13: seven characters', { password: 'Rahasi1' }, 'password', 'passwordShort'],
  ['REG-14: no uppercase letter', { password: 'rahasia1' }, 'password', 'passwordWeak'],
  ['REG-14: no digit', { password: 'Rahasiaa' }, 'password', 'passwordWeak'],
  [
    'DEC-28: more than 128 characters',
    { password: `R1${'a'.repeat(127)}` },
    'password',
    'passwordLong',
  ],
  ['REG-15: no repetition', { passwordConfirm: '' }, 'passwordConfirm', 'confirmEmpty'],
  ['REG-16: another one', { passwordConfirm: 'Rahasia2' }, 'passwordConfirm', 'confirmDifferent'],
  ['REG-17: terms not accepted', { isAgreed: false }, 'isAgreed', 'termsRequired'],
]

test('a valid form has no error', () => {
  assert.deepEqual(registrationErrors(good), {})
  assert.equal(lastError({}), null)
})

for (const [why, change, field, error] of cases) {
  test(why, () => {
    assert.equal(registrationErrors({ ...good, ...change })[field], error)
  })
}

test('REG-08, DEC-25: every field has its own error, the status has the last one in order', () => {
  const errors = registrationErrors({
    name: '',
    email: 'x',
    password: 'short',
    passwordConfirm: 'other',
    isAgreed: false,
  })
  assert.deepEqual(errors, {
    name: 'nameEmpty',
    email: 'emailInvalid',
    password: 'passwordShort',
    passwordConfirm: 'confirmDifferent',
    isAgreed: 'termsRequired',
  })
  assert.equal(lastError(errors), 'termsRequired')
  assert.equal(lastError({ name: 'nameEmpty', email: 'emailEmpty' }), 'emailEmpty')
})
