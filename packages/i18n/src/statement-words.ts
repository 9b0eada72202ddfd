/** The kind of a statement line, for page and document. */
import type { Language } from './language.ts'

const kinds: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    deposit: 'Deposits',
    withdrawal: 'Withdrawals',
    trade: 'Trades',
    fee: 'Fees',
    bourse: 'Bourse fee',
    tax: 'Taxes',
    bonus: 'Bonus',
    adjustment: 'Other',
  },
  id: {
    deposit: 'Deposit',
    withdrawal: 'Penarikan',
    trade: 'Transaksi',
    fee: 'Biaya',
    bourse: 'Biaya bursa',
    tax: 'Pajak',
    bonus: 'Bonus',
    adjustment: 'Lainnya',
  },
}

const reasons: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    deposit: 'Deposit',
    deposit_reversed: 'Deposit taken back',
    withdrawal: 'Withdrawal',
    withdrawal_reversed: 'Withdrawal returned',
    withdrawal_fee: 'Withdrawal fee',
    withdrawal_fee_reversed: 'Withdrawal fee returned',
    withdrawal_bank_fee: 'Fee of the bank transfer',
    withdrawal_bank_fee_reversed: 'Fee of the bank transfer returned',
    buy: 'Buy',
    sell: 'Sell',
    trading_fee: 'Trading fee',
    bourse: 'Bourse fee',
    vat: 'VAT',
    income_tax: 'Income tax (PPh 22)',
    bonus: 'Monthly bonus',
    starting_fund: 'Starting funds of the simulation',
    account_deleted: 'Account deleted',
  },
  id: {
    deposit: 'Deposit',
    deposit_reversed: 'Deposit ditarik kembali',
    withdrawal: 'Penarikan',
    withdrawal_reversed: 'Penarikan dikembalikan',
    withdrawal_fee: 'Biaya penarikan',
    withdrawal_fee_reversed: 'Biaya penarikan dikembalikan',
    withdrawal_bank_fee: 'Biaya transfer bank',
    withdrawal_bank_fee_reversed: 'Biaya transfer bank dikembalikan',
    buy: 'Beli',
    sell: 'Jual',
    trading_fee: 'Biaya transaksi',
    bourse: 'Biaya bursa',
    vat: 'PPN',
    income_tax: 'PPh Pasal 22',
    bonus: 'Bonus bulanan',
    starting_fund: 'Dana awal simulasi',
    account_deleted: 'Akun dihapus',
  },
}

const other: Readonly<Record<Language, string>> = { en: 'Adjustment', id: 'Penyesuaian' }

/** The name of a kind of statement line, for the filter. */
export function statementKindWords(kind: string, language: Language): string {
  return kinds[language][kind] ?? other[language]
}

/** The kind of a line; a reason without a text is an adjustment, or a bonus. */
export function statementReasonWords(
  { kind, reason }: { readonly kind: string; readonly reason: string },
  language: Language,
): string {
  const words = reasons[language]
  return words[reason] ?? (kind === 'bonus' ? words['bonus'] : undefined) ?? other[language]
}
