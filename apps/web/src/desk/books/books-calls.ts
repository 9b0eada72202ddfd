/** The console's calls about the ledger and its reconciliation. */
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

/** The ledger filter; empty fields are not sent. */
export type LedgerFilter = Readonly<
  Record<'account' | 'currency' | 'kind' | 'source' | 'from' | 'to' | 'seq' | 'amount', string>
>

/** No filter: all entries, newest first. */
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

/** Loads the chart of accounts, current or of a closed day. */
export function loadBooks(day: string | null): Promise<CallResult<readonly TrialBalance[]>> {
  return get(routes.deskBooks, { input: day === null ? {} : { day } }, toBooks)
}

/** Loads the newest closed days. */
export function loadDays(): Promise<CallResult<readonly ClosedDay[]>> {
  return get(routes.deskClosings, { input: {} }, ({ datas }) => datas.map(toDay))
}

/** Loads a closed day. */
export function loadClosing(day: string): Promise<CallResult<Closing>> {
  return get(routes.deskClosing, { input: { day } }, toClosing)
}

/** Loads a page of entries; `before` is the end of the previous page, empty for the newest. */
export function loadLedger(filter: LedgerFilter, before: string): Promise<CallResult<LedgerPage>> {
  return get(routes.deskLedger, { input: given({ ...filter, before }) }, toLedgerPage)
}

/** Loads the entries of one person. */
export function loadPersonLedger(userId: number, before: string): Promise<CallResult<LedgerPage>> {
  return get(routes.personLedger, { input: given({ before }), id: userId }, toLedgerPage)
}

/** Loads the last reconciliation. */
export function loadReconciliation(): Promise<CallResult<Reconciliation>> {
  return get(routes.deskReconciliation, {}, toReconciliation)
}

/** Runs a reconciliation now. */
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
