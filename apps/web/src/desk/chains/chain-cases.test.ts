import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ChainCase,
  findChainPreviewLines,
  toChainApprovalProgress,
  findChainDecisionRights,
  needsExchange,
  parseHeight,
  findChainControl,
} from './chain-cases.ts'
import { toChainCase, toChains } from './chain-wire.ts'
import { toPath, parsePath, findQueueRoute } from '../frame/console-route.ts'

const approval = { operatorId: 8, operator: 'Sari', at: '', decision: 'approve', reason: 'fine' }
const waiting: Pick<ChainCase, 'can' | 'person' | 'approvals' | 'approvalsNeeded' | 'state'> = {
  state: 'waiting_approval',
  can: ['approve', 'reject'],
  person: { userId: 3, name: 'B***', email: 'b***' },
  approvals: [],
  approvalsNeeded: 2,
}

test('INV-22: the first approver may still reject a coin withdrawal, and another operator must approve it', () => {
  const first = { userId: 8, roles: ['finance'] }
  assert.deepEqual(findChainDecisionRights(waiting, first).choices, ['approve', 'reject'])
  const once = { ...waiting, approvals: [approval] }
  assert.deepEqual(findChainDecisionRights(once, first), { choices: ['reject'], denial: 'same' })
  assert.deepEqual(findChainDecisionRights(once, { userId: 9, roles: ['risk'] }).choices, [
    'approve',
    'reject',
  ])
  assert.equal(toChainApprovalProgress(once), '1/2')
  assert.equal(toChainApprovalProgress({ ...once, state: 'done' }), null)
})

test('INV-22: no operator decides about their own coins, or without a deciding role', () => {
  assert.equal(findChainDecisionRights(waiting, { userId: 3, roles: ['risk'] }).denial, 'own')
  assert.equal(findChainDecisionRights(waiting, { userId: 8, roles: ['support'] }).denial, 'role')
  assert.equal(
    findChainDecisionRights({ ...waiting, can: [] }, { userId: 8, roles: ['risk'] }).denial,
    'decided',
  )
})

test('the preview of an approval states first whether it is the last one', () => {
  assert.deepEqual(findChainPreviewLines(waiting, 'approve'), ['willFirst', 'willSend'])
  assert.deepEqual(findChainPreviewLines({ ...waiting, approvals: [approval] }, 'approve'), [
    'willSend',
  ])
  assert.deepEqual(findChainPreviewLines(waiting, 'reject'), ['willReject'])
})

test('INV-22 ATT-80: the second approval releases an account', () => {
  const held = { ...waiting, state: 'claimed_back', can: ['release', 'ask'] as const }
  const first = { userId: 8, roles: ['finance'] }
  assert.deepEqual(findChainDecisionRights(held, first).choices, ['release', 'ask'])
  assert.deepEqual(findChainPreviewLines(held, 'release'), ['willFirst', 'willRelease'])
  const once = { ...held, approvals: [{ ...approval, decision: 'release' }] }
  assert.deepEqual(findChainDecisionRights(once, first), { choices: ['ask'], denial: 'same' })
  assert.deepEqual(findChainPreviewLines(once, 'release'), ['willRelease'])
  assert.deepEqual(findChainPreviewLines(once, 'set_aside'), ['willSetAside'])
  const booked = { ...waiting, state: 'crediting', can: ['credit', 'ask'] as const }
  assert.deepEqual(findChainDecisionRights(booked, first).choices, ['credit', 'ask'])
  assert.deepEqual(findChainPreviewLines(booked, 'credit'), ['willFirst', 'willCredit'])
  assert.equal(toChainApprovalProgress(once), '1/2')
})

test('INV-22 ATT-94: the second approval returns a replaced transaction’s amount', () => {
  const displaced = { ...waiting, state: 'broadcast', can: ['give_back', 'ask'] as const }
  assert.deepEqual(findChainPreviewLines(displaced, 'give_back'), ['willFirst', 'willGiveBack'])
  const once = { ...displaced, approvals: [{ ...approval, decision: 'give_back' }] }
  const first = { userId: 8, roles: ['finance'] }
  assert.deepEqual(findChainDecisionRights(once, first), { choices: ['ask'], denial: 'same' })
  assert.deepEqual(findChainPreviewLines(once, 'give_back'), ['willGiveBack'])
})

test('INV-14: differences between a chain and the ledger are read part by part', () => {
  const difference = {
    uncredited: '0.5',
    payouts: '0',
    costs: '-0.001',
    reserve: '0',
    dust: '0',
    unexplained: '0',
  }
  const held = { hot: '1', unswept: '0', in_flight: '0', owed: '0.501', read_at: null }
  const eth = {
    currency: 'ETH',
    held: '1',
    in_flight: '0',
    liabilities: '0.501',
    gap: '0',
    verdict: 'whole',
    is_stopped: false,
    parts: [{ chain: 'ethereum', ...held, difference }],
  } as const
  const read = toChains({ chains: [], custody: [eth] })
  assert.deepEqual(read.custody[0]?.parts[0]?.difference, difference)
})

test('FLT-28: the possible actions on a chain depend on the cause of its halt', () => {
  assert.equal(findChainControl({ paused: null, isPassing: false }), 'pause')
  assert.equal(findChainControl({ paused: 'node_silent', isPassing: true }), 'pause')
  assert.equal(findChainControl({ paused: 'deep_reorganization', isPassing: false }), 'go_on')
  assert.equal(parseHeight(' 90 ', 100), 90)
  for (const text of ['100', '-1', '1.5', '', 'x']) assert.equal(parseHeight(text, 100), null, text)
})

test('chain routes are parsed from paths and formatted to paths', () => {
  for (const path of [
    '/executor/chains',
    '/executor/chain-deposits/held',
    '/executor/chain-withdrawals/waiting/7',
  ]) {
    assert.equal(toPath(parsePath(path)), path)
  }
  const nowhere = parsePath('/executor/chain-deposits/else/7')
  assert.deepEqual(nowhere, { page: 'nowhere', path: '/executor/chain-deposits/else/7' })
  assert.deepEqual(findQueueRoute('chain_withdrawals.trouble'), {
    page: 'chain_cases',
    part: 'chain-withdrawals',
    queue: 'trouble',
    id: null,
  })
  assert.deepEqual(findQueueRoute('chains.stopped'), { page: 'chains' })
  assert.equal(findQueueRoute('chain_deposits.else'), null)
})

test('ATT-96: a case has its whole address, and links to web addresses and our own pages only', () => {
  const address = 'bcrt1q6z64a43mjgkcq0ul2znwneq3spghrlau9slefp'
  const transactions = [
    { txid: 'aa', url: '/simulation/chain/bitcoin/tx/aa' },
    { txid: 'bb', url: 'javascript:alert(1)' },
    { txid: 'cc', url: '//elsewhere.example' },
  ]
  const read = toChainCase(
    {
      id: 7,
      created_at: '',
      state_at: '',
      state: 'waiting_approval',
      cause: null,
      chain: 'bitcoin',
      currency: 'BTC',
      amount: null,
      address,
      person: null,
      approvals: [],
      approvals_needed: 1,
      fee: '0.0001',
      net: '0.5',
      transactions,
      block: null,
      contract: null,
      steps: [],
      flags: [],
      can: ['approve'],
      is_own_address: true,
      sent_before: 2,
      has_receiver: true,
    },
    'chain-withdrawals',
  )
  assert.equal(read.address, address)
  assert.equal(read.amount, null)
  assert.deepEqual(
    read.transactions.map(({ url }) => url),
    ['/simulation/chain/bitcoin/tx/aa', null, null],
  )
  assert.deepEqual(
    [read.can, read.net, read.isOwnAddress, read.sentBefore],
    [['approve'], '0.5', true, 2],
  )
  assert.deepEqual([read.chainAmount, read.hasSender], ['', false], 'these are of a deposit')
})

test('INV-14: unknown custody figures are not read as zero', () => {
  const part = {
    chain: 'bnb',
    hot: null,
    unswept: null,
    in_flight: '0',
    owed: '1',
    read_at: null,
  } as const
  const { chains, custody } = toChains({
    chains: [
      {
        chain: 'bnb',
        tip_height: 20,
        head_height: null,
        final_height: null,
        looked_at: null,
        tip_moved_at: null,
        paused: 'final_reversed',
        is_passing: false,
        below_height: 12,
      },
    ],
    custody: [
      {
        currency: 'USDT',
        held: null,
        in_flight: '0',
        liabilities: '1',
        gap: null,
        verdict: 'stale',
        is_stopped: true,
        parts: [{ ...part, difference: null }],
      },
    ],
  })
  assert.deepEqual([custody[0]?.held, custody[0]?.gap, custody[0]?.isStopped], [null, null, true])
  assert.equal(custody[0]?.parts[0]?.hot, null)
  assert.equal(custody[0]?.parts[0]?.difference, null)
  assert.deepEqual([chains[0]?.belowHeight, chains[0]?.headHeight], [12, null])
})

test('a case is late only if the exchange must act, not for small deposits and missing sender data', () => {
  assert.equal(needsExchange({ state: 'waiting_approval', cause: '' }), true)
  assert.equal(needsExchange({ state: 'held', cause: 'amount_over_bound' }), true)
  assert.equal(needsExchange({ state: 'held', cause: 'needs_sender' }), false)
  assert.equal(needsExchange({ state: 'too_small', cause: '' }), false)
  assert.equal(needsExchange({ state: 'credited', cause: '' }), false)
})
