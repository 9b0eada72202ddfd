/** Operators add and remove passkeys; the audit log records each change. */
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Database } from '../../../platform/database/pool.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { record } from '../audit.ts'
import type { Operator } from '../operator.ts'
import { challengeOf, isFreshNonce, makeNonce } from './challenge.ts'
import { addPasskey, passkeysOf, removePasskey } from './passkey-store.ts'

/** An older sign-in must be repeated. */
const freshSeconds = 15 * 60
const passkeysMax = 10

export type PasskeyDeps = {
  readonly database: Database
  readonly keys: Keys
  readonly product: string
}

/** Refuses `desk.sign_in_again` if the session is not fresh: an older session must not change passkeys. */
function refuseOldSession({ pass }: Operator): void {
  if (pass.sessionAgeSeconds > freshSeconds) throw new Refusal('desk.sign_in_again')
}

/** The options for the browser to create a passkey, with the nonce that comes back. */
export async function beginPasskey({ database, keys, product }: PasskeyDeps, operator: Operator) {
  refuseOldSession(operator)
  const { operatorId, name, pass } = operator
  const own = await passkeysOf(database, keys, operatorId)
  if (own.length >= passkeysMax) throw new Refusal('desk.passkeys_full', { max: passkeysMax })
  const nonce = makeNonce(keys, Date.now())
  const options = await generateRegistrationOptions({
    rpName: product,
    rpID: pass.rules.rpId,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(`operator:${operatorId}`)),
    challenge: new Uint8Array(Buffer.from(challengeOf(nonce, signedBy(operatorId)), 'base64url')),
    attestationType: 'none',
    excludeCredentials: own.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  return { nonce, options }
}

export type CreatedPasskey = {
  readonly name: string
  readonly nonce: string
  readonly response: RegistrationResponseJSON
}

/** Stores a passkey that a browser created; refuses `desk.sign_in_again` and `desk.passkey_wrong`. */
export async function finishPasskey(
  { database, keys }: PasskeyDeps,
  operator: Operator,
  { name, nonce, response }: CreatedPasskey,
): Promise<void> {
  refuseOldSession(operator)
  const { operatorId, pass } = operator
  const { rpId, origin } = pass.rules
  if (!isFreshNonce(keys, nonce, Date.now())) throw new Refusal('desk.passkey_wrong')
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challengeOf(nonce, signedBy(operatorId)),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => null)
  if (verified?.verified !== true) throw new Refusal('desk.passkey_wrong')
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const made = { id, name, publicKey: Buffer.from(publicKey), counter, rpId, origin }
  await inTransaction(database, async (transaction) => {
    const isNew = await addPasskey(transaction, keys, { ...made, userId: operatorId })
    if (!isNew) throw new Refusal('desk.passkey_wrong')
    const subject = `user:${operatorId}`
    await record(transaction, {
      operatorId,
      action: 'passkey.add',
      subject,
      reason: '',
      after: { name },
    })
  })
}

/** Removes one of the operator's own passkeys; refuses `desk.sign_in_again` and `desk.case_unknown`. */
export async function endPasskey(
  { database }: PasskeyDeps,
  operator: Operator,
  id: string,
): Promise<void> {
  refuseOldSession(operator)
  const { operatorId } = operator
  await inTransaction(database, async (transaction) => {
    if (!(await removePasskey(transaction, operatorId, id))) throw new Refusal('desk.case_unknown')
  })
}

function signedBy(operatorId: number): readonly unknown[] {
  return ['passkey', operatorId]
}
