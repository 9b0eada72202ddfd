/** The calls of rupiah in and out. Answers are read into units; failures go up as they are. */
import type { CodePayment } from '../accounts/otp-calls.ts'
import { isRecord, type JsonRecord, rowsOf } from '../api/json.ts'
import { type Failure, type RawOutcome, send } from '../api/request.ts'
import { upload } from '../api/upload.ts'
import { CallFailed } from '../api/call.ts'
import {
  type BankAccount,
  type Deposit,
  type LinkedWithdrawal,
  rawRupiah,
  type RupiahRules,
  type Withdrawal,
} from './rupiah.ts'
import {
  readBankAccount,
  readDeposit,
  readLinked,
  readRules,
  readWithdrawal,
} from './rupiah-wire-reading.ts'

/** Rows of a list on a page (IDRD-07, IDRW-07). */
export const transferRows = 10
/** The most rows that a page may have (DEC-137). */
const allRows = 100
const openPagesMax = 10

function bodyOf(outcome: RawOutcome): JsonRecord {
  if (!outcome.ok) throw new CallFailed(outcome)
  return outcome.body
}

/** Loads limits, fees, ways to pay and holds. Throws where the call failed. */
export async function loadRules(): Promise<RupiahRules> {
  return readRules(bodyOf(await send({ host: 'sync', method: 'GET', path: '/wallets_idr/rules' })))
}

/** Loads the saved bank account, null where there is none. Throws as above. */
export async function loadBankAccount(): Promise<BankAccount | null> {
  return readBankAccount(bodyOf(await send({ host: 'api', method: 'GET', path: '/users/mybank' })))
}

async function loadRows(path: string, page: number): Promise<readonly JsonRecord[]> {
  const query = { page, rows: transferRows, sort: 'id', order: 'desc' }
  return rowsOf(bodyOf(await send({ host: 'sync', method: 'GET', path, query })))
}

/** Loads a page of the own deposits, newest first. Throws as above. */
export async function loadDeposits(page: number): Promise<readonly Deposit[]> {
  return (await loadRows('/wallets_idr/deposits', page)).map(readDeposit)
}

/** Loads all own withdrawals that are not over: what they are about is held. Throws as above. */
export async function loadOpenWithdrawals(): Promise<readonly Withdrawal[]> {
  const filter = [{ field: 'wdidr_status', op: 'equal', value: 'PENDING' }]
  const all: Withdrawal[] = []
  for (let page = 1; page <= openPagesMax; page += 1) {
    const outcome = await send({
      host: 'sync',
      method: 'GET',
      path: '/wallets_idr/withdraws',
      query: {
        page,
        rows: allRows,
        sort: 'id',
        order: 'desc',
        filter_rules: JSON.stringify(filter),
      },
    })
    const rows = rowsOf(bodyOf(outcome)).map(readWithdrawal)
    all.push(...rows)
    if (rows.length < allRows) break
  }
  return all
}

/** Loads one own deposit; null where there is none of this number. Throws as above. */
export async function loadDeposit(id: string): Promise<Deposit | null> {
  if (!/^\d{1,15}$/.test(id)) return null
  const filter = [{ field: 'id', op: 'equal', value: Number(id) }]
  const outcome = await send({
    host: 'sync',
    method: 'GET',
    path: '/wallets_idr/deposits',
    query: { page: 1, rows: 1, sort: 'id', order: 'desc', filter_rules: JSON.stringify(filter) },
  })
  const [row] = rowsOf(bodyOf(outcome))
  return row === undefined ? null : readDeposit(row)
}

/** Loads a page of the own withdrawals, newest first. Throws as above. */
export async function loadWithdrawals(page: number): Promise<readonly Withdrawal[]> {
  return (await loadRows('/wallets_idr/withdraws', page)).map(readWithdrawal)
}

export type Asked<Row> =
  | { readonly ok: true; readonly row: Row | null; readonly message: string }
  | { readonly ok: false; readonly failure: Failure }

async function ask<Row>(
  path: string,
  body: JsonRecord,
  commandId: string,
  read: (row: JsonRecord) => Row,
): Promise<Asked<Row>> {
  const outcome = await send({ host: 'sync', method: 'POST', path, body, commandId })
  if (!outcome.ok) return { ok: false, failure: outcome }
  const { data, msg } = outcome.body
  const message = typeof msg === 'string' ? msg : ''
  return { ok: true, row: isRecord(data) ? read(data) : null, message }
}

/**
 * Asks for a deposit (IDRD-02, IDRD-04).
 *
 * @param amount units, whole rupiah
 * @param commandId made once per click; a repeat with it never makes a second invoice
 */
export function askDeposit(
  amount: number,
  description: string,
  commandId: string,
): Promise<Asked<Deposit>> {
  const body = {
    depoidr_amount: rawRupiah(amount),
    description: description.trim() === '' ? 'deposit' : description.trim(),
  }
  return ask('/wallets_idr/deposit', body, commandId, readDeposit)
}

export type WithdrawalWish = {
  readonly amount: number
  /** What the person saw: another fee is told before anything is sent (ATT-90). */
  readonly fee: number
  /** The code from the e-mail, empty where a second factor is active (DEC-120). */
  readonly otp: string
  /** The code from the authenticator, empty where none is active. */
  readonly factorCode: string
}

/** What a withdrawal pays, as its code is asked for. */
export function rupiahPayment({ amount }: WithdrawalWish): CodePayment {
  return { currency: 'IDR', amount: rawRupiah(amount) }
}

/** Asks for a withdrawal; `commandId` as above. */
export function askWithdrawal(wish: WithdrawalWish, commandId: string): Promise<Asked<Withdrawal>> {
  const body = {
    amount: rawRupiah(wish.amount),
    fee: rawRupiah(wish.fee),
    otp: wish.otp,
    google_secret: wish.factorCode,
  }
  return ask('/wallets_idr/withdraw', body, commandId, readWithdrawal)
}

/**
 * Sends the proof of a deposit's payment (IDRD-06); null when it arrived, else why not.
 *
 * @param onProgress called with the share that has gone, 0 to 1
 */
export async function sendProof(
  id: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<Failure | null> {
  const outcome = await upload({
    host: 'sync',
    path: '/wallets_idr/deposit_file',
    fields: { depoidr_id: id },
    files: { depoidr_file: file },
    onProgress,
  })
  return outcome.ok ? null : outcome
}

async function cancelAt(path: string, body: JsonRecord): Promise<Failure | null> {
  const outcome = await send({ host: 'sync', method: 'POST', path, body })
  return outcome.ok ? null : outcome
}

/** Cancels an own withdrawal; null when it is done, else why not. */
export function cancelWithdrawal(id: string): Promise<Failure | null> {
  return cancelAt('/wallets_idr/withdraw/cancel', { id: Number(id) })
}

/** Asks which withdrawal a mail's link is about; nothing changes by that. */
export async function loadByLink(
  token: string,
): Promise<LinkedWithdrawal | { readonly failure: Failure }> {
  const path = '/wallets_idr/withdraw/of-link'
  const outcome = await send({ host: 'sync', method: 'POST', path, body: { token } })
  return outcome.ok ? readLinked(outcome.body) : { failure: outcome }
}

/** Cancels by the secret of a mail's link; null when it is done, else why not. */
export function cancelByLink(token: string): Promise<Failure | null> {
  return cancelAt('/wallets_idr/withdraw/cancel-by-link', { token })
}
