/** Operators of tests with passkeys, and their votes for payouts. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Approval } from '../approval.ts'
import { createChallenge, type Vote } from '../votes/vote.ts'
import { settingsText, unique } from './requests.ts'

export const site = { rpId: 'exchange.example', origin: 'https://exchange.example' } as const

export type Passkey = {
  readonly operator: number
  readonly id: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** A passkey of an operator, on the curve that most authenticators have, or of another kind. */
export function passkeyOf(operator: number, kind: 'p256' | 'ed25519' | 'rsa' = 'p256'): Passkey {
  const id = randomBytes(16).toString('base64url')
  if (kind === 'ed25519') return { operator, id, ...generateKeyPairSync('ed25519') }
  if (kind === 'rsa')
    return { operator, id, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) }
  return { operator, id, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
}

/** Its entry in the settings. */
export function toEntry({ operator, id, publicKey }: Passkey) {
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return { operator, name: `Operator ${operator}`, id, key }
}

/** Settings for tests: votes of two of these operators are needed from these limits on. */
export function votingSettings(
  passkeys: readonly Passkey[],
  from: Readonly<Record<string, string>> = { BTC: '0.1', ETH: '0.5', BNB: '2', USDT: '200' },
) {
  return { ...settingsText, votes: { needed: 2, from, ...site, passkeys: passkeys.map(toEntry) } }
}

/** The payout as the operators saw it: as in its approval, without a fee, of the test account. */
export function shownOf(approval: Approval, changes: Readonly<Record<string, unknown>> = {}) {
  const { id, chain, currency, contract, destination, amount, hold } = approval
  const shown = { id, chain, currency, contract, destination, amount: String(amount), fee: '0' }
  const fields = Object.values({ ...shown, hold, owner: 1_001, ...changes })
  return JSON.stringify([['tukar payout vote 1', ...fields], 2])
}

export type SignedAssertion = {
  readonly shown?: string
  readonly decision?: string
  readonly kind?: string
  readonly subject?: number
  /** The authenticator's flags: 5 means user present and verified. */
  readonly flags?: number
  readonly rpId?: string
  readonly client?: Readonly<Record<string, unknown>>
}

/** An operator's vote for a payout, changed before it is signed. */
export function voteOf(passkey: Passkey, approval: Approval, said: SignedAssertion = {}): Vote {
  const { shown = shownOf(approval), decision = 'approve', kind = 'chain_withdrawal' } = said
  const vote = { kind, decision, subject: said.subject ?? 7, shown, nonce: unique() }
  const challenge = createChallenge(vote)
  const told = { type: 'webauthn.get', challenge, origin: site.origin, ...said.client }
  const client = Buffer.from(JSON.stringify(told))
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  const data = Buffer.concat([
    hash(Buffer.from(said.rpId ?? site.rpId)),
    Buffer.from([said.flags ?? 5, 0, 0, 0, 9]),
  ])
  const algorithm = passkey.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  const signature = sign(algorithm, Buffer.concat([data, hash(client)]), passkey.privateKey)
  const assertion = {
    id: passkey.id,
    authenticatorData: data.toString('base64url'),
    clientDataJSON: client.toString('base64url'),
    signature: signature.toString('base64url'),
  }
  return { ...vote, assertion }
}
