/** Asks the authenticator of this device, in the words that the exchange speaks. */
import { isRecord, type JsonRecord, textAt } from '../../api/json.ts'

/** Whether this page may use passkeys: browsers offer them on https and on localhost alone. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window
}

/** Signs a challenge with one of these passkeys; null where the operator or the device did not. */
export async function signChallenge(params: JsonRecord): Promise<string | null> {
  if (!canUsePasskeys()) return null
  const ids = textAt(params, 'passkeys').split(' ')
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytesOf(textAt(params, 'challenge')),
    rpId: textAt(params, 'rp_id'),
    allowCredentials: ids.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
    userVerification: 'required',
  }
  const made = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!(made instanceof PublicKeyCredential)) return null
  const { response } = made
  if (!(response instanceof AuthenticatorAssertionResponse)) return null
  const signed = {
    ...headOf(made),
    response: {
      authenticatorData: textOf(response.authenticatorData),
      clientDataJSON: textOf(response.clientDataJSON),
      signature: textOf(response.signature),
    },
  }
  const assertion = JSON.stringify({ nonce: textAt(params, 'nonce'), response: signed })
  return textOf(new TextEncoder().encode(assertion).buffer)
}

/** Makes a passkey as the exchange wants it; null where the operator or the device did not. */
export async function makePasskey(options: JsonRecord): Promise<JsonRecord | null> {
  const [rp, user] = [recordIn(options, 'rp'), recordIn(options, 'user')]
  const excluded = recordsIn(options, 'excludeCredentials')
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(textAt(options, 'challenge')),
    rp: { id: textAt(rp, 'id'), name: textAt(rp, 'name') },
    user: {
      id: bytesOf(textAt(user, 'id')),
      name: textAt(user, 'name'),
      displayName: textAt(user, 'displayName'),
    },
    pubKeyCredParams: recordsIn(options, 'pubKeyCredParams').map((one) => ({
      type: 'public-key',
      alg: Number(textAt(one, 'alg')),
    })),
    excludeCredentials: excluded.map((one) => ({
      type: 'public-key',
      id: bytesOf(textAt(one, 'id')),
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  }
  const made = await navigator.credentials.create({ publicKey }).catch(() => null)
  if (!(made instanceof PublicKeyCredential)) return null
  const { response } = made
  if (!(response instanceof AuthenticatorAttestationResponse)) return null
  return {
    ...headOf(made),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
    },
  }
}

function headOf(made: PublicKeyCredential) {
  return { id: made.id, rawId: textOf(made.rawId), type: 'public-key', clientExtensionResults: {} }
}

function recordIn(record: JsonRecord, key: string): JsonRecord {
  const value = record[key]
  return isRecord(value) ? value : {}
}

function recordsIn(record: JsonRecord, key: string): readonly JsonRecord[] {
  const value = record[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The bytes of a text in base64url. */
function bytesOf(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(plain.length)
  for (let place = 0; place < plain.length; place += 1) bytes[place] = plain.charCodeAt(place)
  return bytes.buffer
}

function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
