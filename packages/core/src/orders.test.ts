import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeOf, openStage } from './testing/scenario.ts'

/** Plays a scenario on a new exchange in which four people have Rp 5,000,000,000 and 10 BTC each. */
function scenario(name: string, script: string): void {
  test(name, () => {
    const stage = openStage()
    for (const who of ['Sari', 'Budi', 'Citra', 'Dewi']) {
      stage.play(`
        ${who} gets 5,000,000,000 IDR -> available 5,000,000,000
        ${who} gets 10 BTC            -> available 10`)
    }
    stage.play(script)
  })
}

scenario(
  'R-01 R-02: an order rests, is filled in parts at its own price, and its hold ends with it',
  `
  Sari sells 0.5 at 1,650,000,000   -> rests 0.5
  Sari has 9.5 BTC
  Sari has 0.5 BTC held
  Budi buys 0.2 at 1,650,000,000    -> fills 0.2 at 1,650,000,000, filled
  Sari has 0.3 BTC held
  Sari has 5,330,000,000 IDR
  Budi has 4,670,000,000 IDR
  Budi has 10.2 BTC
  Budi buys 0.3 at 1,700,000,000    -> fills 0.3 at 1,650,000,000, filled
  Sari has 0 BTC held
  Budi has 0 IDR held
  Budi has 4,175,000,000 IDR
  `,
)

scenario(
  'INV-07 SRV-52: the better price goes first, at one price the older order',
  `
  Sari sells 0.1 at 1,651,000,000   -> rests 0.1
  Citra sells 0.1 at 1,650,000,000  -> rests 0.1
  Dewi sells 0.1 at 1,650,000,000   -> rests 0.1
  Budi buys 0.25 at 1,651,000,000   -> fills 0.1 at 1,650,000,000, fills 0.1 at 1,650,000,000, fills 0.05 at 1,651,000,000, filled
  Citra has 5,165,000,000 IDR
  Dewi has 5,165,000,000 IDR
  Sari has 5,082,550,000 IDR
  `,
)

scenario(
  'R-02 SRV-52: a buyer gets back what a better price saves him',
  `
  Sari sells 0.1 at 1,600,000,000   -> rests 0.1
  Budi buys 0.2 at 1,700,000,000    -> fills 0.1 at 1,600,000,000, rests 0.1
  Budi has 170,000,000 IDR held
  Budi has 4,670,000,000 IDR
  `,
)

scenario(
  'ATT-53 R-01: a budget buys whole lots at its price and never costs more',
  `
  a: Budi buys for 10,000,000 at 1,650,000,000 -> rests 0.00606
  Budi has 9,999,000 IDR held
  Budi cancels a                    -> gives back 9,999,000
  Budi has 5,000,000,000 IDR
  `,
)

scenario(
  'DEC-80: all that is free buys or sells in whole lots',
  `
  Sari sells all at 1,700,000,000   -> rests 10
  Sari has 0 BTC
  Budi buys all at 1,600,000,000    -> rests 3.125
  Budi has 0 IDR
  `,
)

scenario(
  'R-10: the rest of an immediate-or-cancel order is canceled at once',
  `
  Sari sells 0.1 at 1,650,000,000   -> rests 0.1
  Budi buys 0.3 at 1,650,000,000 IOC -> fills 0.1 at 1,650,000,000, ioc_rest, gives back 330,000,000
  Budi buys 0.3 at 1,650,000,000 IOC -> ioc_rest, gives back 495,000,000
  Budi has 0 IDR held
  `,
)

scenario(
  'R-10: a fill-or-kill order is filled whole or not at all',
  `
  Sari sells 0.1 at 1,650,000,000   -> rests 0.1
  Citra sells 0.1 at 1,651,000,000  -> rests 0.1
  Budi buys 0.3 at 1,651,000,000 FOK -> fok_unfilled, gives back 495,300,000
  Budi buys 0.2 at 1,650,000,000 FOK -> fok_unfilled, gives back 330,000,000
  Budi buys 0.2 at 1,651,000,000 FOK -> fills 0.1 at 1,650,000,000, fills 0.1 at 1,651,000,000, filled
  `,
)

scenario(
  'R-10: a post-only order is refused where it would take, and rests where it would not',
  `
  Sari sells 0.1 at 1,650,000,000   -> rests 0.1
  Budi buys 0.1 at 1,650,000,000 post-only -> refused order.post_only_would_take
  Budi has 0 IDR held
  Budi buys 0.1 at 1,649,999,000 post-only -> rests 0.1
  `,
)

scenario(
  'R-10 ATT-58 DEC-95: an order stops before its owner’s own order, and the rest is canceled',
  `
  Citra sells 0.1 at 1,649,000,000  -> rests 0.1
  a: Sari sells 0.1 at 1,650,000,000 -> rests 0.1
  Dewi sells 0.1 at 1,650,000,000   -> rests 0.1
  Sari buys 0.3 at 1,650,000,000    -> fills 0.1 at 1,649,000,000, self_trade, gives back 330,000,000
  Sari has 0.1 BTC held
  Sari buys 0.2 at 1,650,000,000 FOK -> fok_unfilled, gives back 330,000,000
  Sari cancels a                    -> gives back 0.1
  Sari buys 0.1 at 1,650,000,000 FOK -> fills 0.1 at 1,650,000,000, filled
  `,
)

scenario(
  'ATT-56: a canceled order gives back what is left of its hold, once, to its owner alone',
  `
  a: Budi buys 0.3 at 1,650,000,000 -> rests 0.3
  Sari sells 0.1 at 1,650,000,000   -> fills 0.1 at 1,650,000,000, filled
  Sari cancels a                    -> refused order.not_open
  Budi cancels a                    -> gives back 330,000,000
  Budi cancels a                    -> refused order.not_open
  Budi has 4,835,000,000 IDR
  `,
)

scenario(
  'API-40: cancel-all ends the oldest first, and nobody else’s',
  `
  Sari sells 0.1 at 1,660,000,000   -> rests 0.1
  Sari buys 0.1 at 1,600,000,000    -> rests 0.1
  Budi sells 0.1 at 1,660,000,000   -> rests 0.1
  Sari cancels all                  -> gives back 0.1, gives back 160,000,000, 2 canceled
  Sari cancels all                  -> 0 canceled
  Budi has 0.1 BTC held
  `,
)

scenario(
  'ATT-52 R-11: off tick, off lot, too small and too big are refused and hold nothing',
  `
  Sari sells 0.1 at 1,650,000,500   -> refused order.off_tick
  Sari sells 0.1 at 0               -> refused order.off_tick
  Sari sells 0.000001 at 1,650,000,000 -> refused order.below_minimum
  Sari sells 0.00000101 at 1,650,000,000 -> refused order.off_lot
  Sari sells 0 at 1,650,000,000     -> refused order.below_minimum
  Sari sells 1,001 at 1,650,000,000 -> refused order.above_maximum
  Sari has 10 BTC
  `,
)

scenario(
  'ATT-61 R-10: nobody pays far too much or sells far too cheap by mistake',
  `
  Budi buys 0.1 at 1,980,001,000    -> refused order.out_of_band
  Budi buys 0.1 at 1,980,000,000    -> rests 0.1
  Budi cancels all                  -> gives back 198,000,000, 1 canceled
  Sari sells 0.1 at 1,319,999,000   -> refused order.out_of_band
  Sari sells 0.1 at 1,320,000,000   -> rests 0.1
  `,
)

scenario(
  'INV-27: five open orders are enough in this market; what lives for a moment does not count',
  `
  Sari sells 0.1 at 1,660,000,000   -> rests 0.1
  Sari sells 0.1 at 1,661,000,000   -> rests 0.1
  Sari sells 0.1 at 1,662,000,000   -> rests 0.1
  Sari sells 0.1 at 1,663,000,000   -> rests 0.1
  a: Sari sells 0.1 at 1,664,000,000 -> rests 0.1
  Sari sells 0.1 at 1,665,000,000   -> refused order.too_many_open
  Sari sells 0.1 at 1,665,000,000 IOC -> ioc_rest, gives back 0.1
  Sari cancels a                    -> gives back 0.1
  Sari sells 0.1 at 1,665,000,000   -> rests 0.1
  `,
)

scenario(
  'ATT-55: what is held cannot be spent a second time',
  `
  Sari sells 10 at 1,700,000,000    -> rests 10
  Sari sells 0.1 at 1,700,000,000   -> refused order.insufficient_balance
  Budi buys 3.5 at 1,650,000,000    -> refused order.insufficient_balance
  `,
)

scenario(
  'R-11 SRV-62: a halted market takes nothing, one that only cancels takes no orders',
  `
  a: Sari sells 0.1 at 1,660,000,000 -> rests 0.1
  b: Sari sells 0.1 at 1,661,000,000 -> rests 0.1
  market halted                     -> done
  Budi buys 0.1 at 1,650,000,000    -> refused market.halted
  Sari cancels a                    -> refused market.halted
  market cancel-only                -> done
  Budi buys 0.1 at 1,650,000,000    -> refused market.cancel_only
  Sari cancels a                    -> gives back 0.1
  market open                       -> done
  Budi buys 0.1 at 1,661,000,000    -> fills 0.1 at 1,661,000,000, filled
  `,
)

scenario(
  'R-08: a suspended account places nothing, may cancel, and may be resumed',
  `
  a: Sari sells 0.1 at 1,660,000,000 -> rests 0.1
  Sari is-suspended                 -> done
  Sari sells 0.1 at 1,660,000,000   -> refused account.suspended
  Sari cancels a                    -> gives back 0.1
  Sari gets 1 BTC                   -> available 1
  Sari is-resumed                   -> done
  Sari sells 0.1 at 1,660,000,000   -> rests 0.1
  `,
)

test('R-11: of several faults the first in the list is returned', () => {
  const stage = openStage()
  stage.play(
    `
    Sari gets 1 BTC                   -> available 1
    market halted                     -> done
    Sari is-suspended                 -> done
    Sari sells 5 at 5                 -> refused market.halted
    market open                       -> done
    Sari sells 5 at 5                 -> refused account.suspended
    Sari is-resumed                   -> done
    Sari sells 0.00000001 at 1        -> refused order.off_tick`,
  )
})

test('R-05 SRV-60: fee, bourse fee and tax are deducted from what each side receives, each rounded down', () => {
  const stage = openStage()
  stage.apply(chargeOf(1, { chargeKind: 'fee', payer: 'taker' }, 2_000))
  stage.apply(chargeOf(2, { chargeKind: 'fee', payer: 'maker' }, 1_000))
  stage.apply(chargeOf(3, { chargeKind: 'bourse', payer: 'both' }, 111))
  stage.apply(chargeOf(4, { chargeKind: 'income_tax', payer: 'seller' }, 2_100))
  stage.play(`
    Sari gets 1 BTC                   -> available 1
    Budi gets 100,000,000 IDR         -> available 100,000,000
    Sari sells 0.01 at 1,650,000,000  -> rests 0.01
    Budi buys 0.01 at 1,650,000,000   -> fills 0.01 at 1,650,000,000, filled
    Budi has 0.00997889 BTC
    Budi has 83,500,000 IDR
    Sari has 16,447,018.5 IDR
    1 has 0.00002 BTC
    1 has 16,500 IDR
    2 has 0.00000111 BTC
    2 has 1,831.5 IDR
    4 has 34,650 IDR`)
})

test('R-05: a charge begins at its date, and another one ends it', () => {
  const stage = openStage()
  const { exchange } = stage
  stage.play(`
    Sari gets 1 BTC                   -> available 1
    Budi gets 5,000,000,000 IDR       -> available 5,000,000,000`)
  const from = exchange.time + 1_000
  stage.apply(chargeOf(1, { chargeKind: 'fee', payer: 'buyer', from }, 10_000))
  stage.apply(chargeOf(2, { chargeKind: 'fee', payer: 'buyer', from: from + 1_000 }, 0))
  const trade = `
    Sari sells 0.1 at 1,650,000,000   -> rests 0.1
    Budi buys 0.1 at 1,650,000,000    -> fills 0.1 at 1,650,000,000, filled`
  stage.later(999)
  stage.play(`${trade}\nBudi has 0.1 BTC`)
  stage.later(1)
  stage.play(`${trade}\nBudi has 0.199 BTC`)
  stage.later(1_000)
  stage.play(`${trade}\nBudi has 0.299 BTC`)
})

test('INV-10 R-02: a charge smaller than a unit is zero, and nobody gains by it', () => {
  const stage = openStage()
  stage.apply(chargeOf(1, { chargeKind: 'fee', payer: 'both' }, 1))
  stage.play(`
    Sari gets 1 BTC                   -> available 1
    Budi gets 5,000,000,000 IDR       -> available 5,000,000,000
    Sari sells 0.00999 at 1,650,000,000 -> rests 0.00999
    Budi buys 0.00999 at 1,650,000,000 -> fills 0.00999 at 1,650,000,000, filled
    Budi has 0.00999 BTC
    1 has 16.48 IDR`)
  assert.deepEqual(stage.exchange.brokenInvariants(), [])
})
