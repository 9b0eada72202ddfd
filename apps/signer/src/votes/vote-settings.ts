/**
 * The operators' passkeys and the amounts from which their votes are needed. They are in the signer's own
 * file: an attacker on the exchange's database cannot add an operator.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { hasOnly, isRecord, isToken, isWhole } from '../shape.ts'

export type KnownPasskey = {
  /** The operator's account at the exchange. */
  readonly operator: number
  readonly key: KeyObject
}

export type VoteSettings = {
  /** How many different operators must agree. */
  readonly needed: number
  /** The amounts from which payouts need votes, in 10^-18, by currency. */
  readonly from: ReadonlyMap<string, bigint>
  /** The site that the passkeys are for. */
  readonly rpId: string
  readonly origin: string
  /** By their id, as authenticators name it. */
  readonly passkeys: ReadonlyMap<string, KnownPasskey>
}

/**
 * `unverified`: the settings say that votes are not checked. `unsaid`: the settings say nothing; only for
 * simulations.
 */
export type VoteRule = VoteSettings | 'unverified' | 'unsaid'

type ReadAmount = (currency: string, value: unknown) => bigint

const neededMax = 10
const passkeysMax = 200
const siteLengthMax = 255
const idPattern = /^[\w-]{1,1400}$/

/**
 * Parses the part `votes` of the settings; throws an error that names the fault.
 *
 * @param readAmount parses a currency's limit as decimal text
 */
export function parseVoteRule(value: unknown, readAmount: ReadAmount): VoteRule {
  if (value === undefined) return 'unsaid'
  if (value === 'unverified') return value
  if (!isRecord(value) || !hasOnly(value, ['needed', 'from', 'rpId', 'origin', 'passkeys'])) {
    throw new Error('votes must have needed, from, rpId, origin and passkeys, or be "unverified"')
  }
  const { needed, from: limits, rpId, origin, passkeys: listed } = value
  if (!isWhole(needed, neededMax) || needed === 0) {
    throw new Error(`votes: needed must be 1 to ${neededMax}`)
  }
  if (!isRecord(limits)) throw new Error('votes: from must be an object')
  if (!isToken(rpId, siteLengthMax) || !isToken(origin, siteLengthMax) || !isSite(rpId, origin)) {
    throw new Error('votes: origin must be the URL of the console, and rpId its host')
  }
  const from = new Map(
    Object.entries(limits).map(([currency, amount]) => [currency, readAmount(currency, amount)]),
  )
  const passkeys = readPasskeys(listed)
  const operators = new Set([...passkeys.values()].map(({ operator }) => operator))
  if (operators.size < needed) {
    throw new Error(`votes: ${needed} operators are needed, and ${operators.size} have a passkey`)
  }
  return { needed, from, rpId, origin, passkeys }
}

function isSite(rpId: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === origin && url.hostname === rpId
}

function readPasskeys(listed: unknown): ReadonlyMap<string, KnownPasskey> {
  if (!Array.isArray(listed) || listed.length > passkeysMax) {
    throw new Error(`votes: passkeys must be a list of at most ${passkeysMax}`)
  }
  const passkeys = new Map(listed.map(readPasskey))
  if (passkeys.size < listed.length) throw new Error('votes: a passkey is listed twice')
  return passkeys
}

function readPasskey(value: unknown, index: number): readonly [string, KnownPasskey] {
  const wrong = new Error(
    `votes: passkey ${index + 1} must be a line of the command that prints passkeys`,
  )
  if (!isRecord(value) || !hasOnly(value, ['operator', 'name', 'id', 'key'])) throw wrong
  const { operator, id, key: text } = value
  if (!isWhole(operator) || typeof id !== 'string' || !idPattern.test(id)) throw wrong
  if (typeof text !== 'string') throw wrong
  const key = readKey(text)
  if (key === null) throw wrong
  return [id, { operator, key }]
}

/** A public key that authenticators have: Ed25519, P-256, or RSA of 2,048 bits or more; null for another. */
function readKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    if (key.asymmetricKeyType === 'ed25519') return key
    if (key.asymmetricKeyType === 'ec') return namedCurve === 'prime256v1' ? key : null
    return key.asymmetricKeyType === 'rsa' && modulusLength >= 2_048 ? key : null
  } catch {
    return null
  }
}
