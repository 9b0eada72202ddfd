/**
 * Passkey signatures of votes (INV-22): requested if the operator has a passkey, and verified again when the
 * votes are counted.
 */
import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import * as z from 'zod/mini'
import type { Database, Transaction } from '../../../platform/database/pool.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import type { VotePass } from '../operator.ts'
import { challengeOf, isFreshNonce, makeNonce } from './challenge.ts'
import { findPasskey, notePasskeyUsed, type Passkey, passkeysOf } from './passkey-store.ts'

const text = z.string().check(z.maxLength(4_000))
const bytes = text.check(z.regex(/^[\w-]*$/))

const Assertion = z.object({
  nonce: text,
  response: z.object({
    id: bytes,
    rawId: bytes,
    type: z.literal('public-key'),
    clientExtensionResults: z.object({}),
    response: z.object({
      authenticatorData: bytes,
      clientDataJSON: bytes,
      signature: bytes,
    }),
  }),
})
/** The assertion that a browser sends and a vote stores. */
export type Assertion = z.infer<typeof Assertion>

/** The part of a vote that a passkey signs. */
export type PasskeyVote = { readonly operatorId: number; readonly signed: readonly unknown[] }

/**
 * The signature of a vote; null if the operator has no passkey and needs none. Refuses `desk.passkey_missing`
 * if a passkey is required but missing, `desk.passkey_needed` with the challenge if there is no signature
 * yet, and `desk.passkey_wrong`.
 */
export async function signatureFor(
  transaction: Transaction,
  keys: Keys,
  { operatorId, signed }: PasskeyVote,
  { shown, rules }: VotePass,
): Promise<Assertion | null> {
  const passkeys = await passkeysOf(transaction, keys, operatorId)
  if (passkeys.length === 0) {
    if (rules.isPasskeyNeeded) throw new Refusal('desk.passkey_missing')
    return null
  }
  if (shown === null) throw askFor(keys, signed, passkeys)
  const assertion = readAssertion(shown)
  const passkey = passkeys.find(({ id }) => id === assertion?.response.id)
  if (assertion === null || passkey === undefined) throw new Refusal('desk.passkey_wrong')
  if (!isFreshNonce(keys, assertion.nonce, Date.now())) throw askFor(keys, signed, passkeys)
  const counter = await verifiedCounter(passkey, assertion, signed)
  if (counter === null) throw new Refusal('desk.passkey_wrong')
  await notePasskeyUsed(transaction, passkey.id, counter)
  return assertion
}

/** Whether the stored signature of a vote is its operator's, over exactly this content. */
export async function isSigned(
  connection: Pick<Database, 'query'>,
  keys: Keys,
  { operatorId, signed }: PasskeyVote,
  assertion: Assertion,
): Promise<boolean> {
  const passkey = await findPasskey(connection, keys, assertion.response.id)
  if (passkey === null || passkey.userId !== operatorId) return false
  // The counter of the passkey has advanced since.
  return (await verifiedCounter({ ...passkey, counter: 0 }, assertion, signed)) !== null
}

function askFor(keys: Keys, signed: readonly unknown[], passkeys: readonly Passkey[]): Refusal {
  const nonce = makeNonce(keys, Date.now())
  const [first] = passkeys
  return new Refusal('desk.passkey_needed', {
    nonce,
    challenge: challengeOf(nonce, signed),
    rp_id: first?.rpId ?? '',
    passkeys: passkeys.map(({ id }) => id).join(' '),
  })
}

function readAssertion(shown: string): Assertion | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(shown, 'base64url').toString())
    const parsed = Assertion.safeParse(json)
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The signature counter in the assertion; null if the signature does not match. */
async function verifiedCounter(
  { id, publicKey, counter, origin, rpId }: Passkey,
  { nonce, response }: Assertion,
  signed: readonly unknown[],
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response satisfies AuthenticationResponseJSON,
      expectedChallenge: challengeOf(nonce, signed),
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
