/**
 * Remittance of withheld taxes and fees: rupiah that left the bank for the state or the bourse. The exchange
 * sends nothing itself. Two operators enter what was sent, and the ledger follows (INV-22). The amount never
 * exceeds the account of that kind, nor the bank balance in the ledger.
 */
import { type Command, custodyAccounts, houseAccounts, rupiahId } from '@tukar/core'
import { amountInSentence, amountInWords, type Language } from '@tukar/i18n'
import { taxKindText } from '@tukar/i18n/server'
import { currencyUnits, formatUnits, parseUnits } from '@tukar/money'
import { type DeskTax, HandOnTax, withheldKinds, type WithheldKind } from '@tukar/wire'
import type { Engine } from '../../engine/index.ts'
import type { Database } from '../../platform/database/pool.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { requireNotHalted } from '../accounting/index.ts'
import { carryOut, type Desk, same, type LocalText } from '../desk/index.ts'

export type RemittanceDeps = {
  readonly database: Database
  readonly engine: Pick<Engine, 'submit' | 'waitForProjection'>
}

type HandOn = { readonly kind: WithheldKind; readonly amount: string; readonly reference: string }

const decimals = 2
const rupiah = { currencyId: rupiahId, symbol: 'IDR' } as const
const accounts = {
  vat: houseAccounts.vat,
  income_tax: houseAccounts.incomeTax,
  bourse: houseAccounts.bourse,
} as const

/** The rupiah of each kind's account that were not remitted yet. */
export async function listUnremittedTaxes(
  database: Pick<Database, 'query'>,
): Promise<DeskTax['held']> {
  const availableOf = await availableRupiah(database)
  return withheldKinds.map((kind) => ({
    kind,
    held_idr: formatUnits(availableOf(accounts[kind]), decimals),
  }))
}

async function availableRupiah(database: Pick<Database, 'query'>) {
  const found = await database.query<{ accountId: number; available: number }>(
    `select account_id as "accountId", available from exchange.balance
     where currency_id = $1 and account_id = any($2::bigint[])`,
    [rupiahId, [...Object.values(accounts), custodyAccounts.bank]],
  )
  return (accountId: number): number =>
    found.rows.find((row) => row.accountId === accountId)?.available ?? 0
}

/** Registers the change `tax.hand_on`. */
export function registerRemittance(desk: Desk, { database, engine }: RemittanceDeps): void {
  desk.changes.register<HandOn>({
    kind: 'tax.hand_on',
    roles: ['finance', 'admin'],
    input: HandOnTax,
    async preview(input) {
      const { kind, amount } = input
      const units = unitsOf(amount)
      const reference = sameReference(input.reference)
      await requireNotHalted(desk, rupiah, 'gateway')
      if (await isBooked(database, sourceOf(input))) throw new Refusal('tax.reference_used')
      const { held, atBank } = await refuseUncovered(database, kind, units)
      return {
        subject: `tax:${reference}`,
        title: titleOf(kind, units),
        lines: [
          {
            text: { en: 'Withheld and not handed on', id: 'Dipungut dan belum disetor' },
            before: same(text(held)),
            after: same(text(held - units)),
          },
          {
            text: { en: 'With the bank, by the books', id: 'Di bank, menurut buku' },
            before: same(text(atBank)),
            after: same(text(atBank - units)),
          },
          { text: { en: 'Reference', id: 'Referensi' }, before: null, after: same(reference) },
        ],
        warnings: [beforeConfirming],
        isSecondNeeded: true,
        before: null,
        after: { kind, amount, reference },
      }
    },
    async apply(input) {
      const source = sourceOf(input)
      const accountId = accounts[input.kind]
      const units = unitsOf(input.amount)
      const command: Command = {
        kind: 'adjust',
        fromAccountId: accountId,
        toAccountId: custodyAccounts.bank,
        currencyId: rupiahId,
        amount: currencyUnits(units),
        reason: 'tax_handed_on',
        source,
      }
      // The command id comes from the payment, so that no second change can book it again.
      await carryOut(engine, command, source).catch(async (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        await engine.waitForProjection(accountId)
        await refuseUncovered(database, input.kind, units)
        throw error
      })
    },
  })
}

/** Refuses more than the kind's account has, or than the bank holds for us; returns both, in units. */
async function refuseUncovered(database: Database, kind: WithheldKind, units: number) {
  const availableOf = await availableRupiah(database)
  const [held, atBank] = [availableOf(accounts[kind]), -availableOf(custodyAccounts.bank)]
  if (units > held) throw new Refusal('tax.not_held', { most: text(held) })
  if (units > atBank) throw new Refusal('tax.not_at_bank', { most: text(atBank) })
  return { held, atBank }
}

async function isBooked(database: Database, source: string): Promise<boolean> {
  const found = await database.query('select from exchange.transfer where source = $1 limit 1', [
    source,
  ])
  return found.rowCount !== 0
}

function sourceOf({ kind, reference }: HandOn): string {
  return `tax_handed_on:${kind}:${sameReference(reference)}`
}

/** The same payment reference in any spelling. */
function sameReference(reference: string): string {
  return reference.toUpperCase().replaceAll(/[ ./-]+/g, '-')
}

const beforeConfirming: LocalText = {
  en: 'Nothing is sent by this. Send it at the bank and confirm it here at once: between the two the bank has less than the books say, which stops rupiah after two minutes.',
  id: 'Ini tidak mengirim apa pun. Kirim di bank lalu konfirmasikan di sini segera: di antaranya isi bank kurang dari buku, dan rupiah dihentikan setelah dua menit.',
}

function titleOf(kind: WithheldKind, units: number): LocalText {
  const amountIn = (language: Language) => {
    const inWords = amountInWords(formatUnits(units, decimals), 'IDR', language)
    return `${text(units)} (${inWords})`
  }
  return {
    en: `${amountIn('en')} of ${taxKindText('en', kind)} left the bank for those it was withheld for.`,
    id: `${amountIn('id')} ${taxKindText('id', kind)} keluar dari bank untuk pihak yang berhak menerimanya.`,
  }
}

function unitsOf(amount: string): number {
  const parsed = parseUnits(amount, decimals)
  if (!parsed.ok) throw new Refusal('amount.malformed')
  return parsed.units
}

function text(units: number): string {
  return amountInSentence(formatUnits(units, decimals), 'IDR')
}
