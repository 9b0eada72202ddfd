/** The calls of the settings: profile, two factors, sessions, deletion. */
import { textAt } from '../api/json.ts'
import { type Failure, send } from '../api/request.ts'
import { createResource } from '../api/resource.ts'
import type { Told } from './account-calls.ts'
import {
  type AccountSession,
  type FactorSetup,
  readFactorSetup,
  readSessions,
} from './settings-reading.ts'

async function tell(path: string, body: unknown): Promise<Told> {
  const outcome = await send({ host: 'api', method: 'POST', path, body })
  return outcome.ok ? { ok: true, message: textAt(outcome.body, 'msg') } : outcome
}

/** Changes the nickname, the only field of a profile that can be changed (SET-06, DEC-38). */
export function updateNickname(nickname: string): Promise<Told> {
  return tell('/users/mydata', { orang_nickname: nickname.trim() })
}

/** Asks for a new secret; it counts from the activation on. */
export async function askFactorSetup(): Promise<FactorSetup | Failure | null> {
  const outcome = await send({
    host: 'api',
    method: 'GET',
    path: '/users/two-fa-qr-img',
    isSingle: true,
  })
  return outcome.ok ? readFactorSetup(outcome.body) : outcome
}

/** Switches two factors on (TFA-06) or off (TFA-07) by a code. */
export function switchFactor(isOn: boolean, code: string): Promise<Told> {
  const path = isOn ? '/users/two-fa-activate' : '/users/two-fa-deactivate'
  return tell(path, { google_secret: code })
}

async function loadSessions(): Promise<readonly AccountSession[]> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/users/sessions' })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return readSessions(outcome.body)
}

/** Returns the own sessions as a resource; each page that shows them asks again. */
export function sessionsResource() {
  return createResource(loadSessions)
}

/** Ends one session, or with null all but this one. */
export function endSession(id: string | null): Promise<Told> {
  return tell('/users/sessions/revoke', id === null ? { all: true } : { id })
}

/** Deletes the account (DEL-03). */
export function deleteAccount(reason: string): Promise<Told> {
  return tell('/users/delete-account', { reason })
}
