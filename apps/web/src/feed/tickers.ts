/** Figures of markets from events. Figures that did not change keep their object. */
import type { Figures } from '../markets/figures-wire.ts'

/** By pair, as far as events brought them. */
export type Tickers = Readonly<Record<string, Partial<Figures>>>

/** Returns the known figures with an update; a market without changes keeps its object. */
export function mergeTickers(known: Tickers, update: Tickers): Tickers {
  const news = Object.entries(update).filter(([pair, figures]) => hasNews(known[pair], figures))
  if (news.length === 0) return known
  const merged = news.map(([pair, figures]) => [pair, { ...known[pair], ...figures }] as const)
  return { ...known, ...Object.fromEntries(merged) }
}

function hasNews(known: Readonly<Record<string, unknown>> = {}, update: Partial<Figures>): boolean {
  return Object.entries(update).some(([name, figure]) => known[name] !== figure)
}
