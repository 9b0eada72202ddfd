/** Announcements as the server tells them, read without believing it. */
import { outerLink } from '@tukar/wire'
import { type JsonRecord, rowsOf, textAt } from '../api/json.ts'

export type Announcement = {
  /** Of the announcement and its version: a changed one is another. */
  readonly key: string
  readonly isWarning: boolean
  readonly text: string
  /** A path of ours or an address of http or https; null where it leads nowhere. */
  readonly link: string | null
  /** The currency whose wallet it is about; null where it is about all. */
  readonly currency: string | null
  readonly startsAt: string
  /** Null where no end is known. */
  readonly endsAt: string | null
}

/** No second slash at its beginning, which would lead elsewhere. */
const pathGrammar = /^\/(?:[a-z\d][a-z\d/_-]*)?(?:#[a-z\d_-]+)?$/i

/** Reads the rows of an answer; one without a text is none. */
export function readAnnouncements(body: JsonRecord): readonly Announcement[] {
  return rowsOf(body).flatMap((row) => {
    const text = textAt(row, 'text')
    if (text === '') return []
    const [link, currency, endsAt] = ['link', 'currency', 'ends_at'].map((key) => textAt(row, key))
    return [
      {
        key: `${textAt(row, 'id')}.${textAt(row, 'version')}`,
        isWarning: row['level'] === 'warning',
        text,
        link: linkOf(link ?? ''),
        currency: currency || null,
        startsAt: textAt(row, 'starts_at'),
        endsAt: endsAt || null,
      },
    ]
  })
}

function linkOf(text: string): string | null {
  return pathGrammar.test(text) ? text : outerLink(text)
}
