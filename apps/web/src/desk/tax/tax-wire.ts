/** Converts a month's taxes from wire names. */
import type { DeskTax, DeskTaxProof, WithheldKind } from '@tukar/wire'
import { type Sum, toSum } from '../../tax/tax-wire.ts'

export type Due = Omit<Sum, 'rate'> & {
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

/** A kind of withheld tax that was not remitted yet, in rupiah. */
export type Held = { readonly kind: WithheldKind; readonly amount: string }

export type TaxMonth = {
  readonly isOpen: boolean
  /** "2026-03"; empty if there was no trade yet. */
  readonly firstMonth: string
  readonly payBy: string
  readonly reportBy: string
  readonly due: readonly Due[]
  readonly held: readonly Held[]
  readonly sums: readonly (Sum & { readonly pair: string })[]
  readonly proofs: readonly Proof[]
}

function toProof(row: DeskTaxProof): Proof {
  return {
    kind: row.kind,
    symbol: row.ccurrency_symbol,
    traded: row.traded,
    booked: row.booked,
    tradedEver: row.traded_ever,
    bookedEver: row.booked_ever,
    isEqual: row.is_equal,
  }
}

/** The taxes of a month. */
export function toTaxMonth(data: DeskTax): TaxMonth {
  return {
    isOpen: data.is_open,
    firstMonth: data.first_month ?? '',
    payBy: data.pay_by,
    reportBy: data.report_by,
    due: data.due.map((row) => ({
      kind: row.kind,
      count: row.count,
      base: row.base_idr,
      tax: row.tax_idr,
      due: row.due_idr,
      unvalued: row.unvalued,
    })),
    held: data.held.map((row) => ({
      kind: row.kind,
      amount: row.held_idr,
    })),
    sums: data.sums.map((row) => ({
      ...toSum(row),
      pair: row.market_pair,
    })),
    proofs: data.proofs.map(toProof),
  }
}
