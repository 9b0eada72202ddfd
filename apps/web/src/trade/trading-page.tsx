/** The trading page. */
export function TradingPage() {
  return null
}
