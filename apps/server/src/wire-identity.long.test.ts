import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { io } from 'socket.io-client'
import {
  type ContractServer,
  startContractServer,
} from './adapters/identity-check/testing/contract-server.ts'
import { rowsOf, type Rig, startRig } from './engine/testing/rig.ts'
import { until } from './engine/testing/until.ts'
import { formOf, indonesian, picture, recording } from './modules/kyc/testing/steps-desk.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { tokenFor } from './testing/signed-in.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

type Caller = {
  readonly userId: number
  readonly token: string
  call(server: ServerProcess, path: string, body: object): Promise<Record<string, unknown>>
  send(server: ServerProcess, path: string, form: Buffer): Promise<Record<string, unknown>>
}

async function callerAt(databaseUrl: string, email: string): Promise<Caller> {
  const [created] = await rowsOf(
    databaseUrl,
    `insert into accounts.users (full_name, nickname, email, email_key, email_verified_at)
     values ('Dewi', 'Dewi', $1, $1, now()) returning id`,
    [email],
  )
  const token = await tokenFor(databaseUrl, email)
  const post = async (url: string, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { 'content-type': type, jwt: token }
    const answer = await fetch(url, { method: 'POST', headers, body })
    return (await answer.json()) as Record<string, unknown>
  }
  const type = 'multipart/form-data; boundary=----form-of-the-test'
  return {
    userId: Number(created?.['id']),
    token,
    call: (server, path, body) => post(server.url + path, 'application/json', JSON.stringify(body)),
    send: (server, path, form) => post(server.url + path, type, new Uint8Array(form)),
  }
}

function envOf({ url, key, callbackSecret }: ContractServer): Readonly<Record<string, string>> {
  return {
    TUKAR_IDENTITY_URL: url,
    TUKAR_IDENTITY_KEY: key,
    TUKAR_IDENTITY_CALLBACK_SECRET: callbackSecret,
  }
}

/** Submits everything. */
async function handIn(server: ServerProcess, caller: Caller): Promise<void> {
  const details = formOf(indonesian, { orang_nik_file: picture })
  const video = formOf({}, { orang_video_file: recording })
  for (const answering of [
    () => caller.call(server, '/kyc/nationality', { warganegara: 'Indonesia' }),
    () => caller.call(server, '/kyc/id/01-persetujuan', {}),
    () => caller.send(server, '/kyc/id/02-basic-info', details),
    () => caller.send(server, '/kyc/id/03-video-upload', video),
  ]) {
    const answer = await answering()
    assert.equal(answer['success'], 1, JSON.stringify(answer))
  }
}

test('FLT-37: a server that is killed during an identity check decides after its start', async (t) => {
  const databaseUrl = await rig.database()
  const provider = await startContractServer(t)
  const env = envOf(provider)
  // The server stops before the last answer arrives.
  provider.delay(2_000)
  const killed = await startServerProcess(databaseUrl, env)
  const caller = await callerAt(databaseUrl, 'dewi@people.example')
  await handIn(killed, caller)
  const hasAsked = () => provider.asked.some((one) => one.operation === 'document')
  await until('the machine asks', hasAsked, 30_000)
  await killed.kill()
  provider.delay(0)

  const server = await startServerProcess(databaseUrl, env)
  t.after(() => server.stop())
  const stateOf = async () => {
    const found = await rowsOf(databaseUrl, 'select state from kyc.record where user_id = $1', [
      caller.userId,
    ])
    return found[0]?.['state']
  }
  await until('it is decided', async () => (await stateOf()) !== 'submitted', 30_000)
  const [record] = await rowsOf(
    databaseUrl,
    'select state, step from kyc.record where user_id = $1',
    [caller.userId],
  )
  assert.deepEqual(record, { state: 'approved', step: 3 })
  const history = await rowsOf(databaseUrl, 'select 1 from kyc.history where user_id = $1', [
    caller.userId,
  ])
  assert.equal(history.length, 2)
  for (const secret of [indonesian['orang_nik'], 'Lestari', '81234567890', 'Jalan Contoh']) {
    for (const one of [killed, server]) assert.ok(!one.log().includes(secret ?? '?'))
  }
})

test('FLT-37: metrics show whether the identity check answers', async (t) => {
  const databaseUrl = await rig.database()
  const provider = await startContractServer(t)
  const server = await startServerProcess(databaseUrl, envOf(provider))
  t.after(() => server.stop())
  const stateOf = async (): Promise<string | undefined> => {
    const figures = await (await fetch(`${server.localUrl}/metrics`)).text()
    assert.match(figures, /^tukar_bank_gateway_state 0$/m)
    return /^tukar_identity_check_state (\d)$/m.exec(figures)?.[1]
  }
  assert.equal(await stateOf(), '0')
  provider.fail('create', 'error', 100)
  await handIn(server, await callerAt(databaseUrl, 'joko@people.example'))
  await until('it is told', async () => (await stateOf()) !== '0', 30_000)
})

test("RT-03 SRV-41: a user's open pages are updated at once, and nobody else's", async (t) => {
  const databaseUrl = await rig.database()
  const provider = await startContractServer(t)
  const server = await startServerProcess(databaseUrl, envOf(provider))
  t.after(() => server.stop())
  const heard: unknown[] = []
  const callers = [
    await callerAt(databaseUrl, 'dewi@people.example'),
    await callerAt(databaseUrl, 'citra@people.example'),
  ]
  for (const { token, userId } of callers) {
    const socket = io(server.url, { transports: ['websocket'], auth: { token } })
    t.after(() => socket.disconnect())
    socket.on('kyc_status', (payload: unknown) => heard.push({ to: userId, payload }))
    await until('the page is open', () => socket.connected, 30_000)
  }
  const [dewi] = callers
  assert.ok(dewi !== undefined)
  await handIn(server, dewi)
  await until('it is told', () => heard.length > 0, 30_000)
  const { userId } = dewi
  assert.deepEqual(heard, [{ to: userId, payload: { uid: userId, message: 'verified' } }])
})
