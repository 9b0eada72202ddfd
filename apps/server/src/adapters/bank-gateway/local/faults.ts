/**
 * What the local party does wrong when it is told to: the next so many times, or by chance with a seed,
 * so that a run can be repeated. What it was told survives its restart.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../../platform/database/pool.ts'

/** The calls, by what they do. */
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
 * Of calls: `*_before` without the effect, `*_after` with it; a timeout holds the line open (`value` ms),
 * a disconnect ends it without an answer. Of callbacks: `value` is how often (repeat) or for how many
 * milliseconds at most (delay, reorder). Of payments: `value` is the amount that arrives.
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
  /** `call` is every call. */
  readonly operation: Operation
  readonly kind: FaultKind
  /** How often; null: for ever. */
  readonly times: number | null
  readonly probability: number
  readonly seed: number
  readonly value: number | null
}

export type Fault = NewFault & { readonly faultId: number }

/** A fault that happens now. `chance` is a number from 0 to 1 that belongs to this time. */
export type Hit = {
  readonly kind: FaultKind
  readonly value: number | null
  readonly chance: number
}

export type Faults = {
  add(fault: NewFault): Promise<void>
  list(): Promise<readonly Fault[]>
  clear(): Promise<void>
  /** What goes wrong at this operation, this time. */
  strike(operation: Operation): Promise<readonly Hit[]>
}

const columns = `id as "faultId", operation, kind, times, probability, seed, value`

/** The faults of this database; what other processes add to it is not seen. */
export async function openFaults(database: Database): Promise<Faults> {
  const list = async (): Promise<readonly Fault[]> => {
    const found = await database.query<Fault>(
      `select ${columns} from simulated_bank.fault
       where times is null or times > 0 order by id`,
    )
    return found.rows
  }
  let told = await list()
  return {
    async add({ operation, kind, times, probability, seed, value }) {
      await database.query(
        `insert into simulated_bank.fault (operation, kind, times, probability, seed, value)
         values ($1, $2, $3, $4, $5, $6)`,
        [operation, kind, times, probability, seed, value],
      )
      told = await list()
    },
    list,
    async clear() {
      await database.query('delete from simulated_bank.fault')
      told = []
    },
    async strike(operation) {
      const isCall = apiOperations.some((one) => one === operation)
      const hits: Hit[] = []
      for (const fault of told) {
        const isMeant = fault.operation === operation || (isCall && fault.operation === 'call')
        const hit = isMeant ? await draw(database, fault) : null
        if (hit !== null) hits.push(hit)
      }
      return hits
    },
  }
}

/** Draws once; of times that are counted, one is used up by a hit. */
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

/** A number from 0 to below 1 that is always the same for a text. */
function chanceOf(text: string): number {
  const bytes = createHash('sha256').update(text).digest()
  return bytes.readUIntBE(0, chanceBits / 8) / 2 ** chanceBits
}
