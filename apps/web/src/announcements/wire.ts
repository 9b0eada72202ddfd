/** Announcements as the pages have them: a link is followed only where it leads to a page. */
import { type AnnouncementRow, outerLink } from '@tukar/wire'

export type Announcement = {
  /** Of the announcement and its version: a changed one is another. */
  readonly key: string
  readonly isWarning: boolean
  readonly text: string
  /** A path of ours or an address of http or https; null where it leads nowhere. */
  readonly link: string | null
  /** The currency whose wallet shows it; null for all pages. */
  readonly currency: string | null
  readonly startsAt: string
  /** Null where no end is known. */
  readonly endsAt: string | null
}

/** No second slash at its beginning, which would lead elsewhere. */
const pathGrammar = /^\/(?:[a-z\d][a-z\d/_-]*)?(?:#[a-z\d_-]+)?$/i

/** Reads a row of the list. */
export function readAnnouncement(row: AnnouncementRow): Announcement {
  return {
    key: `${row.id}.${row.version}`,
    isWarning: row.level === 'warning',
    text: row.text,
    link: linkOf(row.link ?? ''),
    currency: row.currency,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }
}

function linkOf(text: string): string | null {
  return pathGrammar.test(text) ? text : outerLink(text)
}
