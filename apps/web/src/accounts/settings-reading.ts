/** Reads answers about the settings: wire names stop here. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'

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
  const at = (key: string) => textAt(data, key) || textAt(body, key)
  const picture = at('qr_url')
  return picture === '' ? null : { picture, secret: at('secret') }
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
