/** Manual resolution of payouts as paid or failed, line by line. */
import { test } from 'node:test'
import type { Payout } from '../../../../adapters/bank-gateway/index.ts'
import { nowMs } from '../testing/rows.ts'
import {
  assertTable,
  booked,
  absent,
  unknown,
  found,
  succeeded,
  failed,
} from '../testing/withdrawal-lines.ts'

const sent = { state: 'sent' } as const
const arrivedRow = { state: 'sent', cause: 'arrived' } as const
const asked = { state: 'unknown' } as const
/** So long ago that a payout sent then can no longer start. */
const longAgo = { sentAtMs: nowMs - 120_000 }

test('INV-13 INV-22: a manual resolution is carried out only if the gateway confirms it', () => {
  const [pay, fail] = [{ decision: 'pay' }, { decision: 'fail' }] as const
  const other = (state: Payout['state']) => found({ amount: 1, state, failureCode: 'Y' })
  const takenPaid = '-> completed reserved=0 decision=null is_taken_paid=true'
  const dropped = { isDropped: true } as const
  assertTable([
    [
      'nobody decided',
      { ...sent, decision: null },
      { payout: absent },
      'wait 2.5..600 payout_absent',
    ],
    ['nothing is done without an answer', { ...asked, ...pay }, {}, 'ask'],
    ['nor by one that says nothing', { ...asked, ...pay }, { payout: unknown }, 'wait 1..300'],
    [
      'paid, and not there any more',
      { ...asked, ...pay },
      { payout: absent },
      '-> sent payout_id=null',
    ],
    ['and booked', { ...sent, ...pay }, { payout: absent }, 'note_arrival'],
    ['whole, whatever is said meanwhile', { ...arrivedRow, ...pay }, { payout: found() }, 'settle'],
    [
      'as taken by people',
      { ...arrivedRow, ...pay },
      { payout: failed, settled: booked, feeSettled: booked },
      takenPaid,
    ],
    [
      'failed, and not there: it may still begin',
      { ...sent, ...fail, alarm: 'x' },
      { payout: absent },
      'wait +105 x',
    ],
    [
      'to the last moment',
      { ...sent, ...fail, sentAtMs: nowMs - 119_999 },
      { payout: absent },
      'wait +0.001',
    ],
    ['until it cannot', { ...sent, ...fail, ...longAgo }, { payout: absent }, 'release'],
    [
      'then its owner has it again',
      { ...sent, ...fail, ...longAgo },
      { payout: absent, release: booked },
      '-> failed not_found reserved=0 decision=null failure_code=not_found',
    ],
    [
      'not where part of it is with the bank',
      { ...arrivedRow, ...fail, ...longAgo },
      { payout: absent },
      'drop_decision',
    ],
    ['the gateway’s own word counts', { ...sent, ...pay }, { payout: failed }, 'release'],
    ['both ways', { ...sent, ...fail }, { payout: succeeded }, 'note_arrival'],
    [
      'while it is under way nobody decides',
      { ...sent, ...pay },
      { payout: found() },
      'drop_decision',
    ],
    ['once', { ...sent, ...pay }, { payout: found(), ...dropped }, 'wait 2.5..600'],
    [
      'another amount was paid',
      { ...asked, ...pay },
      { payout: other('succeeded') },
      '-> sent payout_id=p',
    ],
    ['and is taken so', { ...sent, ...pay }, { payout: other('succeeded') }, 'note_arrival'],
    [
      'another amount failed',
      { ...sent, ...fail },
      { payout: other('failed'), release: booked },
      '-> failed Y reserved=0 decision=null failure_code=Y',
    ],
    [
      'it was paid, not failed',
      { ...sent, ...fail },
      { payout: other('succeeded') },
      'drop_decision',
    ],
    [
      'it failed, and was not paid',
      { ...sent, ...pay },
      { payout: other('failed') },
      'drop_decision',
    ],
    [
      'it waits for people again',
      { ...sent, ...pay },
      { payout: other('failed'), ...dropped },
      'wait 2.5..600 payout_differs',
    ],
    [
      'of somebody else',
      { ...sent, ...pay },
      { payout: found({ reference: 'other', state: 'succeeded' }) },
      'drop_decision',
    ],
  ])
})
