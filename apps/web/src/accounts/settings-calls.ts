/** The calls of the settings: profile, two factors, sessions, deletion. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { type Failure, send } from '../api/request.ts'
import { createResource } from '../api/resource.ts'
import type { Told } from './account-calls.ts'

async function tell(path: string, body: unknown): Promise<Told> {
  const outcome = await send({ host: 'api', method: 'POST', path, body })
  return outcome.ok ? { ok: true, message: textAt(outcome.body, 'msg') } : outcome
}

/** Changes the nickname, the only field of a profile that can be changed (SET-06, DEC-38). */
export function updateNickname(nickname: string): Promise<Told> {
  return tell('/users/mydata', { orang_nickname: nickname.trim() })
}

/** What an authenticator is given. */
export type FactorSetup = {
  /** A picture of the QR code: a `data:` address, or one of this site. */
  readonly picture: string
  /** The secret in base32 as it is typed by hand; empty where the server does not tell it. */
  readonly secret: string
}

/** Reads the setup of two factors; null where the answer holds no picture. */
export function readFactorSetup(body: JsonRecord): FactorSetup | null {
  const data = isRecord(body['data']) ? body['data'] : body
  const picture = textAt(data, 'qr_url') || textAt(body, 'qr_url')
  return picture === '' ? null : { picture, secret: textAt(data, 'secret') }
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

/** One place where the account is open. */
export type AccountSession = {
  readonly id: string
  readonly beganAt: string
  readonly seenAt: string
  readonly address: string
  readonly device: string
  readonly isCurrent: boolean
}

/** Reads the list of sessions: this one first, then the last seen. */
export function readSessions(body: JsonRecord): readonly AccountSession[] {
  const data = body['data']
  const rows: unknown = isRecord(data) ? data['datas'] : data
  if (!Array.isArray(rows)) return []
  return rows
    .filter(isRecord)
    .map((row) => ({
      id: textAt(row, 'id'),
      beganAt: textAt(row, 'created_at'),
      seenAt: textAt(row, 'last_seen_at'),
      address: textAt(row, 'address'),
      device: textAt(row, 'device'),
      isCurrent: row['current'] === true || row['current'] === 1,
    }))
    .toSorted(
      (one, other) =>
        Number(other.isCurrent) - Number(one.isCurrent) || other.seenAt.localeCompare(one.seenAt),
    )
}

async function loadSessions(): Promise<readonly AccountSession[]> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/users/sessions' })
  if (!outcome.ok) throw new Error(outcome.code || outcome.kind)
  return readSessions(outcome.body)
}

/** Returns the own sessions as a resource; each page that shows them asks anew. */
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
