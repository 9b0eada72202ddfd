/**
 * For the simulation: an external bank. It executes requests, loses answers, starts old requests late, and
 * reverses finished ones.
 */
import type { Answer, Invoice, Payout } from '../../../../adapters/bank-gateway/index.ts'

export type Faults = {
  /** The fate of a call. */
  readonly draw: () => 'fine' | 'lost_before' | 'lost_after' | 'late' | 'unreachable' | 'refused'
}

type Late = { readonly atMs: number; readonly begin: () => void }

/** Requests older than this never start. */
const lateMsMax = 60_000

/** Creates a bank with this clock; amounts in whole rupiah. */
export function openBank(faults: Faults, nowMs: () => number, payoutFee: number) {
  const invoices = new Map<string, Invoice>()
  const payouts = new Map<string, Payout>()
  /** The number of started payouts per reference: more than one is lost money. */
  const begun = new Map<string, number>()
  const topUps = new Set<string>()
  let late: Late[] = []
  const bank = { balance: 0 }

  function called<T>(effect: () => Answer<T>): Answer<T> {
    switch (faults.draw()) {
      case 'lost_before':
        return { status: 'unknown', reason: 'timeout' }
      case 'lost_after':
        effect()
        return { status: 'unknown', reason: 'timeout' }
      case 'late':
        late.push({ atMs: nowMs() + Math.floor(lateMsMax / 2), begin: () => void effect() })
        return { status: 'unknown', reason: 'timeout' }
      case 'unreachable':
        return { status: 'refused', code: 'unreachable', message: '' }
      case 'refused':
        return { status: 'refused', code: 'invalid_destination', message: '' }
      case 'fine':
        return effect()
    }
  }
  const found = <T>(value: T | undefined): Answer<T> =>
    value === undefined ? { status: 'absent' } : { status: 'done', value }

  return {
    bank,
    invoices,
    payouts,
    begun,
    createInvoice: (reference: string, amount: number, expiresAtMs: number) =>
      called((): Answer<Invoice> => {
        const invoice: Invoice = {
          invoiceId: `invoice of ${reference}`,
          reference,
          amount,
          currency: 'IDR',
          state: 'pending',
          paidAmount: null,
          paidAtMs: null,
          paymentId: null,
          method: null,
          channel: null,
          checkoutUrl: 'https://bank.example',
          expiresAtMs,
        }
        if (!invoices.has(reference)) invoices.set(reference, invoice)
        return found(invoices.get(reference))
      }),
    /** A lost query is answered later and never refuses. */
    findInvoice: (reference: string): Answer<Invoice> =>
      faults.draw() === 'fine'
        ? found(invoices.get(reference))
        : { status: 'unknown', reason: 'timeout' },
    expireInvoice(invoiceId: string): Answer<Invoice> {
      const invoice = [...invoices.values()].find((one) => one.invoiceId === invoiceId)
      if (invoice === undefined) return { status: 'absent' }
      if (invoice.state === 'pending') {
        invoices.set(invoice.reference, { ...invoice, state: 'expired' })
      }
      return found(invoices.get(invoice.reference))
    },
    pay(reference: string, amount: number): void {
      const invoice = invoices.get(reference)
      if (invoice === undefined || invoice.state === 'paid') return
      bank.balance += amount
      const paid = { state: 'paid', paidAmount: amount, paidAtMs: nowMs() } as const
      invoices.set(reference, { ...invoice, ...paid, paymentId: invoice.invoiceId })
    },
    createPayout: (order: Pick<Payout, 'reference' | 'amount' | 'bankCode' | 'accountNumber'>) =>
      called((): Answer<Payout> => {
        const known = payouts.get(order.reference)
        if (known !== undefined) return { status: 'done', value: known }
        if (bank.balance < order.amount + payoutFee) {
          return { status: 'refused', code: 'insufficient_balance', message: '' }
        }
        bank.balance -= order.amount + payoutFee
        begun.set(order.reference, (begun.get(order.reference) ?? 0) + 1)
        const payout: Payout = {
          ...order,
          payoutId: `payout of ${order.reference}`,
          currency: 'IDR',
          state: 'accepted',
          failureCode: null,
          updatedAtMs: nowMs(),
        }
        payouts.set(order.reference, payout)
        return { status: 'done', value: payout }
      }),
    findPayout: (reference: string): Answer<Payout> =>
      faults.draw() === 'fine'
        ? found(payouts.get(reference))
        : { status: 'unknown', reason: 'timeout' },
    /** Ends a payout, or reverses a finished one. */
    turn(reference: string, state: 'succeeded' | 'failed' | 'reversed'): void {
      const payout = payouts.get(reference)
      const isOpen = payout?.state === 'accepted' && state !== 'reversed'
      const isBack = payout?.state === 'succeeded' && state === 'reversed'
      if (payout === undefined || !(isOpen || isBack)) return
      if (state !== 'succeeded') bank.balance += payout.amount + payoutFee
      payouts.set(reference, { ...payout, state, failureCode: state === 'failed' ? 'X' : null })
    },
    /** Forgets an old, unprocessed payout, as if it had never been requested. */
    forget(reference: string): void {
      const payout = payouts.get(reference)
      if (payout?.state !== 'accepted' || nowMs() - payout.updatedAtMs < 2 * lateMsMax) return
      bank.balance += payout.amount + payoutFee
      payouts.delete(reference)
      begun.set(reference, (begun.get(reference) ?? 0) - 1)
    },
    topUp(reference: string, amount: number): void {
      if (topUps.has(reference)) return
      topUps.add(reference)
      bank.balance += amount
    },
    /** Starts late requests. */
    tick(): void {
      const due = late.filter(({ atMs }) => atMs <= nowMs())
      late = late.filter(({ atMs }) => atMs > nowMs())
      for (const { begin } of due) begin()
    },
  }
}
