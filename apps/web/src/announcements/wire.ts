/** Converts announcements from wire names; only valid links are kept. */
import { type AnnouncementRow, outerLink } from '@tukar/wire'

export type Announcement = {
  /** The key of an announcement and its version; a changed announcement has another key. */
  readonly key: string
  readonly isWarning: boolean
  readonly text: string
  /** A path of this site, or an http or https address; null if there is no valid link. */
  readonly link: string | null
  /** The currency whose wallet shows it; null for all pages. */
  readonly currency: string | null
  readonly startsAt: string
  /** Null if the end is unknown. */
  readonly endsAt: string | null
}

/** A second leading slash would be the address of another host. */
const pathGrammar = /^\/(?:[a-z\d][a-z\d/_-]*)?(?:#[a-z\d_-]+)?$/i

/** Reads a row of the list. */
export function readAnnouncement(row: AnnouncementRow): Announcement {
  return {
    key: `${row.id}.${row.version}`,
    isWarning: row.level === 'warning',
    text: row.text,
    link: parseLink(row.link ?? ''),
    currency: row.currency,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }
}

function parseLink(text: string): string | null {
  return pathGrammar.test(text) ? text : outerLink(text)
}
