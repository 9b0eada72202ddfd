/** The console's calls of the audit log: a page with the state of its chain, and the file. */
import { calls, type CsvCell, type DeskAudit, type DeskAuditRow } from '@tukar/wire'
import { inTransaction } from '../../platform/database/transaction.ts'
import { sendCsv } from '../../platform/documents/sent-file.ts'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { type Contact, findContacts } from '../accounts/index.ts'
import {
  type AuditFilter,
  type ListedEntry,
  listEntries,
  recordedNames,
  walkEntries,
} from './audit-list.ts'
import { record } from './audit.ts'
import type { ChainWatch } from './chain-watch.ts'
import type { Desk } from './desk.ts'
import { deskRoute } from './desk-route.ts'

const pageRows = 50
const roles = ['risk', 'admin'] as const
const fileColumns = [
  'no',
  'at',
  'operator_id',
  'operator',
  'action',
  'subject',
  'reason',
  'before',
  'after',
  'hash',
]

type Names = ReadonlyMap<number, Contact>

/** Serves `/desk/audit` and its file. */
export function registerAudit(http: HttpHost, desk: Desk, chain: ChainWatch): void {
  const { database } = desk

  deskRoute(http, desk, calls.deskAudit, roles, async ({ request, input }) => {
    const page = Number(input.page ?? 1)
    const { rows, total } = await listEntries(database, input, { page, rows: pageRows })
    const { operatorIds, actions } = await recordedNames(database)
    const { to, brokenAt, atMs, wholeAtMs, hash } = await chain.latest()
    const names = await findContacts(database, operatorIds)
    const verified = {
      to,
      broken_at: brokenAt,
      at: new Date(atMs).toISOString(),
      whole_at: new Date(wholeAtMs).toISOString(),
      hash: hash.toString('hex'),
    }
    const operators = operatorIds.map((id) => ({ user_id: id, name: nameOf(id, names) }))
    const datas = rows.map((row) => auditRow(row, names, desk.nameOf(row.subject)))
    return success(request, {
      data: {
        datas,
        operators,
        actions,
        total,
        page,
        rows: pageRows,
        verified,
      } satisfies DeskAudit,
    })
  })

  deskRoute(http, desk, calls.deskAuditCsv, roles, async ({ request, reply, operator, input }) => {
    await inTransaction(database, (transaction) =>
      record(transaction, {
        operatorId: operator.operatorId,
        action: 'audit.export',
        subject: 'audit',
        reason: '',
        after: input,
      }),
    )
    const names = await findContacts(database, (await recordedNames(database)).operatorIds)
    const day = new Date().toISOString().slice(0, 10)
    const file = { request, reply, name: `audit-${day}`, head: fileColumns }
    return sendCsv(file, walkEntries(database, input satisfies AuditFilter), (entry) =>
      cellsOf(entry, names),
    )
  })
}

function nameOf(operatorId: number, names: Names): string {
  return names.get(operatorId)?.name ?? `#${operatorId}`
}

function auditRow(entry: ListedEntry, names: Names, about: DeskAuditRow['about']): DeskAuditRow {
  const { no, at, operatorId, action, subject, reason, before, after, hash } = entry
  return {
    no,
    at: at.toISOString(),
    operator: operatorId === null ? null : nameOf(operatorId, names),
    action,
    subject,
    about,
    reason,
    before,
    after,
    hash: hash.toString('hex'),
  }
}

function cellsOf(entry: ListedEntry, names: Names): readonly CsvCell[] {
  const { no, at, operatorId, action, subject, reason, before, after, hash } = entry
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value))
  return [
    { figure: String(no) },
    at.toISOString(),
    operatorId === null ? '' : { figure: String(operatorId) },
    operatorId === null ? '' : nameOf(operatorId, names),
    action,
    subject,
    reason,
    json(before),
    json(after),
    hash.toString('hex'),
  ]
}
