/** The audit of deposits and withdrawals passes for right rows and finds every manual change. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, rowsOf, startRig } from '../../engine/testing/rig.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { createLog } from '../../platform/logging/log.ts'
import { auditProofs, auditWallets } from './audit-run.ts'
import { makeDeposit, rowIn, rupiahDesk, withdraw } from './rupiah/testing/rupiah-desk.ts'
import { unitsOf } from './rupiah/units.ts'
import { strayHolds } from './stray-holds.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

const changes: Readonly<Record<string, string>> = {
  'Deposit 1 is credited: 15000100 was credited': `update exchange.transfer set amount = amount + 100 where source = 'deposit:1'`,
  'Withdrawal 1 is completed: 0 was paid out, 0 kept as fee, 0 given back': `delete from exchange.transfer where source = 'withdrawal:1' and command_kind = 'settle'`,
  'Withdrawal 2 is waiting: it holds 1 of': `update exchange.hold set remaining = 1 where remaining > 0`,
  'and its withdrawal is canceled': `update wallets.withdrawal set state = 'canceled' where id = 2`,
  'Deposit 1 is of account 1002, and 15000100 was': `update wallets.deposit set user_id = user_id + 1 where id = 1`,
  'Withdrawal 2 is of account 1002, and its hold': `update wallets.withdrawal set user_id = user_id + 1 where id = 2`,
  'are booked for deposit:99': `update exchange.transfer set source = 'deposit:99' where source = 'deposit:1'`,
  'and its last step is credited': `update wallets.deposit set state = 'expired' where id = 1`,
}

const provenLines = [
  'ok    bank accounts, each with its seal: 2',
  'ok    addresses, each with its seal: 0',
  'ok    withdrawals, each as it was asked for: 2',
  'ok    withdrawals over chains, each as it was asked for: 0',
  'ok    transactions of the chains, each as it was signed: 0',
  'ok    deposits over chains that were credited, each with its proof: 0',
]

/** Finished rows are covered as well. */
const forgeries: Readonly<Record<string, string>> = {
  'The bank account of account 1001 is not what it saved': `update bank.account set number = '5550123499' where user_id = 1001`,
  'Withdrawal 1 is not what account 1001 asked for': `update wallets.withdrawal set account_number = '5550123499' where id = 1`,
  'Withdrawal 2 is not what account 1001 asked for': `update wallets.withdrawal set request_mac = null where id = 2`,
}

test('INV-05 INV-12 INV-13 INV-20 R-67: holds and transfers match the rows, and a change by hand is reported', async (t) => {
  const databaseUrl = await rig.database()
  const desk = await rupiahDesk(t, databaseUrl, { reviewFrom: unitsOf(5_000_000) })
  const dewi = await desk.person('Dewi')
  await desk.person('Citra')
  const { depositId, invoiceId } = await makeDeposit(desk, dewi)
  await desk.control(`/invoices/${invoiceId}/pay`, {})
  await rowIn(desk, 'deposit', depositId, 'credited')
  await withdraw(desk, dewi, 1_000_000)
  await rowIn(desk, 'withdrawal', 1, 'completed')
  await withdraw(desk, dewi, 5_000_000)
  await rowIn(desk, 'withdrawal', 2, 'waiting')
  await desk.stop()
  await desk.engine.stop()
  for (const kind of ['deposit', 'withdrawal']) {
    const text = `update wallets.${kind} set updated_at = now() - interval '1 minute', taken_until = null`
    await rowsOf(databaseUrl, text)
  }
  const lines: string[] = []
  assert.equal(await auditWallets(databaseUrl, (line) => lines.push(line)), true, lines.join('\n'))
  // This test has no chain transfers.
  for (const line of lines.slice(0, 8)) assert.match(line, /^ok .*: [1-9]/)
  for (const line of lines.slice(8)) assert.match(line, /^ok .*: 0$/)
  const prove = async () => {
    const found: string[] = []
    const isRight = await auditProofs(databaseUrl, desk.keys, (line) => found.push(line))
    return { isRight, text: found.join('\n') }
  }
  assert.deepEqual(await prove(), { isRight: true, text: provenLines.join('\n') })
  for (const [sentence, statement] of Object.entries(forgeries)) {
    await rowsOf(databaseUrl, statement)
    const { isRight, text } = await prove()
    assert.ok(!isRight && text.includes(sentence), `${sentence}:\n${text}`)
  }
  for (const [sentence, statement] of Object.entries(changes)) {
    await rowsOf(databaseUrl, statement)
    const found: string[] = []
    assert.equal(await auditWallets(databaseUrl, (line) => found.push(line)), false, statement)
    assert.ok(found.join('\n').includes(sentence), `${sentence}:\n${found.join('\n')}`)
  }
  // The last change left a hold of a finished withdrawal.
  const database = openDatabase(databaseUrl, createLog('silent'))
  t.after(() => database.end())
  const stray = async () => (await strayHolds(database)).map(({ source }) => source)
  assert.deepEqual(await stray(), ['withdrawal:2'])
  // Tables that are behind the journal prove nothing, so no currency is halted then.
  await rowsOf(
    databaseUrl,
    'update exchange.watermark set row_no = row_no - 1, time_ms = time_ms - 600000',
  )
  assert.deepEqual(await stray(), [])
})
