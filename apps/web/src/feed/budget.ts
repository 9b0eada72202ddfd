/**
 * How often a device redraws figures that change all the time. Drawing may use a share of its time; the rest
 * is for typing, tapping and scrolling. Slow drawing makes redraws rarer, down to two a second.
 */

/** The worker makes at most ten frames a second. */
export const fullPaceMs = 100
/** At least two redraws a second: no figure is late by more than 700 ms. */
export const slowestPaceMs = 500
/**
 * The median of this many drawings counts, so that one drawing delayed by another program changes nothing.
 */
const looked = 9
/** The interval changes by at least this, so that it does not change all the time. */
const stepMs = 50

export type Budget = {
  /** Records the cost of a drawing; returns the milliseconds from one drawing to the next. */
  readonly spent: (costMs: number) => number
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

export type BudgetPlan = {
  /** The interval while drawing costs almost nothing. */
  readonly fastestMs: number
  /** The part of the time that drawing may take, 0 to 1. */
  readonly share: number
}

/** Creates the budget of a device. Until drawings were measured, the interval is the shortest. */
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

/** Calls `run` after the current frame: style, layout and paint are done then. */
export function afterFrame(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    run()
  })
  port1.start()
  port2.postMessage(null)
}
