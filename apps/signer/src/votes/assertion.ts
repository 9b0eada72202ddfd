/** WebAuthn assertions (level 3, 7.2): whether a passkey signed a challenge at our site. */
import { createHash, verify } from 'node:crypto'
import { isRecord, parseJson } from '../shape.ts'
import type { KnownPasskey, VoteSettings } from './vote-settings.ts'

/** The assertion of the operator's browser, in base64url. */
export type Assertion = {
  readonly id: string
  readonly authenticatorData: string
  readonly clientDataJSON: string
  readonly signature: string
}

const siteHashBytes = 32
/** The hash of the site, a byte of flags, a counter of four bytes; extensions may follow. */
const dataBytesMin = 37
const userIsPresent = 0x01
const userIsVerified = 0x04

/** Whether a passkey signed a challenge (base64url), with its user present and verified. */
export function isSignedBy(
  { key }: KnownPasskey,
  { rpId, origin }: Pick<VoteSettings, 'rpId' | 'origin'>,
  assertion: Assertion,
  challenge: string,
): boolean {
  const client = Buffer.from(assertion.clientDataJSON, 'base64url')
  const clientData = parseJson(client.toString('utf8'))
  if (!isRecord(clientData) || clientData['type'] !== 'webauthn.get') return false
  if (clientData['challenge'] !== challenge || clientData['origin'] !== origin) return false
  if (clientData['crossOrigin'] === true) return false
  const data = Buffer.from(assertion.authenticatorData, 'base64url')
  if (data.length < dataBytesMin) return false
  if (!data.subarray(0, siteHashBytes).equals(sha256(Buffer.from(rpId)))) return false
  const flags = data.readUInt8(siteHashBytes)
  if ((flags & userIsPresent) === 0 || (flags & userIsVerified) === 0) return false
  const signed = Buffer.concat([data, sha256(client)])
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return verify(algorithm, signed, key, Buffer.from(assertion.signature, 'base64url'))
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
