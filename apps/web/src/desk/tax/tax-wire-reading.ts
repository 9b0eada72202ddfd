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

export type TaxMonth = {
  readonly isOpen: boolean
  /** "2026-03"; empty where nothing was ever traded. */
  readonly firstMonth: string
  readonly payBy: string
  readonly reportBy: string
  readonly due: readonly Due[]
  readonly sums: readonly (Sum & { readonly pair: string })[]
  readonly proofs: readonly Proof[]
}

function readProof(row: JsonRecord): Proof {
  return {
    kind: withheldKinds.find((kind) => kind === textAt(row, 'kind')) ?? 'income_tax',
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
    sums: recordsAt(data, 'sums').map((row) => ({
      ...readSum(row),
      pair: textAt(row, 'market_pair'),
    })),
    proofs: recordsAt(data, 'proofs').map(readProof),
  }
}
