/**
 * The server that the suites ask: the product, started for them, or the one whose address is in TUKAR_URL
 * (`npm run conformance -- --url http://…`). Money moves for verified people alone: there the suites need the
 * database too, TUKAR_DATABASE_URL (`--database postgres://…`).
 */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { databaseUrlOf } from '../harness/people.ts'
import { type RunningServer, startServer } from '../harness/server.ts'
import { createWorld, type World } from './world.ts'

const farUrl = process.env['TUKAR_URL']
const farDatabaseUrl = process.env['TUKAR_DATABASE_URL']

/** Whether people can be verified, which takes the database. */
export const hasDatabase = farUrl === undefined || farDatabaseUrl !== undefined

/** All people of the suites come from one address, more of them than from any person's; blocks come quickly. */
const environment = {
  TUKAR_SIGN_UP_BURST: '1000',
  TUKAR_LOCAL_BITCOIN_BLOCK_MS: '1000',
  TUKAR_LOCAL_EVM_BLOCK_MS: '500',
}

/** Registers the start and the end of the server; the function that it returns works from the first test on. */
export function serverUnderTest(): () => World {
  let server: RunningServer | null = null
  let current: World | null = null
  before(async () => {
    if (farUrl !== undefined) {
      current = createWorld(farUrl, farDatabaseUrl ?? null)
      return
    }
    server = await startServer({ environment })
    current = createWorld(server.url, databaseUrlOf(server))
  })
  after(async () => {
    if (server !== null) assert.equal(await server.stop(), 0, 'the server ends cleanly')
  })
  return () => {
    if (current === null) throw new Error('the server is not there yet')
    return current
  }
}
