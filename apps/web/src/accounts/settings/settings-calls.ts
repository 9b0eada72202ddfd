/** The calls of the settings: profile, two factors, sessions, deletion. */
import { routes } from '@tukar/wire'
import {
  call,
  callAs,
  load,
  type Outcome,
  toMessageResult,
  type MessageResult,
} from '../../api/call.ts'
import { createResource } from '../../api/resource.ts'
import { type FactorSetup, readSessions } from './settings-wire.ts'

/** Changes the nickname, the only editable field of a profile (SET-06, DEC-38). */
export async function updateNickname(nickname: string): Promise<MessageResult> {
  return toMessageResult(
    await call(routes.updateProfile, { input: { orang_nickname: nickname.trim() } }),
  )
}

/** Requests a new secret; it takes effect on activation. */
export function requestFactorSetup(): Promise<Outcome<FactorSetup>> {
  return callAs(routes.twoFactorSecret, { isSingle: true }, ({ data }) => ({
    picture: data.qr_url,
    secret: data.secret,
  }))
}

/** Switches the second factor on (TFA-06) or off (TFA-07) by a code. */
export async function switchFactor(isOn: boolean, code: string): Promise<MessageResult> {
  const route = isOn ? routes.activateTwoFactor : routes.deactivateTwoFactor
  return toMessageResult(await call(route, { input: { google_secret: code } }))
}

/** Returns the user's sessions as a resource; each page that shows them reloads them. */
export function sessionsResource() {
  return createResource(() => load(routes.sessions, {}, ({ data }) => readSessions(data)))
}

/** Ends one session; null ends all except this one. */
export async function endSession(id: string | null): Promise<MessageResult> {
  const input = id === null ? ({ all: true } as const) : { id }
  return toMessageResult(await call(routes.revokeSessions, { input }))
}

/** Deletes the account (DEL-03). */
export async function deleteAccount(reason: string): Promise<MessageResult> {
  return toMessageResult(await call(routes.deleteAccount, { input: { reason } }))
}
