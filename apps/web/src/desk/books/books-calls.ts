/** The console's calls about the books. */
import { type Route, routes } from '@tukar/wire'
import { type FileOutcome, saveAnswer } from '../../api/save-file.ts'
import { get, post, type CallResult } from '../desk-calls.ts'
import {
  type ClosedDay,
  type Closing,
  type LedgerPage,
  type Reconciliation,
  toBooks,
  toClosing,
  toDay,
  toLedgerPage,
  toReconciliation,
  type TrialBalance,
} from './books-wire.ts'

/** What is searched for in the ledger; an empty text is not asked for. */
export type LedgerFilter = Readonly<
  Record<'account' | 'currency' | 'kind' | 'source' | 'from' | 'to' | 'seq' | 'amount', string>
>

/** Everything, newest first. */
export const noFilter: LedgerFilter = {
  account: '',
  currency: '',
  kind: '',
  source: '',
  from: '',
  to: '',
  seq: '',
  amount: '',
}

/** The chart of accounts now, or as a day closed. */
export function loadBooks(day: string | null): Promise<CallResult<readonly TrialBalance[]>> {
  return get(routes.deskBooks, { input: day === null ? {} : { day } }, toBooks)
}

/** The newest closed days. */
export function loadDays(): Promise<CallResult<readonly ClosedDay[]>> {
  return get(routes.deskClosings, { input: {} }, ({ datas }) => datas.map(toDay))
}

/** A closed day. */
export function loadClosing(day: string): Promise<CallResult<Closing>> {
  return get(routes.deskClosing, { input: { day } }, toClosing)
}

/** A page of entries; `before` is where the page before ended, empty for the newest. */
export function loadLedger(filter: LedgerFilter, before: string): Promise<CallResult<LedgerPage>> {
  return get(routes.deskLedger, { input: given({ ...filter, before }) }, toLedgerPage)
}

/** The same of one person alone. */
export function loadPersonLedger(userId: number, before: string): Promise<CallResult<LedgerPage>> {
  return get(routes.personLedger, { input: given({ before }), id: userId }, toLedgerPage)
}

/** What was held against what at the last look. */
export function loadReconciliation(): Promise<CallResult<Reconciliation>> {
  return get(routes.deskReconciliation, {}, toReconciliation)
}

/** Looks now. */
export function runReconciliation(kind: 'minute' | 'full'): Promise<CallResult<Reconciliation>> {
  return post(routes.lookAtBooks, { input: { kind } }, toReconciliation)
}

/** Saves the file of a call. */
export function saveBooksFile(
  route: Route,
  query: Readonly<Record<string, string>>,
  name: string,
): Promise<FileOutcome> {
  return saveAnswer({ route, query: given(query) }, name)
}

function given(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
