/**
 * Faults of the local bank. A fault hits a number of calls, or calls at random with a seed, so that a run can
 * be repeated. Faults survive a restart.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../../platform/database/pool.ts'

/** Operations of the API by purpose. */
export const apiOperations = [
  'create_invoice',
  'find_invoice',
  'expire_invoice',
  'create_payout',
  'find_payout',
  'list_banks',
  'balance',
] as const
export type ApiOperation = (typeof apiOperations)[number]

/**
 * Faults of calls: `*_before` happens without the effect, `*_after` after it. A timeout keeps the connection
 * open for `value` ms; a disconnect closes it without a reply.
 * Faults of callbacks: `value` is the number of copies (repeat), or the maximum number of milliseconds
 * (delay, reorder).
 * Faults of payments: `value` is the amount that arrives.
 */
export const faultKinds = {
  call: [
    'timeout_before',
    'timeout_after',
    'disconnect_before',
    'disconnect_after',
    'error_before',
    'error_after',
    'too_many',
    'junk',
    'delay',
  ],
  callback: ['repeat', 'delay', 'reorder', 'drop', 'lie'],
  payment: ['wrong_amount'],
  payout: ['fail', 'reverse', 'fail_after_success', 'stall'],
} as const

export type FaultKind = (typeof faultKinds)[keyof typeof faultKinds][number]
export type Operation = 'call' | ApiOperation | 'callback' | 'payment' | 'payout'

export type NewFault = {
  /** `call` covers every operation. */
  readonly operation: Operation
  readonly kind: FaultKind
  /** Number of hits; null: unlimited. */
  readonly times: number | null
  readonly probability: number
  readonly seed: number
  readonly value: number | null
}

export type Fault = NewFault & { readonly faultId: number }

/** A fault that hits the current operation. `chance`, from 0 to 1, is drawn for this hit. */
export type Hit = {
  readonly kind: FaultKind
  readonly value: number | null
  readonly chance: number
}

export type Faults = {
  add(fault: NewFault): Promise<void>
  list(): Promise<readonly Fault[]>
  clear(): Promise<void>
  /** Returns the faults that hit this operation now. */
  drawHits(operation: Operation): Promise<readonly Hit[]>
}

const columns = `id as "faultId", operation, kind, times, probability, seed, value`

/** Loads the faults of this database. Faults that another process adds are not seen. */
export async function openFaults(database: Database): Promise<Faults> {
  const list = async (): Promise<readonly Fault[]> => {
    const found = await database.query<Fault>(
      `select ${columns} from simulated_bank.fault
       where times is null or times > 0 order by id`,
    )
    return found.rows
  }
  let active = await list()
  return {
    async add({ operation, kind, times, probability, seed, value }) {
      await database.query(
        `insert into simulated_bank.fault (operation, kind, times, probability, seed, value)
         values ($1, $2, $3, $4, $5, $6)`,
        [operation, kind, times, probability, seed, value],
      )
      active = await list()
    },
    list,
    async clear() {
      await database.query('delete from simulated_bank.fault')
      active = []
    },
    async drawHits(operation) {
      const isCall = apiOperations.some((one) => one === operation)
      const hits: Hit[] = []
      for (const fault of active) {
        const isMeant = fault.operation === operation || (isCall && fault.operation === 'call')
        const hit = isMeant ? await draw(database, fault) : null
        if (hit !== null) hits.push(hit)
      }
      return hits
    },
  }
}

/** Decides whether a fault hits. A hit of a counted fault uses up one of its times. */
async function draw(database: Database, fault: Fault): Promise<Hit | null> {
  const { faultId, seed, probability, kind, value } = fault
  const drawn = await database.query<{ draws: number }>(
    'update simulated_bank.fault set draws = draws + 1 where id = $1 returning draws',
    [faultId],
  )
  const draws = drawn.rows[0]?.draws
  if (draws === undefined || chanceOf(`${seed}:${draws}`) >= probability) return null
  const taken = await database.query(
    `update simulated_bank.fault set times = times - 1
     where id = $1 and (times is null or times > 0)`,
    [faultId],
  )
  if (taken.rowCount === 0) return null
  return { kind, value, chance: chanceOf(`${seed}:${draws}:more`) }
}

const chanceBits = 48

/** Maps a text to a number from 0 to below 1, always the same one. */
function chanceOf(text: string): number {
  const bytes = createHash('sha256').update(text).digest()
  return bytes.readUIntBE(0, chanceBits / 8) / 2 ** chanceBits
}
