/** Which currencies have pages of deposits and withdrawals of their own (DEC-116). */

/** Where a symbol of the address belongs: to a page of its own, or to the page of coins. */
export function findCurrencyPage(symbol: string): 'rupiah' | 'bitcoin' | null {
  if (symbol === 'IDR') return 'rupiah'
  return symbol === 'BTC' ? 'bitcoin' : null
}
