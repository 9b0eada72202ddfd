/** People for tests, registered and signed in over the public calls. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { keysOf } from '@tukar/server/secrets/keys'
import { proveFact } from '@tukar/server/secrets/proven-facts'
import { Pool } from 'pg'
import { captchaProof } from './captcha.ts'
import type { Answer, Client, JsonObject } from './http.ts'
import { listRows, textAt } from './http.ts'
import { mailedLink } from './mailbox.ts'
import { embeddedUrl } from './postgres.ts'
import { sharedSecret } from './secrets.ts'
import type { RunningServer } from './server.ts'
import { until } from './until.ts'

export type Person = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly token: string
  /** The user id in the answer to the sign-in. */
  readonly usid: number
}

export const goodPassword = 'Kata-Sandi-9'

/** A new name and a new e-mail address. */
export function newIdentity(prefix = 'orang'): { readonly name: string; readonly email: string } {
  const tag = randomBytes(5).toString('hex')
  return { name: `${prefix} ${tag}`, email: `${prefix}-${tag}@example.test` }
}

/** The body of a registration. */
export function signupBody(identity: {
  readonly name: string
  readonly email: string
}): JsonObject {
  return {
    ...identity,
    password: goodPassword,
    password_confirm: goodPassword,
    'g-recaptcha-response': '',
  }
}

/** Opens the e-mail's link that confirms an address. */
export async function confirmEmail(client: Client, email: string): Promise<void> {
  const link = await mailedLink(client, email, '/auth/email-verification')
  const code = link.searchParams.get('verification_code') ?? ''
  const answer = await client.call('POST', '/auth/email_verification', { body: { code } })
  if (answer.body['success'] !== 1) throw new Error(`confirmation: ${answer.text}`)
}

/** Signs in and returns the whole answer. */
export async function signIn(client: Client, email: string, password: string): Promise<Answer> {
  const proof = await captchaProof(client)
  return client.call('POST', '/auth/signin_post', {
    body: { email, password, 'g-recaptcha-response': proof },
  })
}

/** Sends a registration, with a captcha's proof, and returns the answer. */
export async function signUp(client: Client, body: JsonObject): Promise<Answer> {
  const proof = await captchaProof(client)
  return client.call('POST', '/auth/signup_post', {
    body: { ...body, 'g-recaptcha-response': proof },
  })
}

/** Registers a new person and signs in. Resolves once the starting funds are available. */
export async function newPerson(client: Client, prefix = 'orang'): Promise<Person> {
  const identity = newIdentity(prefix)
  const signup = await signUp(client, signupBody(identity))
  if (signup.body['success'] !== 1) throw new Error(`sign-up: ${signup.status} ${signup.text}`)
  await confirmEmail(client, identity.email)
  const answer = await signIn(client, identity.email, goodPassword)
  const { token, usid, success } = answer.body
  if (success !== 1 || typeof token !== 'string') throw new Error(`sign-in: ${answer.text}`)
  const person = { ...identity, password: goodPassword, token, usid: Number(usid) }
  await until(
    'starting funds',
    async () => (await balanceOf(client, token, 'IDR')).available !== '0.00',
  )
  return person
}

/** The available and held balance of a currency, as decimal strings of the API. */
export async function balanceOf(
  client: Client,
  token: string,
  symbol: string,
): Promise<{ readonly available: string; readonly held: string }> {
  const answer = await client.call('GET', '/balances', {
    token,
    query: { page: 1, rows: 50, sort: 'id', order: 'asc', filter_rules: '[]' },
  })
  const row = listRows(answer).find((one) => one['ccurrency_symbol'] === symbol)
  if (row === undefined) throw new Error(`no balance of ${symbol}: ${answer.status} ${answer.text}`)
  return { available: textAt(row, 'saldo_value'), held: textAt(row, 'saldo_lock') }
}

/** A new person who may deposit and withdraw: verified, and with a signed agreement. */
export async function verifiedPerson(server: RunningServer, prefix = 'orang'): Promise<Person> {
  const person = await newPerson(server.client, prefix)
  await verifyPeople(databaseUrlOf(server), [person], { secret: secretOf(server) })
  return person
}

/** The database of a running server. */
export function databaseUrlOf({ databaseUrl, dataFolder }: RunningServer): string {
  return databaseUrl ?? embeddedUrl(dataFolder)
}

/**
 * The secret with which a running server makes its proofs: the one in its data folder, or the shared one of
 * all tests.
 */
export function secretOf({ dataFolder }: RunningServer): Buffer {
  const folder = path.join(dataFolder, 'secrets')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const kept = names.find((name) => name.endsWith('.server'))
  if (kept === undefined) return sharedSecret
  return Buffer.from(readFileSync(path.join(folder, kept), 'utf8').trim(), 'base64')
}

/**
 * Verifies people by SQL on the exchange's database, with valid proofs, for tests of later steps. They also
 * sign the agreement unless the options say otherwise. They have no verified name, so their bank accounts may
 * have any name.
 *
 * @param secret the server's TUKAR_SECRET_KEY
 */
export async function verifyPeople(
  databaseUrl: string,
  people: readonly Pick<Person, 'usid'>[],
  options: { readonly hasAgreed?: boolean; readonly secret?: Buffer } = {},
): Promise<void> {
  const { hasAgreed = true, secret = sharedSecret } = options
  const keys = keysOf(secret)
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  const ids = people.map(({ usid }) => usid)
  try {
    await pool.query(
      `insert into kyc.record (user_id, kind, step, state, submitted_at, decided_at, decided_by)
       select id, 'indonesia', 3, 'approved', now(), now(), 'machine' from unnest($1::bigint[]) as id
       on conflict (user_id) do update set kind = excluded.kind, step = 3, state = 'approved'`,
      [ids],
    )
    for (const id of ids) await proveFact(pool, keys, 'verified', id)
    if (!hasAgreed) return
    await pool.query(
      `insert into agreement.signature (user_id, text_version, language)
       select id, 'test', 'en' from unnest($1::bigint[]) as id on conflict do nothing`,
      [ids],
    )
    for (const id of ids) await proveFact(pool, keys, 'agreement', id)
  } finally {
    await pool.end()
  }
}
