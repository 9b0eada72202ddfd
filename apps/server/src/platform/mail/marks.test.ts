import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../../engine/testing/until.ts'
import type { Database } from '../database/pool.ts'
import { migratedDatabase } from '../database/testing/cluster.ts'
import { createLog } from '../logging/log.ts'
import { testKeys } from '../secrets/testing/secrets.ts'
import { startDelivery } from './delivery.ts'
import { createMail } from './mail.ts'
import { createSmtpTransport } from './smtp.ts'
import { startSmtpSink } from './testing/smtp-sink.ts'

let database: Database
let stop: () => Promise<void>

before(async () => {
  ;({ database, stop } = await migratedDatabase())
})

after(() => stop())

test('FLT-36: an e-mail that the database cannot mark does not delay the others of its batch', async (t) => {
  const keys = testKeys
  const mail = createMail(keys)
  for (let at = 0; at < 20; at++) {
    const isBad = at < 8
    await mail.send(database, {
      to: `${isBad ? 'bad' : 'good'}${at}@people.example`,
      language: 'en',
      template: 'reset_password',
      params: { name: 'Dewi', link: 'https://tukar.example/a', minutes: 60 },
    })
  }
  await database.query(
    `create function refuse_mark() returns trigger language plpgsql as
       $$ begin raise exception 'not now'; end $$;
     create trigger refuse_mark before update on mail.outbox for each row
       when (new.state = 'sent' and new.recipient like 'bad%') execute function refuse_mark()`,
  )
  const sink = await startSmtpSink()
  const transport = createSmtpTransport({ url: sink.url, from: 'Tukar <a@tukar.example>' })
  const brand = { product: 'Tukar', origin: 'https://tukar.example' }
  const log = createLog('silent')
  const delivery = startDelivery({ database, keys, transport, brand, log, pollMs: 10 })
  t.after(async () => {
    await delivery.stop()
    await sink.stop()
  })
  await until('all others are sent', async () => {
    const sent = await database.query(`select 1 from mail.outbox where state = 'sent'`)
    return sent.rows.length === 12
  })
  assert.ok(sink.mails.length >= 12)
})
