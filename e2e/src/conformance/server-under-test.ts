/**
 * The server under test: the product, started for the suites, or the one at TUKAR_URL (`npm run conformance
 * -- --url http://…`). Only verified people may move money, so those suites also need the database,
 * TUKAR_DATABASE_URL (`--database postgres://…`), and the server's TUKAR_SECRET_KEY.
 */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { databaseUrlOf, secretOf } from '../harness/people.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { createFixture, type DatabaseAccess, type Fixture } from './fixture.ts'

const farUrl = process.env['TUKAR_URL']
const farInside = insideOf(process.env)

/** Whether people can be verified, which needs the database and the secret. */
export const hasDatabase = farUrl === undefined || farInside !== null

/** All people of the suites share one address, so its limits are raised. Blocks come quickly. */
const environment = {
  TUKAR_SIGN_UP_BURST: '1000',
  TUKAR_LOCAL_BITCOIN_BLOCK_MS: '1000',
  TUKAR_LOCAL_EVM_BLOCK_MS: '500',
}

/** Registers the start and end of the server. The returned function works once the tests run. */
export function serverUnderTest(): () => Fixture {
  let server: RunningServer | null = null
  let current: Fixture | null = null
  before(async () => {
    if (farUrl !== undefined) {
      current = createFixture(farUrl, farInside)
      return
    }
    server = await startServer({ environment })
    current = createFixture(server.url, {
      databaseUrl: databaseUrlOf(server),
      secret: secretOf(server),
    })
  })
  after(async () => {
    if (server !== null) assert.equal(await server.stop(), 0, 'the server ends cleanly')
  })
  return () => {
    if (current === null) throw new Error('the server is not there yet')
    return current
  }
}

function insideOf(environment: NodeJS.ProcessEnv): DatabaseAccess | null {
  const { TUKAR_DATABASE_URL: databaseUrl, TUKAR_SECRET_KEY: secret } = environment
  if (databaseUrl === undefined) return null
  if (secret === undefined) throw new Error('with --database the suite needs TUKAR_SECRET_KEY too')
  return { databaseUrl, secret: Buffer.from(secret, 'base64') }
}
