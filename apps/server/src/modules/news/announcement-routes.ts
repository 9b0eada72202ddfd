/** The calls of announcements: the public list, and the console's calls. */
import { announcementRow, calls, type DeskAnnouncement, type InputOf } from '@tukar/wire'
import { type HttpHost, languageOf, success } from '../../platform/http/host.ts'
import { type Guard, route } from '../../platform/http/route.ts'
import { findContacts } from '../accounts/index.ts'
import { type Desk, deskRoute } from '../desk/index.ts'
import { listAnnouncements, type NewAnnouncement } from './announcement-store.ts'
import {
  addAnnouncement,
  type AnnouncementRules,
  cleanAnnouncement,
  removeAnnouncement,
  saveAnnouncement,
} from './announcements.ts'
import { contentId, writers } from './article-desk.ts'
import type { Board } from './board.ts'

export type AnnouncementRoutes = AnnouncementRules & {
  readonly desk: Desk
  readonly guard: Guard
  readonly board: Board
}

/** Serves `/announcements` to all, and `/desk/announcements` to their writers. */
export function registerAnnouncements(http: HttpHost, routes: AnnouncementRoutes): void {
  const { desk, guard, board } = routes
  const { database } = desk
  route(http, guard, calls.announcements, async ({ request }) => {
    const language = languageOf(request)
    return success(request, { data: board.current().map((one) => announcementRow(one, language)) })
  })
  deskRoute(http, desk, calls.deskAnnouncements, writers, async ({ request }) => {
    return success(request, { data: await deskRows(desk) })
  })
  deskRoute(http, desk, calls.addAnnouncement, writers, async ({ request, operator, input }) => {
    const clean = cleanAnnouncement(announcementOf(input), routes)
    const id = await addAnnouncement(database, operator.operatorId, clean)
    await board.refresh()
    return success(request, { data: { id } })
  })
  deskRoute(http, desk, calls.saveAnnouncement, writers, async (asked) => {
    const { request, operator, input, id } = asked
    const read = { announcementId: contentId(id), version: input.version ?? 0 }
    const clean = cleanAnnouncement(announcementOf(input), routes)
    await saveAnnouncement(database, operator.operatorId, read, clean)
    await board.refresh()
    return success(request, {})
  })
  deskRoute(http, desk, calls.removeAnnouncement, writers, async (asked) => {
    const { request, operator, input, id } = asked
    const read = { announcementId: contentId(id), version: input.version }
    await removeAnnouncement(database, operator.operatorId, read, input.reason ?? '')
    await board.refresh()
    return success(request, {})
  })
}

function announcementOf(input: InputOf<typeof calls.saveAnnouncement>): NewAnnouncement {
  const { level, text, link, currency, starts_at: startsAt, ends_at: endsAt } = input
  const endsMs = endsAt === null ? null : Date.parse(endsAt)
  return { level, text, link, currency, startsMs: Date.parse(startsAt), endsMs }
}

async function deskRows({ database }: Desk): Promise<readonly DeskAnnouncement[]> {
  const stored = await listAnnouncements(database)
  const contacts = await findContacts(database, [...new Set(stored.map((one) => one.changedBy))])
  return stored.map(({ announcementId, version, level, text, link, currency, ...rest }) => ({
    id: announcementId,
    version,
    level,
    text,
    link,
    currency,
    starts_at: new Date(rest.startsMs).toISOString(),
    ends_at: rest.endsMs === null ? null : new Date(rest.endsMs).toISOString(),
    changed_by: contacts.get(rest.changedBy)?.name ?? `#${rest.changedBy}`,
    changed_at: rest.changedAt.toISOString(),
  }))
}
