/** Reads answers about rupiah in and out: wire names stop here. */
import { isRecord, type JsonRecord, textAt } from '../api/json.ts'
import { parseUnits } from '@tukar/money'
import {
  type BankAccount,
  type Deposit,
  type LinkedWithdrawal,
  type PayMethod,
  type PayMethodKind,
  type RupiahRules,
  rupiahUnits,
  type SecurityHold,
  type Withdrawal,
} from './rupiah.ts'
import { momentAt, readNext, readSteps, recordAt, recordsAt } from './transfer-reading.ts'

/** A percentage with four decimals is parts per million: "0.05" is 500. */
const percentDecimals = 4

const kinds: readonly PayMethodKind[] = ['va', 'qris', 'ewallet', 'card']

function unitsAt(record: JsonRecord, key: string): number {
  return rupiahUnits(textAt(record, key)) ?? 0
}

function ppmAt(record: JsonRecord, key: string): number {
  const parsed = parseUnits(textAt(record, key), percentDecimals)
  return parsed.ok ? parsed.units : 0
}

/** Only an address of the web is followed. */
function webAddress(text: string): string | null {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? text : null
}

/** Reads what is allowed and what it costs (GET /wallets_idr/rules). */
export function readRules(body: JsonRecord): RupiahRules {
  const data = recordAt(body, 'data')
  const [deposit, withdraw] = [recordAt(data, 'deposit'), recordAt(data, 'withdraw')]
  const gateway = data['gateway']
  return {
    deposit: { least: unitsAt(deposit, 'min'), most: unitsAt(deposit, 'max') },
    withdrawal: {
      least: unitsAt(withdraw, 'min'),
      most: unitsAt(withdraw, 'max'),
      dailyLimit: unitsAt(withdraw, 'daily_limit'),
      dailyUsed: unitsAt(withdraw, 'daily_used'),
      feePpm: ppmAt(withdraw, 'fee_percent'),
      providerFee: unitsAt(withdraw, 'provider_fee'),
      reviewFrom: unitsAt(withdraw, 'review_from'),
      hold: readHold(withdraw['hold']),
    },
    methods: recordsAt(data, 'methods').flatMap(readMethod),
    gateway: gateway === 'slow' || gateway === 'down' ? gateway : 'ok',
    hasTwoFactor: data['two_factor'] === true,
  }
}

function readHold(value: unknown): SecurityHold | null {
  if (!isRecord(value)) return null
  const untilMs = momentAt(value, 'until')
  return untilMs === null ? null : { untilMs, cause: textAt(value, 'cause') }
}

function readMethod(row: JsonRecord): readonly PayMethod[] {
  const kind = kinds.find((one) => one === row['kind'])
  if (kind === undefined) return []
  return [
    {
      code: textAt(row, 'code'),
      kind,
      name: textAt(row, 'name'),
      least: unitsAt(row, 'min'),
      most: unitsAt(row, 'max'),
      feeFixed: unitsAt(row, 'fee_fixed'),
      feePpm: ppmAt(row, 'fee_percent'),
      freeFrom: rupiahUnits(textAt(row, 'free_from')),
    },
  ]
}

/** Reads a deposit (DATA of `/wallets_idr/deposits`). */
export function readDeposit(row: JsonRecord): Deposit {
  const invoice = recordAt(row, 'xendit_response')
  const status = textAt(row, 'depoidr_status').toUpperCase()
  return {
    id: textAt(row, 'id'),
    createdAt: textAt(row, 'created_at'),
    status: status === 'PAID' || status === 'EXPIRED' ? status : 'PENDING',
    amount: unitsAt(row, 'depoidr_amount'),
    description: textAt(row, 'description'),
    expiresAtMs: momentAt(row, 'expires_at') ?? momentAt(invoice, 'expiry_date'),
    hasFile: row['has_file'] === true,
    invoiceUrl: webAddress(textAt(invoice, 'invoice_url')),
    steps: readSteps(row),
    next: readNext(row),
  }
}

/** Reads a withdrawal (DATA of `/wallets_idr/withdraws`). */
export function readWithdrawal(row: JsonRecord): Withdrawal {
  const bank = recordAt(row, 'bank')
  const status = textAt(row, 'wdidr_status').toUpperCase()
  const isEnd = status === 'COMPLETED' || status === 'FAILED' || status === 'CANCEL'
  return {
    id: textAt(row, 'id'),
    createdAt: textAt(row, 'created_at'),
    status: isEnd ? status : 'PENDING',
    amount: unitsAt(row, 'wdidr_amount'),
    fee: unitsAt(row, 'wdidr_fee'),
    net: unitsAt(row, 'wdidr_net'),
    bank: {
      bank: textAt(bank, 'name'),
      holder: textAt(bank, 'ac_name'),
      number: textAt(bank, 'ac_number'),
    },
    canCancel: row['can_cancel'] === true,
    steps: readSteps(row),
    next: readNext(row),
  }
}

/** Reads the withdrawal that a mail's link is about. */
export function readLinked(body: JsonRecord): LinkedWithdrawal {
  const data = recordAt(body, 'data')
  const bank = recordAt(data, 'bank')
  return {
    amount: unitsAt(data, 'amount'),
    bank: textAt(bank, 'name'),
    number: textAt(bank, 'ac_number'),
    state: textAt(data, 'state'),
    canCancel: data['can_cancel'] === true,
  }
}

/** Reads the saved bank account (DATA of `/users/mybank`); null where none is saved. */
export function readBankAccount(body: JsonRecord): BankAccount | null {
  const data = body['data']
  if (!isRecord(data) || textAt(data, 'ac_number') === '') return null
  return {
    bank: textAt(data, 'name'),
    holder: textAt(data, 'ac_name'),
    number: textAt(data, 'ac_number'),
    isLocked: data['data_lock'] === true,
  }
}
