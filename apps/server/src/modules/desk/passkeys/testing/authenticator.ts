/** For tests: an authenticator with one passkey, for the site of the tests. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { testPass } from '../../../../testing/desk.ts'

const { rpId, origin } = testPass.rules

/** The public key of an authenticator in the COSE format: EC2, ES256, P-256. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [head, between] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')])
}

export type Authenticator = {
  readonly id: string
  readonly publicKey: Buffer
  /** The assertion that a browser would send for a challenge. */
  sign(asked: { readonly nonce: string; readonly challenge: string }): string
}

/** An authenticator with one passkey; `flags` 5: the user is present and was verified. */
export function authenticator(flags = 5): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16).toString('base64url')
  let counter = 0
  return {
    id,
    publicKey: coseOf(publicKey),
    sign({ nonce, challenge }) {
      counter += 1
      const client = JSON.stringify({ type: 'webauthn.get', challenge, origin })
      const count = Buffer.alloc(4)
      count.writeUInt32BE(counter)
      const site = createHash('sha256').update(rpId).digest()
      const data = Buffer.concat([site, Buffer.from([flags]), count])
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const response = {
        authenticatorData: data.toString('base64url'),
        clientDataJSON: Buffer.from(client).toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
      const whole = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
      return Buffer.from(JSON.stringify({ nonce, response: whole })).toString('base64url')
    },
  }
}
