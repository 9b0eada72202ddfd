/** The calls with which operators list, find and open users. */
import {
  calls,
  type DeskPeople,
  type DeskPeopleRow,
  type DeskPersonFound,
  deskRoles,
} from '@tukar/wire'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import type { Sessions } from '../accounts/index.ts'
import { audit, type Desk, deskRoute, maskedEmail, maskedName } from '../desk/index.ts'
import type { Finder } from './finding.ts'
import { registerCancelFactorReset } from './keep-factor-routes.ts'
import type { UserChangeDeps } from './kinds/deps.ts'
import { registerKinds } from './kinds/register.ts'
import { addNote } from './notes.ts'
import { activityOf, detailOf, type PersonDeps } from './person.ts'
import { type FoundPerson, type ListedPerson, listPeople, peopleRows } from './store.ts'

export type PeopleDeps = PersonDeps &
  UserChangeDeps & { readonly desk: Desk; readonly sessions: Sessions; readonly finder: Finder }

/** All roles may read; these roles may write notes and act. */
const writers = ['support', 'risk', 'admin'] as const

/** Serves `/desk/people` and the paths below it, and registers the changes of users' accounts. */
export function registerPeople(http: HttpHost, deps: PeopleDeps): void {
  const { desk, database, finder } = deps
  registerKinds(desk, deps)
  registerCancelFactorReset(http, deps)

  deskRoute(http, desk, calls.deskPeople, deskRoles, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const query = { state: input.state ?? 'all', kyc: input.kyc ?? null, page } as const
    const { rows, total } = await listPeople(database, query)
    const datas = rows.map(listedRow)
    return success(request, { data: { datas, total, page, rows: peopleRows } satisfies DeskPeople })
  })

  deskRoute(http, desk, calls.findPeople, deskRoles, async ({ request, operator, input }) => {
    const found = await finder.find(operator, input.query)
    return success(request, { data: found.map(personRow) })
  })

  deskRoute(http, desk, calls.deskPerson, deskRoles, async ({ request, operator, id }) => {
    const person = await finder.open(operator, id)
    return success(request, { data: await detailOf(deps, person) })
  })

  deskRoute(http, desk, calls.deskPersonActivity, deskRoles, async ({ request, operator, id }) => {
    const { userId } = await finder.open(operator, id)
    return success(request, { data: await activityOf(deps, userId) })
  })

  deskRoute(http, desk, calls.notePerson, writers, async ({ request, operator, id, input }) => {
    const { userId } = await finder.open(operator, id)
    const { operatorId } = operator
    const noteId = await inTransaction(database, async (transaction) => {
      const created = await addNote(transaction, { userId, operatorId, text: input.text })
      const [subject, reason] = [`user:${userId}`, `note:${created}`]
      await audit.record(transaction, { operatorId, action: 'person.note', subject, reason })
      return created
    })
    return success(request, { data: { id: noteId } }, { code: 'desk.noted' })
  })
}

function listedRow(person: ListedPerson): DeskPeopleRow {
  return {
    user_id: person.userId,
    created_at: person.createdAt.toISOString(),
    kyc: person.kyc,
    two_factor: person.hasTwoFactor,
    suspended: person.isSuspended,
    demo: person.isDemo,
    last_seen_at: person.lastSeenAt?.toISOString() ?? null,
  }
}

function personRow({ userId, name, email, kyc, isSuspended }: FoundPerson): DeskPersonFound {
  return {
    user_id: userId,
    name: maskedName(name),
    email: maskedEmail(email),
    kyc,
    suspended: isSuspended,
  }
}
