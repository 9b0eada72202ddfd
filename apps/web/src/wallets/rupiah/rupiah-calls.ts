/**
 * The calls about rupiah deposits and withdrawals. Answers are parsed to units; failures are returned
 * unchanged.
 */
import { routes } from '@tukar/wire'
import type { CodePayment } from '../../accounts/codes/otp-calls.ts'
import type { Failure } from '../../api/answer.ts'
import { call, callAs, load } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { type RequestResult, toRequestResult } from '../transfers/transfer-request.ts'
import {
  type BankAccount,
  type Deposit,
  type LinkedWithdrawal,
  rawRupiah,
  type RupiahRules,
  type Withdrawal,
} from './rupiah.ts'
import { toBankAccount, toDeposit, toLinked, toRules, toWithdrawal } from './rupiah-wire.ts'

/** Rows per page (IDRD-07, IDRW-07). */
export const transferRows = 10
/** The maximum of rows per page (DEC-137). */
const allRows = 100
const openPagesMax = 10

/** Loads limits, fees, payment methods and holds. Throws if the call failed. */
export function loadRules(): Promise<RupiahRules> {
  return load(routes.rupiahRules, {}, ({ data }) => toRules(data))
}

/** Loads the saved bank account; null if there is none. Throws if the call failed. */
export function loadBankAccount(): Promise<BankAccount | null> {
  return load(routes.bankAccount, {}, ({ data }) => toBankAccount(data))
}

const newestFirst = { sort: 'id', order: 'desc' } as const

/** Loads a page of the user's deposits, newest first. Throws if the call failed. */
export function loadDeposits(page: number): Promise<readonly Deposit[]> {
  const input = { page, rows: transferRows, ...newestFirst }
  return load(routes.deposits, { input }, ({ data }) => data.datas.map(toDeposit))
}

/**
 * Loads the user's pending withdrawals, newest first, at most 1,000; their amounts are held. Throws if the
 * call failed.
 */
export async function loadOpenWithdrawals(): Promise<readonly Withdrawal[]> {
  const filter_rules = JSON.stringify([{ field: 'wdidr_status', op: 'equal', value: 'PENDING' }])
  const all: Withdrawal[] = []
  for (let page = 1; page <= openPagesMax; page += 1) {
    const input = { page, rows: allRows, ...newestFirst, filter_rules }
    const rows = await load(routes.withdrawals, { input }, ({ data }) =>
      data.datas.map(toWithdrawal),
    )
    all.push(...rows)
    if (rows.length < allRows) break
  }
  return all
}

/** Loads one of the user's deposits; null if the number is unknown. Throws if the call failed. */
export async function loadDeposit(id: string): Promise<Deposit | null> {
  if (!/^\d{1,15}$/.test(id)) return null
  const filter_rules = JSON.stringify([{ field: 'id', op: 'equal', value: Number(id) }])
  const input = { page: 1, rows: 1, ...newestFirst, filter_rules }
  return load(routes.deposits, { input }, ({ data: { datas } }) => {
    const [row] = datas
    return row === undefined ? null : toDeposit(row)
  })
}

/** Loads a page of the user's withdrawals, newest first. Throws if the call failed. */
export function loadWithdrawals(page: number): Promise<readonly Withdrawal[]> {
  const input = { page, rows: transferRows, ...newestFirst }
  return load(routes.withdrawals, { input }, ({ data }) => data.datas.map(toWithdrawal))
}

/**
 * Requests a deposit (IDRD-02, IDRD-04).
 *
 * @param amount units, whole rupiah
 * @param commandId created once per click; a retry with the same id never creates a second invoice
 */
export async function requestDeposit(
  amount: number,
  description: string,
  commandId: string,
): Promise<RequestResult<Deposit>> {
  const input = {
    depoidr_amount: rawRupiah(amount),
    description: description.trim() === '' ? 'deposit' : description.trim(),
  }
  return toRequestResult(await call(routes.makeDeposit, { input, commandId }), toDeposit)
}

export type WithdrawalInput = {
  readonly amount: number
  /** The fee that the user saw; if it changed, the server refuses the request (ATT-90). */
  readonly fee: number
  /** The code from the e-mail; empty if a second factor is active (DEC-120). */
  readonly otp: string
  /** The code from the authenticator; empty without a second factor. */
  readonly factorCode: string
}

/** The payment that a withdrawal's code confirms. */
export function rupiahPayment({ amount }: WithdrawalInput): CodePayment {
  return { currency: 'IDR', amount: rawRupiah(amount) }
}

/** Requests a withdrawal; `commandId` as in `requestDeposit`. */
export async function requestWithdrawal(
  request: WithdrawalInput,
  commandId: string,
): Promise<RequestResult<Withdrawal>> {
  const input = {
    amount: rawRupiah(request.amount),
    fee: rawRupiah(request.fee),
    otp: request.otp,
    google_secret: request.factorCode,
  }
  return toRequestResult(await call(routes.withdraw, { input, commandId }), toWithdrawal)
}

/**
 * Uploads the proof of a deposit's payment (IDRD-06); null on success, otherwise the failure.
 *
 * @param onProgress called with the uploaded share, 0 to 1
 */
export async function sendProof(
  id: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<Failure | null> {
  const outcome = await upload({
    route: routes.depositFile,
    fields: { depoidr_id: id },
    files: { depoidr_file: file },
    onProgress,
  })
  return outcome.ok ? null : outcome
}

/** Cancels one of the user's withdrawals; null on success, otherwise the failure. */
export async function cancelWithdrawal(id: string): Promise<Failure | null> {
  const outcome = await call(routes.cancelWithdrawal, { input: { id: Number(id) } })
  return outcome.ok ? null : outcome
}

/** Loads the withdrawal of an e-mail's link; changes nothing. */
export async function loadByLink(
  token: string,
): Promise<LinkedWithdrawal | { readonly failure: Failure }> {
  const outcome = await callAs(routes.withdrawalOfLink, { input: { token } }, ({ data }) =>
    toLinked(data),
  )
  return outcome.ok ? outcome.body : { failure: outcome }
}

/** Cancels a withdrawal by the secret of an e-mail's link; null on success, otherwise the failure. */
export async function cancelByLink(token: string): Promise<Failure | null> {
  const outcome = await call(routes.cancelWithdrawalByLink, { input: { token } })
  return outcome.ok ? null : outcome
}
