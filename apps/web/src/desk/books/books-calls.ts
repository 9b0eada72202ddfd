/** The console's calls about the books. */
import { type FileOutcome, saveAnswer } from '../../api/save-file.ts'
import { get, post, type Told, told } from '../desk-calls.ts'
import {
  type ClosedDay,
  type Closing,
  type LedgerPage,
  readBooks,
  readClosing,
  readDays,
  readLedger,
  readReconciliation,
  type Reconciliation,
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
export async function loadBooks(day: string | null): Promise<Told<readonly TrialBalance[]>> {
  return told(await get('books', day === null ? {} : { day }), readBooks)
}

/** The newest closed days. */
export async function loadDays(): Promise<Told<readonly ClosedDay[]>> {
  return told(await get('closings'), readDays)
}

/** A closed day. */
export async function loadClosing(day: string): Promise<Told<Closing>> {
  return told(await get('closings/day', { day }), readClosing)
}

/** A page of entries; `before` is where the page before ended, empty for the newest. */
export async function loadLedger(filter: LedgerFilter, before: string): Promise<Told<LedgerPage>> {
  return told(await get('ledger', given({ ...filter, before })), readLedger)
}

/** The same of one person alone. */
export async function loadPersonLedger(userId: number, before: string): Promise<Told<LedgerPage>> {
  return told(await get(`people/${userId}/ledger`, given({ before })), readLedger)
}

/** What was held against what at the last look. */
export async function loadReconciliation(): Promise<Told<Reconciliation>> {
  return told(await get('reconciliation'), readReconciliation)
}

/** Looks now. */
export async function lookNow(kind: 'minute' | 'full'): Promise<Told<Reconciliation>> {
  return told(await post('reconciliation', { kind }), readReconciliation)
}

/** Saves the file of a call. */
export function saveBooksFile(
  call: string,
  query: Readonly<Record<string, string>>,
  name: string,
): Promise<FileOutcome> {
  return saveAnswer({ host: 'api', path: `/desk/${call}/export`, query: given(query) }, name)
}

function given(query: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
