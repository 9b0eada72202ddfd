/**
 * Where a code is tried from. Each place has tries of its own, so that whoever guesses, with a stolen session or with a
 * password that he knows, does not shut the owner out (M-6).
 */
import { type Client, networkOf } from '../sign-in/clients.ts'
import type { SessionUser } from '../sessions/session-cache.ts'

/** So long a device is new where codes are counted. */
const newDeviceMs = 86_400_000
/** What all sessions on new devices share. */
const sharedSessionId = 0

/** A key for each place; what begins with `device` is one that the owner signed in on before. */
export type CodeSource = string

/** A session, for the codes of a factor that are tried in it. */
export function sourceOfSession({ sessionId }: Pick<SessionUser, 'sessionId'>): CodeSource {
  return `session ${sessionId}`
}

/** A sign-in: a device that the owner is known on, or all others together. */
export function sourceOfSignIn(
  isKnownDevice: boolean,
  { address, device }: Pick<Client, 'address' | 'device'>,
): CodeSource {
  return isKnownDevice ? `device ${device}, ${networkOf(address)}` : 'elsewhere'
}

/** Whose codes by mail these are: the session's own, or those of all sessions on new devices. */
export function codeSessionOf({
  sessionId,
  deviceSinceMs,
}: Pick<SessionUser, 'sessionId' | 'deviceSinceMs'>): number {
  const isNew = deviceSinceMs !== null && Date.now() - deviceSinceMs < newDeviceMs
  return isNew ? sharedSessionId : sessionId
}
