/** The console's own calls, with their wire names: who one is, what waits, the record, operators. */
import { formatUnits } from '@tukar/money'
import {
  calls,
  type DeskAudit,
  type DeskAuditRow,
  type DeskMe,
  type DeskOperatorRow,
  type DeskOverview,
  type DeskRevealed,
  deskRoles,
} from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { type Contact, findContacts } from '../accounts/index.ts'
import { type ListedEntry, listEntries } from './audit.ts'
import type { ChainWatch } from './chain-watch.ts'
import type { Desk, MoneyFigures } from './desk.ts'
import { deskRoute } from './desk-route.ts'
import { changeRole, showPerson } from './operators.ts'
import { listOperators } from './operators-store.ts'

const auditRows = 50
const rupiahDecimals = 2

export type DeskRoutes = {
  readonly desk: Desk
  readonly chain: ChainWatch
  /** Where a person is paid to, whole; null where no account is saved. */
  readonly bankAccountOf: (userId: number) => Promise<{
    readonly bankName: string
    readonly holderName: string
    readonly number: string
    readonly isLocked: boolean
  } | null>
}

/** Serves `/desk/me`, `/desk/overview`, `/desk/audit`, `/desk/reveal` and `/desk/operators`. */
export function registerDeskRoutes(http: HttpHost, parts: DeskRoutes): void {
  const { desk } = parts
  deskRoute(http, desk, calls.deskMe, deskRoles, async ({ request, operator }) => {
    const { operatorId, name, roles } = operator
    return success(request, { data: { user_id: operatorId, name, roles } satisfies DeskMe })
  })

  deskRoute(http, desk, calls.deskOverview, deskRoles, async ({ request }) => {
    const [queues, money] = await Promise.all([desk.queues(), desk.money()])
    return success(request, { data: { queues, ...moneyRow(money) } satisfies DeskOverview })
  })

  registerAudit(http, parts)
  registerPeople(http, parts)
}

function registerAudit(http: HttpHost, { desk, chain }: DeskRoutes): void {
  deskRoute(http, desk, calls.deskAudit, ['risk', 'admin'], async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const { rows, total } = await listEntries(desk.database, page, auditRows)
    const { to, brokenAt, atMs, hash } = await chain.look()
    const operatorIds = rows.flatMap(({ operatorId }) => (operatorId === null ? [] : [operatorId]))
    const names = await findContacts(desk.database, operatorIds)
    const verified = {
      to,
      broken_at: brokenAt,
      at: new Date(atMs).toISOString(),
      hash: hash.toString('hex'),
    }
    const datas = rows.map((row) => auditRow(row, names))
    return success(request, {
      data: { datas, total, page, rows: auditRows, verified } satisfies DeskAudit,
    })
  })
}

function registerPeople(http: HttpHost, { desk, bankAccountOf }: DeskRoutes): void {
  deskRoute(http, desk, calls.revealPerson, deskRoles, async ({ request, operator, input }) => {
    const { userId, name, email } = await showPerson(
      desk.database,
      operator,
      input.user_id,
      input.reason,
    )
    const account = await bankAccountOf(userId)
    const bank =
      account === null
        ? null
        : {
            name: account.bankName,
            ac_name: account.holderName,
            ac_number: account.number,
            data_lock: account.isLocked,
          }
    return success(request, {
      data: { user_id: userId, name, email, bank } satisfies DeskRevealed,
    })
  })

  deskRoute(http, desk, calls.deskOperators, 'admin', async ({ request }) => {
    const listed = await listOperators(desk.database)
    const contacts = await findContacts(
      desk.database,
      listed.map(({ userId }) => userId),
    )
    // Deleted accounts keep their rows for the record, and come in no more.
    const data = listed.flatMap(({ userId, roles, since }): readonly DeskOperatorRow[] => {
      const contact = contacts.get(userId)
      if (contact === undefined) return []
      const { name, email } = contact
      return [{ user_id: userId, name, email, roles, since: since.toISOString() }]
    })
    return success(request, { data })
  })

  deskRoute(http, desk, calls.changeOperator, 'admin', async ({ request, operator, input }) => {
    const { email, role, is_given: isGiven, reason } = input
    await changeRole(desk.database, operator, { email, role, isGiven, reason })
    return success(request, {}, { code: 'desk.decided' })
  })
}

function moneyRow({ gatewayBalance, ledgerBalance, inFlight }: MoneyFigures) {
  const text = (units: number | null) =>
    units === null ? null : formatUnits(units, rupiahDecimals)
  const isKnown = gatewayBalance !== null && ledgerBalance !== null
  return {
    gateway_balance: text(gatewayBalance),
    ledger_balance: text(ledgerBalance),
    difference: text(isKnown ? gatewayBalance - ledgerBalance : null),
    in_flight: text(inFlight),
  }
}

function auditRow(entry: ListedEntry, names: ReadonlyMap<number, Contact>): DeskAuditRow {
  const { no, at, operatorId, action, subject, reason, before, after, hash } = entry
  const operator = operatorId === null ? null : (names.get(operatorId)?.name ?? `#${operatorId}`)
  return {
    no,
    at: at.toISOString(),
    operator,
    action,
    subject,
    reason,
    before,
    after,
    hash: hash.toString('hex'),
  }
}
