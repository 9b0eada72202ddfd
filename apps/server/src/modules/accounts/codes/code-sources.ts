/**
 * The source of an attempt at a code. Each source has its own attempts, so that an attacker with a stolen
 * session or a known password does not lock the owner out (M-6).
 */
import { type Client, networkOf } from '../sign-in/clients.ts'
import type { SessionUser } from '../sessions/session-cache.ts'

/** A device counts as new for this long. */
const newDeviceMs = 86_400_000
/** The id that all sessions on new devices share. */
const sharedSessionId = 0

/**
 * A key for each source; a key that begins with `device` is a device that the owner has signed in on before.
 */
export type CodeSource = string

/** The source of an attempt within a session. */
export function sourceOfSession({ sessionId }: Pick<SessionUser, 'sessionId'>): CodeSource {
  return `session ${sessionId}`
}

/** The source of an attempt to sign in: a known device of the owner, or all other devices together. */
export function sourceOfSignIn(
  isKnownDevice: boolean,
  { address, device }: Pick<Client, 'address' | 'device'>,
): CodeSource {
  return isKnownDevice ? `device ${device}, ${networkOf(address)}` : 'elsewhere'
}

/** The session that owns e-mailed codes: the session itself, or one id for all sessions on new devices. */
export function codeSessionOf({
  sessionId,
  deviceSinceMs,
}: Pick<SessionUser, 'sessionId' | 'deviceSinceMs'>): number {
  const isNew = deviceSinceMs !== null && Date.now() - deviceSinceMs < newDeviceMs
  return isNew ? sharedSessionId : sessionId
}
