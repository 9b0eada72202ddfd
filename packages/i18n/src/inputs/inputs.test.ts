import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount } from '../amount-input.ts'
import { accountNumbers, coinAddresses, createDigitForms, createPastes } from './corpus.ts'
import { readPastedAddress } from './payment-links.ts'
import { digitsTyped, plainCode, plainTyped } from './typed-text.ts'

const isAddress = (text: string) => /^(?:0x[0-9a-f]{40}|bc1[0-9a-z]{30,60})$/i.test(text)

for (const [text, meaning] of coinAddresses) {
  test(`the address in "${text.slice(0, 60)}" is ${meaning ?? 'not there'}`, () => {
    const { address, from } = readPastedAddress(text)
    if (meaning === null) return assert.ok(!isAddress(address))
    assert.deepEqual([address, from === null], [meaning, text === meaning])
    for (const pasted of createPastes(text))
      assert.equal(readPastedAddress(pasted).address, meaning)
  })
}

test('the amount of a payment request is read, other links have none', () => {
  const amountIn = (text: string) => readPastedAddress(text).amount
  assert.equal(amountIn('bitcoin:bc1q?label=a&amount=0.015'), '0.015')
  assert.equal(amountIn('bitcoin:bc1q'), null)
  assert.equal(amountIn('https://etherscan.io/address/0x1?amount=3'), null)
})

test('the chain of a payment request or transfer is read; null if it names none', () => {
  const address = `0x${'ab'.repeat(20)}`
  const chainIn = (text: string) => readPastedAddress(text).chainId
  assert.equal(chainIn(`ethereum:${address}@56`), '56')
  assert.equal(chainIn(`ethereum:pay-${address}@0056?value=1`), '56')
  assert.equal(chainIn(`ethereum:${address}@1/transfer?address=${address}&uint256=1`), '1')
  for (const text of [address, `ethereum:${address}`, `https://bscscan.com/address/${address}`]) {
    assert.equal(chainIn(text), null, text)
  }
})

test('account numbers lose only their separators', () => {
  for (const [text, meaning] of accountNumbers) {
    assert.equal(/^\d{5,20}$/.test(digitsTyped(text)), meaning !== null, text)
    if (meaning !== null) assert.equal(digitsTyped(text), meaning)
  }
})

test('codes, numbers and amounts are read without invisible characters, in digits of any keyboard', () => {
  for (const text of createPastes('12345678')) assert.equal(plainCode(text), '12345678')
  for (const text of createDigitForms('1.234.567,5')) {
    assert.deepEqual(readAmount(text), { kind: 'amount', raw: '1234567.5' })
  }
  for (const text of createPastes('1.234.567,5')) {
    assert.deepEqual(readAmount(text), { kind: 'amount', raw: '1234567.5' }, JSON.stringify(text))
  }
  assert.equal(plainTyped('\uff21\uff22 \u{1d7d8}\u{1d7e3}\u0e53'), 'AB 013')
})
