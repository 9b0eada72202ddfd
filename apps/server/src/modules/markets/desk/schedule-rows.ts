/** Scheduled charges as rows: which row applies when, and the ids of new rows. */
import { type ChargeSchedule, chargeKinds, chargePayers, type SetSchedule } from '@tukar/core'
import { ratePpm } from '@tukar/money'
import type { DeskChargeKind, DeskChargePayer } from '@tukar/wire'
import type { ScheduleRecord } from '../store.ts'

/** Higher than the ids of a new exchange's first rows. */
const firstId = 1_000_000
const idsPerChange = 1_000

/** The id of a row of a change; a change has fewer than a thousand rows. */
export function scheduleIdOf(changeId: number, index: number): number {
  if (index >= idsPerChange) throw new Error('a change has too many charges')
  return firstId + changeId * idsPerChange + index
}

/** The command that adds a row. */
export function commandOfSchedule(row: ScheduleRecord): SetSchedule {
  return { kind: 'set_schedule', ...coreRow(row) }
}

/** A row in the core's format. */
export function coreRow(row: ScheduleRecord): ChargeSchedule {
  const { scheduleId, marketId, from } = row
  return {
    scheduleId,
    marketId,
    chargeKind: kindOf(row),
    payer: payerOf(row),
    base: baseOf(row),
    ratePpm: ratePpm(row.ratePpm),
    from,
  }
}

/** The kind of a row; throws if the core does not know it. */
export function kindOf({ kind }: Pick<ScheduleRecord, 'kind'>): DeskChargeKind {
  const known = chargeKinds.find((one) => one === kind)
  if (known === undefined) throw new Error(`unknown kind of charge: ${kind}`)
  return known
}

/** The payer of a row; throws if the core does not know it. */
export function payerOf({ payer }: Pick<ScheduleRecord, 'payer'>): DeskChargePayer {
  const known = chargePayers.find((one) => one === payer)
  if (known === undefined) throw new Error(`unknown payer of a charge: ${payer}`)
  return known
}

/** The amount that a row's rate applies to. */
export function baseOf({ base }: Pick<ScheduleRecord, 'base'>): 'gross' | 'fee' {
  return base === 'fee' ? 'fee' : 'gross'
}

export type ChargeKey = Pick<ScheduleRecord, 'marketId' | 'kind' | 'payer'>

/** All rows of one charge. */
export function rowsOf(
  schedules: readonly ScheduleRecord[],
  { marketId, kind, payer }: ChargeKey,
): readonly ScheduleRecord[] {
  return schedules.filter(
    (row) => row.marketId === marketId && row.kind === kind && row.payer === payer,
  )
}

/** The row of one charge that applies at a time. */
export function rowAt(rows: readonly ScheduleRecord[], timeMs: number): ScheduleRecord | undefined {
  return rows
    .filter(({ from }) => from <= timeMs)
    .reduce<ScheduleRecord | undefined>(
      (best, row) => (best === undefined || row.from >= best.from ? row : best),
      undefined,
    )
}
