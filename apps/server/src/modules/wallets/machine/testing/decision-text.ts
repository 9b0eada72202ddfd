/** Decisions as text, for tables in tests. */
import type { Decision } from '../decision.ts'
import type { ColumnValues } from '../row-store.ts'

/**
 * A decision as one line: the act; or the new state, cause and columns; or the delay in seconds from now, and
 * the alarm.
 */
export function decisionText(
  decision: Decision<string, string, ColumnValues>,
  nowMs: number,
): string {
  switch (decision.kind) {
    case 'act':
      return decision.act
    case 'move': {
      const columns = Object.entries(decision.changes).map(([name, value]) => {
        return `${name}=${value instanceof Date ? `+${(value.getTime() - nowMs) / 1_000}s` : String(value)}`
      })
      return ['->', decision.to, decision.cause ?? [], columns].flat().join(' ')
    }
    case 'wait': {
      const { delay, alarm } = decision
      const seconds = (ms: number): number => ms / 1_000
      const how =
        delay === null
          ? []
          : 'untilMs' in delay
            ? `+${seconds(delay.untilMs - nowMs)}`
            : `${seconds(delay.firstMs)}..${seconds(delay.longestMs)}`
      return ['wait', how, alarm ?? []].flat().join(' ')
    }
  }
}
