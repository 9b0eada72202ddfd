import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findCheapest,
  feeOf,
  limitOf,
  methodsAt,
  paymentMethods,
  readMethodFee,
} from './methods.ts'

function methodOf(code: string) {
  const method = paymentMethods.find((one) => one.code === code)
  if (method === undefined) throw new Error(`no method ${code}`)
  return method
}

test("IDRD-01: the payer's fee is a fixed part, a percentage rounded up, or zero from an amount on", () => {
  assert.equal(feeOf(methodOf('BRI_VA'), 499_999), 1_665)
  assert.equal(feeOf(methodOf('BRI_VA'), 500_000), 0)
  assert.equal(feeOf(methodOf('BCA_VA'), 5_000_000), 3_885)
  assert.equal(feeOf(methodOf('QRIS'), 10_001), 71)
  assert.equal(feeOf(methodOf('CREDIT_CARD'), 100_000), 4_900)
})

test('IDRD-01: an amount at a limit is allowed, one beyond it is refused with that limit', () => {
  const qris = methodOf('QRIS')
  assert.deepEqual(
    [1, 10_000_000, 10_000_001].map((amount) => limitOf(qris, amount)),
    [null, null, 'max'],
  )
  assert.equal(limitOf(methodOf('BCA_VA'), 9_999), 'min')
})

test('IDRD-01: the cheapest method is the allowed one with the lowest fee', () => {
  assert.equal(findCheapest(paymentMethods, 50_000)?.code, 'QRIS')
  assert.equal(findCheapest(paymentMethods, 600_000)?.code, 'BNI_VA')
  assert.equal(findCheapest(paymentMethods, 100_000_000)?.code, 'CREDIT_CARD')
  assert.equal(findCheapest(paymentMethods, 300_000_000), null)
})

test('DEC-06: an operator sets his own fees, and an invalid format is refused', () => {
  const read = readMethodFee('BCA_VA:4500+0.75%<750000')
  assert.deepEqual(read, {
    BCA_VA: { feeFixed: 4_500, feeBasisPoints: 75, freeFrom: 750_000 },
  })
  const bca = methodsAt(read ?? {}).find(({ code }) => code === 'BCA_VA')
  assert.deepEqual([bca?.feeFixed, bca?.max], [4_500, 50_000_000])
  assert.deepEqual(readMethodFee('QRIS:0+0.7%'), {
    QRIS: { feeFixed: 0, feeBasisPoints: 70, freeFrom: null },
  })
  for (const text of [
    '',
    'BCA_VA',
    'BCA_VA:1',
    'NOWHERE:1+0%',
    'BCA_VA:-1+0%',
    'BCA_VA:1+0.123%',
  ]) {
    assert.equal(readMethodFee(text), null)
  }
})
