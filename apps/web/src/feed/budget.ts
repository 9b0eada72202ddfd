/**
 * How often a device draws what changes all the time. Drawing takes a part of its time, the rest is for who
 * types, taps and scrolls: what costs more is drawn less often, but never less than twice a second.
 */

/** Ten pictures a second are as many as the worker makes. */
export const fullPaceMs = 100
/** Two a second are the least: a figure is never late by more than 700 ms. */
export const slowestPaceMs = 500
/** So many drawings are looked at: one that another program held up changes nothing. */
const looked = 9
/** Paces differ by this at least, so that the pace does not change all the time. */
const stepMs = 50

export type Budget = {
  /** Notes what a drawing cost; returns the milliseconds from one drawing to the next. */
  readonly spent: (costMs: number) => number
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

export type BudgetPlan = {
  /** The pace where drawing costs next to nothing. */
  readonly fastestMs: number
  /** The part of the time that drawing may take, 0 to 1. */
  readonly share: number
}

/** Returns a budget of a device of which nothing is known yet: it draws as often as there is something. */
export function createBudget({ fastestMs, share }: BudgetPlan): Budget {
  let costs: readonly number[] = []
  let paceMs = fastestMs
  return {
    spent: (costMs) => {
      costs = [...costs, costMs].slice(-looked)
      if (costs.length < looked) return paceMs
      const wantedMs = Math.min(slowestPaceMs, Math.max(fastestMs, median(costs) / share))
      if (Math.abs(wantedMs - paceMs) >= stepMs) paceMs = Math.ceil(wantedMs / stepMs) * stepMs
      return paceMs
    },
  }
}

/** Calls back once the frame that is being made is handed over to be shown: style, layout and paint are done. */
export function afterFrame(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    run()
  })
  port1.start()
  port2.postMessage(null)
}
