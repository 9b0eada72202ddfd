/** Calls the authenticator of this device with the exchange's parameters. */
import type { calls, PasskeyOptions, SentOf } from '@tukar/wire'
import { type JsonRecord, textAt } from '../../api/json.ts'

/** A passkey in the exchange's format. */
type MadePasskey = SentOf<typeof calls.addPasskey>['response']

/** Whether this page may use passkeys: browsers offer them on https and localhost only. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window
}

/** Signs a challenge with one of these passkeys; null if the operator cancels or the device fails. */
export async function signChallenge(params: JsonRecord): Promise<string | null> {
  if (!canUsePasskeys()) return null
  const ids = textAt(params, 'passkeys').split(' ')
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: decodeBase64url(textAt(params, 'challenge')),
    rpId: textAt(params, 'rp_id'),
    allowCredentials: ids.map((id) => ({ type: 'public-key', id: decodeBase64url(id) })),
    userVerification: 'required',
  }
  const made = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!(made instanceof PublicKeyCredential)) return null
  const { response } = made
  if (!(response instanceof AuthenticatorAssertionResponse)) return null
  const signed = {
    ...toCredentialHead(made),
    response: {
      authenticatorData: encodeBase64url(response.authenticatorData),
      clientDataJSON: encodeBase64url(response.clientDataJSON),
      signature: encodeBase64url(response.signature),
    },
  }
  const assertion = JSON.stringify({ nonce: textAt(params, 'nonce'), response: signed })
  return encodeBase64url(new TextEncoder().encode(assertion).buffer)
}

/** Creates a passkey with the exchange's options; null if the operator cancels or the device fails. */
export async function makePasskey(options: PasskeyOptions): Promise<MadePasskey | null> {
  const { rp, user, excludeCredentials = [] } = options
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: decodeBase64url(options.challenge),
    rp: { name: rp.name, ...(rp.id !== undefined && { id: rp.id }) },
    user: { id: decodeBase64url(user.id), name: user.name, displayName: user.displayName },
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg, type }) => ({ alg, type })),
    excludeCredentials: excludeCredentials.map(({ id, type }) => ({
      id: decodeBase64url(id),
      type,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestation: 'none',
  }
  const made = await navigator.credentials.create({ publicKey }).catch(() => null)
  if (!(made instanceof PublicKeyCredential)) return null
  const { response } = made
  if (!(response instanceof AuthenticatorAttestationResponse)) return null
  return {
    ...toCredentialHead(made),
    response: {
      clientDataJSON: encodeBase64url(response.clientDataJSON),
      attestationObject: encodeBase64url(response.attestationObject),
    },
  }
}

function toCredentialHead({ id, rawId }: PublicKeyCredential) {
  return {
    id,
    rawId: encodeBase64url(rawId),
    type: 'public-key',
    clientExtensionResults: {},
  } as const
}

/** Decodes base64url. */
function decodeBase64url(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(plain.length)
  for (let index = 0; index < plain.length; index += 1) bytes[index] = plain.charCodeAt(index)
  return bytes.buffer
}

function encodeBase64url(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
