/**
 * Changes of money or rules: previewed, reasoned, confirmed by another operator, audited, and applied once
 * whatever interrupts them (INV-22, INV-23, ATT-100, ATT-101).
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { DeskRole } from '@tukar/wire'
import * as z from 'zod/mini'
import { temporaryCluster, type TestCluster } from '../../../platform/database/testing/cluster.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type TestAnswer, ask, deskOn, type Person, testPass } from '../../../testing/desk.ts'
import { watchChain } from '../chain-watch.ts'
import { createDesk } from '../desk.ts'
import { revokeRole } from '../operators-store.ts'
import { registerDeskRoutes } from '../routes.ts'
import type { ChangeKind } from './kind.ts'
import { untilWaiting } from '../../../testing/waiting.ts'
import { operatorAt } from '../../../testing/operators.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

type Row = Readonly<Record<string, unknown>>

const same = (text: string) => ({ en: text, id: text })
const request = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A dial as a kind of change: above 100 it needs a second operator, above 1000 it is refused. */
function dial() {
  const state = {
    value: 1,
    turns: [] as number[],
    isBroken: false,
    breaking: null as null | (() => Promise<unknown>),
  }
  const kind: ChangeKind<{ readonly to: number; readonly dial?: number | undefined }> = {
    kind: 'dial.turn',
    roles: ['finance'],
    input: z.strictObject({
      to: z.number().check(z.int(), z.positive()),
      dial: z.optional(z.number()),
    }),
    async preview({ to, dial: no = 1 }) {
      if (to > 1_000) throw new Refusal('amount.too_large')
      return {
        subject: `dial:${no}`,
        title: same(`The dial goes to ${to}`),
        lines: [{ text: same('Dial'), before: same(String(state.value)), after: same(String(to)) }],
        warnings: [],
        isSecondNeeded: to > 100,
        before: { dial: state.value },
        after: { dial: to },
      }
    },
    async apply({ to }, { changeId }) {
      if (state.isBroken) throw new Error('the dial is stuck')
      await state.breaking?.()
      if (to === 13) throw new Refusal('amount.malformed')
      if (state.turns.includes(changeId)) return
      state.turns.push(changeId)
      state.value = to
    },
  }
  return { state, kind }
}

async function consoleOf(test: TestContext) {
  const own = await deskOn(test, await cluster.database())
  const { database, sessions, log, keys } = own
  const open = () =>
    createDesk({ database, sessions, log, keys, isSimulation: true, executorEmails: [] })
  const desk = open()
  const chain = watchChain(database, log)
  test.after(() => chain.stop())
  const nobody = async () => null
  registerDeskRoutes(own.http, { desk, chain, bankAccountOf: nobody, payoutAccountOf: nobody })
  const { state, kind } = dial()
  desk.changes.register(kind)
  const operator = (name: string, role: DeskRole) => operatorAt(own, name, role)
  const change = (extra: object) => ({ kind: 'dial.turn', ...extra })
  const preview = ({ token }: Person, to: unknown) =>
    ask(own, 'POST', '/desk/changes/preview', { token, body: change({ input: { to } }) })
  const propose = async ({ token }: Person, to: unknown, id = 1, reason = 'because of this') => {
    const answer = await own.http.inject({
      method: 'POST',
      url: '/desk/changes',
      headers: { jwt: token, 'idempotency-key': request(id) },
      payload: change({ input: { to }, reason }),
    })
    return { status: answer.statusCode, headers: {}, body: answer.json() } satisfies TestAnswer
  }
  const decide = ({ token }: Person, id: number, decision = 'confirm') =>
    ask(own, 'POST', `/desk/changes/${id}/decide`, {
      token,
      body: { decision, reason: 'looked at it' },
    })
  const list = async ({ token }: Person, query = '') =>
    ((await ask(own, 'GET', `/desk/changes${query}`, { token })).body['data'] as Row)[
      'datas'
    ] as Row[]
  const recorded = async () =>
    (
      await database.query<Row>(
        `select operator_id, action, subject, before, after from desk.audit_entry order by no`,
      )
    ).rows
  const dina = await operator('Dina', 'finance')
  const eko = await operator('Eko', 'finance')
  const kiki = await operator('Kiki', 'kyc')
  const all = {
    dina,
    eko,
    kiki,
    preview,
    propose,
    decide,
    list,
    recorded,
    state,
    kind,
    open,
    chain,
  }
  return { ...own, desk, ...all }
}

const codeOf = ({ status, body }: TestAnswer) => [status, body['code']]
const outcomeOf = ({ body }: TestAnswer) => body['data'] as { id: number; status: string }

test('ATT-100 INV-23: a change is previewed first, and a small one is applied at once and recorded', async (t) => {
  const { dina, preview, propose, list, recorded, state, chain } = await consoleOf(t)
  const shown = (await preview(dina, 50)).body['data']
  assert.deepEqual(shown, {
    subject: 'dial:1',
    title: same('The dial goes to 50'),
    lines: [{ text: same('Dial'), before: same('1'), after: same('50') }],
    warnings: [],
    is_second_needed: false,
  })
  assert.equal(state.value, 1)
  assert.deepEqual(await list(dina), [])
  const created = outcomeOf(await propose(dina, 50))
  assert.deepEqual([created.status, state.value], ['applied', 50])
  assert.deepEqual(await recorded(), [
    {
      operator_id: dina.userId,
      action: 'change.propose',
      subject: 'dial:1',
      before: { dial: 1 },
      after: { dial: 50, change: created.id, kind: 'dial.turn' },
    },
    {
      operator_id: dina.userId,
      action: 'change.apply',
      subject: 'dial:1',
      before: { dial: 1 },
      after: { dial: 50, change: created.id, kind: 'dial.turn', proposer: dina.userId },
    },
  ])
  assert.equal((await chain.check()).brokenAt, null)
})

test('an impossible change, or one of another role, is refused and leaves nothing behind', async (t) => {
  const { dina, kiki, preview, propose, list, recorded, state } = await consoleOf(t)
  assert.deepEqual(codeOf(await preview(kiki, 50)), [403, 'desk.forbidden'])
  assert.deepEqual(codeOf(await propose(kiki, 50)), [403, 'desk.forbidden'])
  assert.deepEqual(codeOf(await propose(dina, 'much')), [400, 'request.malformed'])
  assert.deepEqual(codeOf(await propose(dina, 5_000)), [400, 'amount.too_large'])
  assert.deepEqual(codeOf(await propose(dina, 50, 1, 'no')), [400, 'request.malformed'])
  assert.deepEqual([await list(dina), await recorded(), state.value], [[], [], 1])
})

test('INV-22 ATT-101: above the limit a second operator confirms, never the proposer, in any session', async (t) => {
  const { dina, eko, kiki, propose, decide, list, recorded, state, sessions } = await consoleOf(t)
  const created = outcomeOf(await propose(dina, 500))
  assert.deepEqual([created.status, state.value], ['waiting', 1])
  assert.deepEqual(codeOf(await decide(dina, created.id)), [403, 'desk.same_operator'])
  const again = { ...dina, token: await sessions.open(dina.userId) }
  assert.deepEqual(codeOf(await decide(again, created.id)), [403, 'desk.same_operator'])
  assert.deepEqual(codeOf(await decide(kiki, created.id)), [403, 'desk.forbidden'])
  assert.deepEqual((await list(dina))[0]?.['can'], ['decline'])
  assert.deepEqual((await list(eko, '?status=waiting'))[0]?.['can'], ['confirm', 'decline'])
  assert.deepEqual(await list(kiki), [])
  assert.equal(outcomeOf(await decide(eko, created.id)).status, 'applied')
  assert.equal(state.value, 500)
  assert.deepEqual(codeOf(await decide(eko, created.id)), [409, 'desk.already_decided'])
  assert.deepEqual(
    (await recorded()).map(({ operator_id: by, action }) => [by, action]),
    [
      [dina.userId, 'change.propose'],
      [eko.userId, 'change.confirm'],
      [eko.userId, 'change.apply'],
    ],
  )
})

test('ATT-101: a proposal of an operator who lost the role cannot be confirmed', async (t) => {
  const { dina, eko, propose, decide, database, state } = await consoleOf(t)
  const { id } = outcomeOf(await propose(dina, 500))
  await revokeRole(database, dina.userId, 'finance')
  assert.deepEqual(codeOf(await decide(eko, id)), [409, 'desk.proposer_without_role'])
  assert.equal(outcomeOf(await decide(eko, id, 'decline')).status, 'declined')
  assert.equal(state.value, 1)
})

test('a proposal whose preview has changed cannot be confirmed', async (t) => {
  const { dina, eko, propose, decide, list, state } = await consoleOf(t)
  const { id } = outcomeOf(await propose(dina, 500))
  await propose(dina, 50, 2)
  assert.deepEqual(codeOf(await decide(eko, id)), [409, 'desk.change_stale'])
  assert.deepEqual([state.value, (await list(eko))[1]?.['status']], [50, 'waiting'])
})

test('a repeated request proposes once, another one under its id is refused, and the same change waits once', async (t) => {
  const { dina, eko, propose, list, state } = await consoleOf(t)
  const [first, second] = await Promise.all([propose(dina, 50), propose(dina, 50)])
  const outcomes = [outcomeOf(first), outcomeOf(second)]
  assert.equal(outcomes[0]?.id, outcomes[1]?.id)
  // A request during the application gets exactly that status.
  for (const { status } of outcomes) assert.ok(['applied', 'applying'].includes(status), status)
  assert.equal(outcomeOf(await propose(dina, 50)).status, 'applied')
  assert.equal(state.turns.length, 1)
  assert.deepEqual(codeOf(await propose(dina, 51)), [409, 'command.id_reused'])
  await propose(dina, 500, 2)
  assert.deepEqual(codeOf(await propose(eko, 500, 3)), [409, 'desk.already_proposed'])
  assert.equal((await list(eko)).length, 2)
})

test('concurrent requests with one id for different changes make one change, the others are refused', async (t) => {
  const { desk, dina, list, database } = await consoleOf(t)
  const roles = ['finance'] as const
  const operator = { operatorId: dina.userId, name: 'Dina', roles, pass: testPass }
  // This lock holds all of them after their check for an earlier one, until the first is stored.
  const lock = await database.connect()
  await lock.query('begin; lock table desk.change in exclusive mode')
  const asked = [1, 2, 3].map((no) =>
    desk.changes.propose(
      {
        kind: 'dial.turn',
        input: { to: 500, dial: no },
        reason: 'of one id',
        requestId: request(1),
      },
      operator,
    ),
  )
  const ended = Promise.allSettled(asked)
  await untilWaiting(database, asked.length)
  await lock.query('commit')
  lock.release()
  const codes = (await ended).map((one) =>
    one.status === 'fulfilled' ? one.value.status : (one.reason as Refusal).code,
  )
  assert.deepEqual(codes.toSorted(), ['command.id_reused', 'command.id_reused', 'waiting'])
  assert.equal((await list(dina)).length, 1)
})

test('INV-23 ATT-102: a lone surrogate in a reason does not break the audit log', async (t) => {
  const { dina, propose, recorded, chain } = await consoleOf(t)
  assert.equal(outcomeOf(await propose(dina, 50, 1, 'because \ud800 of this')).status, 'applied')
  assert.equal((await recorded()).length, 2)
  assert.equal((await chain.check()).brokenAt, null)
})

test('an interrupted change is applied once afterwards, and a refusal ends it with its reason', async (t) => {
  const { dina, propose, list, recorded, state, kind, open } = await consoleOf(t)
  state.isBroken = true
  const { id, status } = outcomeOf(await propose(dina, 50))
  assert.deepEqual([status, state.value], ['applying', 1])
  state.isBroken = false
  const next = open()
  next.changes.register(kind)
  await Promise.all([next.changes.finish(), next.changes.finish()])
  assert.deepEqual([state.turns, state.value], [[id], 50])
  assert.deepEqual(codeOf(await propose(dina, 13, 2)), [400, 'amount.malformed'])
  const [failed] = await list(dina)
  assert.equal(failed?.['status'], 'failed')
  assert.match(String(failed['failure']), /amount/i)
  assert.deepEqual(
    (await recorded()).map(({ action }) => action),
    ['change.propose', 'change.apply', 'change.propose', 'change.fail'],
  )
})

test('a change without a decision expires after a day, and may be proposed again', async (t) => {
  const { dina, eko, propose, decide, list, desk, database, recorded } = await consoleOf(t)
  const { id } = outcomeOf(await propose(dina, 500))
  await database.query(
    `update desk.change set proposed_at = now() - interval '2 days', expires_at = now() - interval '1 day'`,
  )
  assert.equal((await list(eko))[0]?.['status'], 'expired')
  assert.deepEqual(codeOf(await decide(eko, id)), [409, 'desk.already_decided'])
  await desk.changes.finish()
  assert.equal((await recorded()).at(-1)?.['action'], 'change.expire')
  assert.equal(outcomeOf(await propose(dina, 500, 2)).status, 'waiting')
})

test('a change that the tables reject ends with its reason, is not retried forever, and blocks nothing', async (t) => {
  const { dina, propose, list, recorded, state, database } = await consoleOf(t)
  state.breaking = () => database.query(`update desk.change set status = 'strange'`)
  assert.deepEqual(codeOf(await propose(dina, 50)), [409, 'desk.change_impossible'])
  const [failed] = await list(dina)
  assert.deepEqual([failed?.['status'], state.value], ['failed', 1])
  assert.match(String(failed?.['failure']), /never can be/)
  assert.deepEqual(
    (await recorded()).map(({ action }) => action),
    ['change.propose', 'change.fail'],
  )
  // A concurrent change is visible on the second attempt.
  const { breaking } = state
  state.breaking = () => {
    state.breaking = null
    return breaking()
  }
  assert.equal(outcomeOf(await propose(dina, 60, 2)).status, 'applied')
})
