/** The currencies with separate pages of deposits and withdrawals (DEC-116). */

/** The page of a currency symbol: a separate page, or null for the page of coins. */
export function findCurrencyPage(symbol: string): 'rupiah' | 'bitcoin' | null {
  if (symbol === 'IDR') return 'rupiah'
  return symbol === 'BTC' ? 'bitcoin' : null
}
