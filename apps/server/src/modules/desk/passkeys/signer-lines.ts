/**
 * Passkeys of operators in the format of the signer's settings (`apps/signer/src/votes/vote-settings.ts`).
 */
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import type { Database } from '../../../platform/database/pool.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { findContacts } from '../../accounts/index.ts'
import { operatorsWithPasskeys, passkeysOf } from './passkey-store.ts'

type Connection = Pick<Database, 'query'>

export type SignerConfigLine = {
  readonly operator: number
  /** The person and the device, for readers of the file. */
  readonly name: string
  readonly id: string
  /** SubjectPublicKeyInfo, in base64. */
  readonly key: string
}

/** A line for each passkey of an operator; those without a proof are omitted. */
export async function signerConfigLines(
  connection: Connection,
  keys: Keys,
): Promise<readonly SignerConfigLine[]> {
  const operators = await operatorsWithPasskeys(connection)
  const people = await findContacts(connection, operators)
  const lines: SignerConfigLine[] = []
  for (const operator of operators) {
    const person = people.get(operator)
    if (person === undefined) continue
    for (const { id, name: device, publicKey } of await passkeysOf(connection, keys, operator)) {
      const name = `${person.name} <${person.email}>, ${device}`
      lines.push({ operator, name, id, key: spkiOf(publicKey) })
    }
  }
  return lines
}

/** Converts a key of an authenticator (COSE) to the format of other programs. */
function spkiOf(publicKey: Buffer): string {
  const key = createPublicKey({ key: jwkOf(publicKey), format: 'jwk' })
  return key.export({ format: 'der', type: 'spki' }).toString('base64')
}

function jwkOf(publicKey: Buffer): JsonWebKey {
  const key = decodeCredentialPublicKey(new Uint8Array(publicKey))
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url')
  if (cose.isCOSEPublicKeyEC2(key)) {
    const { x, y } = cose.COSEKEYS
    return { kty: 'EC', crv: 'P-256', x: text(key.get(x)), y: text(key.get(y)) }
  }
  if (cose.isCOSEPublicKeyOKP(key)) {
    return { kty: 'OKP', crv: 'Ed25519', x: text(key.get(cose.COSEKEYS.x)) }
  }
  if (cose.isCOSEPublicKeyRSA(key)) {
    const { n, e } = cose.COSEKEYS
    return { kty: 'RSA', n: text(key.get(n)), e: text(key.get(e)) }
  }
  throw new Error('unknown type of passkey')
}
