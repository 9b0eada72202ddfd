/** Converts answers about the settings from wire names. */
import type { SessionRow } from '@tukar/wire'

/** The values for an authenticator app. */
export type FactorSetup = {
  /** The image of the QR code: a `data:` address, or an address of this site. */
  readonly picture: string
  /** The secret in base32, for typing. */
  readonly secret: string
}

/** One open session of the account. */
export type AccountSession = {
  readonly id: string
  readonly beganAt: string
  readonly seenAt: string
  readonly address: string
  readonly device: string
  readonly isCurrent: boolean
}

/** Reads the list of sessions: this one first, then by last use. */
export function readSessions(rows: readonly SessionRow[]): readonly AccountSession[] {
  return rows
    .map((row) => ({
      id: String(row.id),
      beganAt: row.created_at,
      seenAt: row.last_seen_at,
      address: row.address,
      device: row.device,
      isCurrent: row.current,
    }))
    .toSorted(
      (one, other) =>
        Number(other.isCurrent) - Number(one.isCurrent) || other.seenAt.localeCompare(one.seenAt),
    )
}
