import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

let rig: Rig
let server: ServerProcess

before(async () => {
  rig = await startRig()
  server = await startServerProcess(await rig.database(), {
    TUKAR_SIGN_UP_BURST: '5',
    TUKAR_TRUSTED_PROXIES: '127.0.0.1',
  })
})

after(async () => {
  await server.stop()
  await rig.stop()
})

const entryPaths = [
  '/auth/signin_post',
  '/auth/two-fa-login',
  '/auth/email_verification',
  '/auth/email_verification_token_request',
  '/auth/passchange-request',
  '/auth/passchange_form_post',
]

async function statusesFrom(address: string, path: string, count: number): Promise<number[]> {
  const answers = Array.from({ length: count }, () =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: '{}',
    }),
  )
  const statuses: number[] = []
  for (const answer of await Promise.all(answers)) {
    statuses.push(answer.status)
    if (answer.status !== 429) continue
    assert.notEqual(answer.headers.get('retry-after'), null)
    const body: unknown = await answer.json()
    assert.ok(typeof body === 'object' && body !== null && 'msg' in body && body.msg !== '')
  }
  return statuses
}

const refusedIn = (statuses: readonly number[]) => statuses.filter((status) => status === 429)

test('SRV-04 DEC-24: every way into an account is bounded for one client, and open to the next', async () => {
  let client = 0
  for (const path of [...entryPaths, '/auth/signup_post']) {
    client += 1
    const flood = await statusesFrom(`192.0.2.${client}`, path, 40)
    assert.ok(refusedIn(flood).length >= 25, `${path}: ${refusedIn(flood).length} of 40 refused`)
    assert.equal(refusedIn(await statusesFrom(`198.51.100.${client}`, path, 2)).length, 0, path)
  }
})

test('SRV-04 ATT-112: the bursts of all ways in are one, and an IPv6 client has one network', async () => {
  const all = await Promise.all(
    entryPaths.map((path, at) => statusesFrom(`2001:db8:7:7::${at + 1}`, path, 4)),
  )
  const refused = refusedIn(all.flat()).length
  assert.ok(refused >= 10, `${refused} of 24 refused`)
})
