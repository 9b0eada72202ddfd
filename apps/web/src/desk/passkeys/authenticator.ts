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

/** Creates a passkey with the exchange's options; null if the operator cancels or the device fails. */
export async function makePasskey(options: PasskeyOptions): Promise<MadePasskey | null> {
  const { rp, user, excludeCredentials = [] } = options
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(options.challenge),
    rp: { name: rp.name, ...(rp.id !== undefined && { id: rp.id }) },
    user: { id: bytesOf(user.id), name: user.name, displayName: user.displayName },
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg, type }) => ({ alg, type })),
    excludeCredentials: excludeCredentials.map(({ id, type }) => ({ id: bytesOf(id), type })),
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

function headOf({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: textOf(rawId), type: 'public-key', clientExtensionResults: {} } as const
}

/** Decodes base64url. */
function bytesOf(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(plain.length)
  for (let index = 0; index < plain.length; index += 1) bytes[index] = plain.charCodeAt(index)
  return bytes.buffer
}

function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
