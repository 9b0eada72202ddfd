/** Reads a month's taxes as the console's call tells them: wire names stop here. */
import { withheldKinds, type WithheldKind } from '@tukar/wire'
import { isRecord, type JsonRecord, textAt } from '../../api/json.ts'
import { readSum, recordsAt, type Sum } from '../../tax/tax-wire-reading.ts'

export type Due = Sum & {
  /** Whole rupiah. */
  readonly due: string
  readonly unvalued: number
}

export type Proof = {
  readonly kind: WithheldKind
  readonly symbol: string
  readonly traded: string
  readonly booked: string
  readonly tradedEver: string
  readonly bookedEver: string
  readonly isEqual: boolean
}

/** What of a kind was withheld in rupiah and not handed on yet. */
export type Held = { readonly kind: WithheldKind; readonly amount: string }

export type TaxMonth = {
  readonly isOpen: boolean
  /** "2026-03"; empty where nothing was ever traded. */
  readonly firstMonth: string
  readonly payBy: string
  readonly reportBy: string
  readonly due: readonly Due[]
  readonly held: readonly Held[]
  readonly sums: readonly (Sum & { readonly pair: string })[]
  readonly proofs: readonly Proof[]
}

function kindAt(row: JsonRecord): WithheldKind {
  return withheldKinds.find((kind) => kind === textAt(row, 'kind')) ?? 'income_tax'
}

function readProof(row: JsonRecord): Proof {
  return {
    kind: kindAt(row),
    symbol: textAt(row, 'ccurrency_symbol'),
    traded: textAt(row, 'traded'),
    booked: textAt(row, 'booked'),
    tradedEver: textAt(row, 'traded_ever'),
    bookedEver: textAt(row, 'booked_ever'),
    isEqual: row['is_equal'] === true,
  }
}

/** Reads the answer. */
export function readTaxMonth(body: JsonRecord): TaxMonth {
  const data = isRecord(body['data']) ? body['data'] : {}
  return {
    isOpen: data['is_open'] === true,
    firstMonth: textAt(data, 'first_month'),
    payBy: textAt(data, 'pay_by'),
    reportBy: textAt(data, 'report_by'),
    due: recordsAt(data, 'due').map((row) => ({
      ...readSum(row),
      due: textAt(row, 'due_idr'),
      unvalued: Number(textAt(row, 'unvalued')),
    })),
    held: recordsAt(data, 'held').map((row) => ({
      kind: kindAt(row),
      amount: textAt(row, 'held_idr'),
    })),
    sums: recordsAt(data, 'sums').map((row) => ({
      ...readSum(row),
      pair: textAt(row, 'market_pair'),
    })),
    proofs: recordsAt(data, 'proofs').map(readProof),
  }
}
