/** The next decision about a chain deposit, by its state. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyUnits } from '@tukar/money'
import { decideChainDeposit } from './deposit.ts'
import {
  type ChainDeposit,
  type ChainDepositFacts,
  type ChainFacts,
  confirmationsOf,
  nothingKnown,
} from './deposit-row.ts'

const block = { height: 10, hash: 'block-10' }
const done = { status: 'done', events: [] } as const
const suspended = {
  status: 'done',
  events: [
    {
      kind: 'transferred',
      commandKind: 'credit',
      currencyId: 2,
      amount: currencyUnits(50_000),
      fromAccountId: 1,
      fromBucket: 'available',
      toAccountId: 2,
      toBucket: 'available',
      reason: 'deposit',
      source: 'chain_deposit:1',
      suspended: true,
    },
  ],
} as const
const refused = { status: 'refused', code: 'balance.over_bound', params: {} } as const

const confirming: ChainDeposit = {
  rowId: 1,
  userId: 1001,
  state: 'confirming',
  cause: null,
  alarm: null,
  version: 0,
  hints: 0,
  attempts: 0,
  chain: 'bitcoin',
  currencyId: 2,
  txid: 'a',
  index: 0,
  toAddress: 'user-1',
  contract: null,
  amount: 50_000n,
  units: 50_000,
  block,
  isInPool: false,
  needed: 2,
  life: 1,
  isAddedUp: false,
  hasSender: false,
  isSetAside: false,
  releasedLife: 0,
  resumedLife: 0,
  suspenseUnits: null,
  grantedLife: 0,
  isOwnerGone: false,
  oldRowId: null,
  creditProof: null,
  reversalProof: null,
  isProven: true,
}

const chain: ChainFacts = {
  tipHeight: 11,
  finalHeight: null,
  isCaughtUp: true,
  isPaused: false,
  minUnits: 1_000,
  travelLimit: 100_000,
  witnessFrom: null,
}

function next(row: Partial<ChainDeposit>, facts: Partial<ChainDepositFacts> = {}): string {
  const all = { ...nothingKnown, chain, proving, ...facts }
  const decision = decideChainDeposit({ ...confirming, ...row }, all)
  if (decision.kind === 'act') return decision.act
  if (decision.kind === 'wait') return ['wait', decision.alarm ?? []].flat().join(' ')
  return ['->', decision.to, decision.cause ?? []].flat().join(' ')
}

const proving = { status: 'proven', proof: Buffer.alloc(32) } as const
const gone = { block: null } as const
const reversing = { state: 'reversing', isReversalProven: true } as const
const crediting = { state: 'crediting', isProven: false } as const
const suspense = { state: 'crediting', suspenseUnits: 50_000 } as const
const behind = { chain: { ...chain, isCaughtUp: false } }
const watched = { chain: { ...chain, witnessFrom: 100_000 } }
const paused = { chain: { ...chain, isPaused: true } }

const table: readonly [string, Partial<ChainDeposit>, Partial<ChainDepositFacts>, string][] = [
  ['the chain is looked at first', {}, { chain: null }, 'look_at_chain'],
  ['one block is not two', {}, { chain: { ...chain, tipHeight: 10 } }, 'wait'],
  ['final: counted for the day', {}, {}, 'weigh'],
  ['below the limit', {}, { dayUnits: 99_999 }, '-> crediting'],
  ['at the limit (SRV-68)', {}, { dayUnits: 100_000 }, '-> held needs_sender'],
  ['at the limit, its sender known', { hasSender: true }, { dayUnits: 100_000 }, '-> crediting'],
  ['the chain is paused (FLT-28)', {}, paused, 'wait'],
  ['the chain has not said so', { needed: null }, {}, 'wait'],
  [
    'it has',
    { needed: null },
    { chain: { ...chain, finalHeight: 10 }, dayUnits: 1 },
    '-> crediting',
  ],
  ['too small', { units: 999 }, {}, '-> too_small'],
  ['more than can be booked (R-08)', { units: null }, {}, '-> held amount_over_bound'],
  [
    'for a person',
    { units: null, state: 'held', cause: 'amount_over_bound' },
    {},
    'wait amount_over_bound',
  ],
  ['less than a unit is kept', { units: 0, state: 'too_small' }, {}, 'wait'],
  ['small ones are added up', { units: 999, state: 'too_small' }, {}, 'add_up'],
  [
    'and are enough',
    { units: 999, state: 'too_small' },
    { added: 'enough', dayUnits: 1 },
    '-> crediting',
  ],
  ['held until the sender is given', { state: 'held' }, {}, 'wait'],
  ['sender given', { state: 'held', hasSender: true }, {}, '-> crediting'],
  [
    'held, but mined anew',
    { state: 'held', hasSender: true, block: { height: 11, hash: 'x' } },
    {},
    '-> confirming',
  ],
  ['replaced before it was mined', { state: 'seen', ...gone }, {}, '-> undone left_chain'],
  ['waits in the pool again', { ...gone, isInPool: true }, {}, '-> seen'],
  ['maybe in a block that is not read yet', gone, behind, 'wait'],
  ['back again', { state: 'undone' }, {}, '-> confirming'],
  ['decided is decided', { state: 'crediting', ...gone }, {}, 'credit'],
  ['booked', { state: 'crediting', ...gone }, { credit: done }, '-> credited'],
  ['the books refuse', { state: 'crediting' }, { credit: refused }, 'wait credit_refused'],
  [
    'the house may not owe it (R-08)',
    { state: 'crediting' },
    { credit: suspended },
    '-> crediting in_suspense',
  ],
  ['it waits, and is credited never again', suspense, {}, 'wait in_suspense'],
  ['two people let it go', { ...suspense, grantedLife: 1 }, {}, 'grant'],
  ['no room yet', { ...suspense, grantedLife: 1 }, { grant: refused }, 'wait no_room'],
  [
    'not in suspense any more',
    { ...suspense, grantedLife: 1 },
    { grant: { ...refused, code: 'balance.insufficient' } },
    'wait credit_refused',
  ],
  ['its owner’s', { ...suspense, grantedLife: 1 }, { grant: done }, '-> credited'],
  ['in a later life', { ...suspense, grantedLife: 1, life: 2 }, {}, 'wait in_suspense'],
  ['credited', { state: 'credited' }, {}, 'wait'],
  ['credited, and gone', { state: 'credited', ...gone }, {}, '-> reversing left_chain'],
  ['credited, and perhaps gone', { state: 'credited', ...gone }, behind, 'wait'],
  ['taken back by nobody here', { state: 'reversing' }, {}, '-> credited unproven'],
  ['its owner is held first', { ...reversing, ...gone }, {}, 'suspend'],
  ['then it is taken back', { ...reversing, ...gone }, { suspension: done }, 'reverse'],
  ['back in the middle of it', reversing, { suspension: done }, 'reverse'],
  ['taken back', reversing, { suspension: done, reversal: done }, '-> claimed_back left_chain'],
  ['its account is let go on', { state: 'claimed_back', ...gone, releasedLife: 1 }, {}, 'resume'],
  [
    'which the core did',
    { state: 'claimed_back', ...gone, releasedLife: 1 },
    { resumption: done },
    '-> claimed_back released',
  ],
  [
    'or another one holds on',
    { state: 'claimed_back', ...gone, releasedLife: 1 },
    { resumption: { status: 'kept' } },
    '-> claimed_back released',
  ],
  [
    'let go on, nobody has to look',
    { state: 'claimed_back', ...gone, releasedLife: 1, resumedLife: 1 },
    {},
    'wait',
  ],
  [
    'credited anew, its account still held',
    { state: 'credited', life: 2 },
    {},
    'wait claimed_back',
  ],
  ['and let go on', { state: 'credited', life: 2, releasedLife: 1 }, {}, 'resume'],
  [
    'taken back again',
    { state: 'claimed_back', ...gone, life: 2, releasedLife: 1, resumedLife: 1 },
    {},
    'wait claimed_back',
  ],
  [
    'set aside by two people',
    { units: null, state: 'held', cause: 'amount_over_bound', isSetAside: true },
    {},
    '-> held set_aside',
  ],
  [
    'and stays so',
    { units: null, state: 'held', cause: 'set_aside', isSetAside: true },
    {},
    'wait',
  ],
  ['its owner is gone (DEC-40)', { isOwnerGone: true }, {}, '-> held account_deleted'],
  [
    'and was to tell its sender',
    { isOwnerGone: true, state: 'held', cause: 'needs_sender' },
    {},
    '-> held account_deleted',
  ],
  [
    'so were small ones, which are enough now',
    { isOwnerGone: true, units: 999, state: 'too_small' },
    { added: 'enough', dayUnits: 1 },
    '-> held account_deleted',
  ],
  [
    'it waits for people',
    { isOwnerGone: true, state: 'held', cause: 'account_deleted', hasSender: true },
    { dayUnits: 1 },
    'wait account_deleted',
  ],
  [
    'who set it aside',
    { isOwnerGone: true, state: 'held', cause: 'account_deleted', isSetAside: true },
    {},
    '-> held set_aside',
  ],
  ['little: no second node', {}, { ...watched, dayUnits: 99_999 }, '-> crediting'],
  [
    'much: a second node is asked (FLT-28)',
    { hasSender: true },
    { ...watched, dayUnits: 100_000 },
    'ask_witness',
  ],
  [
    'which has it too',
    { hasSender: true },
    { ...watched, dayUnits: 100_000, witnessed: 'seen' },
    '-> crediting',
  ],
  [
    'which says otherwise',
    { hasSender: true },
    { ...watched, dayUnits: 100_000, witnessed: 'differs' },
    'wait second_node_differs',
  ],
  [
    'which says nothing',
    { hasSender: true },
    { ...watched, dayUnits: 100_000, witnessed: 'unknown' },
    'wait second_node_silent',
  ],
  ['held with a sender: asked as well', { state: 'held', hasSender: true }, watched, 'ask_witness'],
  ['the node and the seal are asked before a credit', {}, { dayUnits: 1, proving: null }, 'prove'],
  ['the node is silent', {}, { dayUnits: 1, proving: { status: 'unknown' } }, 'wait'],
  ['the node has it not', {}, { dayUnits: 1, proving: { status: 'differs' } }, 'wait node_differs'],
  [
    'the address is another one’s',
    {},
    { dayUnits: 1, proving: { status: 'forged' } },
    'wait deposit_forged',
  ],
  ['a row that says it was decided', crediting, {}, '-> confirming unproven'],
  [
    'a row that says what lies in suspense',
    { ...suspense, grantedLife: 1, isProven: false },
    { proving: null },
    'prove',
  ],
  [
    'which is proven',
    { ...suspense, cause: 'in_suspense', grantedLife: 1, isProven: false },
    {},
    '-> crediting in_suspense',
  ],
  [
    'more than it brought',
    { ...suspense, suspenseUnits: 50_001, grantedLife: 1 },
    {},
    'wait deposit_forged',
  ],
  ['for a person to see', { state: 'claimed_back', ...gone }, {}, 'wait claimed_back'],
  ['its next life', { state: 'claimed_back' }, {}, '-> confirming back_in_chain'],
]

test('H-1 INV-11 ATT-80 ATT-81 SRV-64 SRV-68: the next decision about a deposit, by its state', () => {
  for (const [what, row, facts, wanted] of table) assert.equal(next(row, facts), wanted, what)
})

test('SRV-64: confirmations are head - block + 1, and never more than are needed', () => {
  const at = (tipHeight: number) => confirmationsOf({ block, needed: 6 }, tipHeight, 64)
  assert.deepEqual(at(10), { count: 1, needed: 6 })
  assert.deepEqual(at(14), { count: 5, needed: 6 })
  assert.deepEqual(at(99), { count: 6, needed: 6 })
  assert.equal(at(9), null)
  assert.deepEqual(confirmationsOf({ block, needed: null }, 20, 64), { count: 11, needed: 64 })
  assert.equal(confirmationsOf({ block: null, needed: 6 }, 20, 64), null)
})
