/**
 * Checks after a kill. Every acknowledged order and cancel exists exactly once. Every unknown outcome is
 * resolved by the same id. Earlier answers are repeated to the letter. The ledger balances.
 */
import { type Client, withoutRequestId, listRows, textAt, untilKnown } from '../harness/http.ts'
import { isProjected, type Ledger } from '../harness/ledger.ts'
import { until } from '../harness/until.ts'
import { type Operation, send, type Writer } from './writer.ts'

/** The violations that were found; all lists are empty if everything is right. */
export type Violations = {
  readonly lost: string[]
  readonly doubled: string[]
  readonly changed: string[]
  readonly broken: string[]
}

export type Verified = Violations & {
  /** How many unknown outcomes were resolved by a repeat under the same id. */
  readonly resolved: number
  readonly checked: number
}

const resolveWithinMs = 60_000
const projectedWithinMs = 60_000
const parallelResends = 16

/** Checks everything that the writers know against the server and its database. */
export async function verify(
  client: Client,
  ledger: Ledger,
  writers: readonly Writer[],
  repeatsPerWriter: number,
): Promise<Verified> {
  const resolved = await resolvePending(client, writers)
  await until('the tables to hold the journal', () => isProjected(ledger), {
    withinMs: projectedWithinMs,
  })
  const findings: Violations = { lost: [], doubled: [], changed: [], broken: [] }
  let checked = 0
  for (const writer of writers) checked += await verifyWriter(ledger, writer, findings)
  findings.broken.push(...(await ledger.brokenInvariants()))
  await verifyRepeats(client, writers, repeatsPerWriter, findings)
  return { ...findings, resolved, checked }
}

async function resolvePending(client: Client, writers: readonly Writer[]): Promise<number> {
  const waiting = writers.flatMap((writer) =>
    writer.operations
      .filter(({ knowledge }) => knowledge === 'pending')
      .map((operation) => ({ writer, operation })),
  )
  await inParallel(waiting, async ({ writer, operation }) => {
    await until(
      `the outcome of ${operation.path} ${operation.commandId}`,
      async () => {
        await send(client, writer, operation)
        if (operation.knowledge === 'not_applied') operation.knowledge = 'pending'
        return operation.knowledge !== 'pending'
      },
      { withinMs: resolveWithinMs, everyMs: 100 },
    )
  })
  return waiting.length
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: parallelResends }, worker))
}

type OrderRow = { readonly id: string; readonly status: string }

async function verifyWriter(ledger: Ledger, writer: Writer, findings: Violations): Promise<number> {
  const { usid, name } = writer.person
  const orders = await ledger.query<OrderRow>(
    'select id::text, status from exchange.orders where account_id = $1',
    [usid],
  )
  const answers = await ledger.query<{ id: string }>(
    `select encode(id, 'hex') as id from exchange.command_answer where scope = $1`,
    [usid],
  )
  const status = new Map(orders.map((row) => [row.id, row.status]))
  const answered = new Set(answers.map(({ id }) => id))
  const counts = new Map<string, number>()
  for (const operation of writer.operations) {
    const { commandId, kind, orderId, knowledge } = operation
    const found = answered.has(commandId.replaceAll('-', ''))
    if (knowledge === 'not_applied' && found)
      findings.changed.push(`${name}: ${commandId} was applied`)
    if (knowledge !== 'acked' || orderId === null) continue
    if (!found || !status.has(orderId))
      findings.lost.push(`${name}: ${kind} ${orderId} ${commandId}`)
    if (kind === 'place') counts.set(orderId, (counts.get(orderId) ?? 0) + 1)
    if (kind === 'cancel' && status.get(orderId) === 'open') {
      findings.lost.push(
        `${name}: ${orderId} is open, and its cancel ${commandId} was acknowledged`,
      )
    }
  }
  for (const [orderId, times] of counts) {
    if (times > 1) findings.doubled.push(`${name}: ${orderId} was told for ${times} ids`)
  }
  for (const { id } of orders) {
    if (!counts.has(id)) findings.doubled.push(`${name}: nobody placed ${id}`)
  }
  return writer.operations.length
}

/** Repeats the last answered requests, which a crash would most likely lose. */
async function verifyRepeats(
  client: Client,
  writers: readonly Writer[],
  repeatsPerWriter: number,
  findings: Violations,
): Promise<void> {
  const latest = writers.flatMap((writer) =>
    writer.operations
      .filter(({ knowledge }) => knowledge === 'acked')
      .slice(-repeatsPerWriter)
      .map((operation) => ({ writer, operation })),
  )
  await inParallel(latest, async ({ writer, operation }) => {
    const { path, body, commandId } = operation
    const { token } = writer.person
    // A server that has just restarted may answer that it does not know yet.
    const answer = await untilKnown(() => client.call('POST', path, { token, body, commandId }))
    if (answer.status === 200 && withoutRequestId(answer.body) === operation.answer) return
    findings.changed.push(
      `${writer.person.name}: ${commandId} was ${operation.answer}, is ${answer.status} ${answer.text}`,
    )
  })
}

const listRowsMax = 100
const listPagesMax = 500

async function listedOrders(client: Client, writer: Writer, path: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; page <= listPagesMax; page++) {
    const answer = await until(
      path,
      async () => {
        const { token } = writer.person
        const query = { page, rows: listRowsMax, sort: 'id', order: 'asc', filter_rules: '[]' }
        const one = await client.call('GET', path, { token, query })
        return one.status === 200 ? one : null
      },
      { withinMs: resolveWithinMs, everyMs: 100 },
    )
    const rows = listRows(answer)
    ids.push(...rows.map((row) => textAt(row, 'id')))
    if (rows.length < listRowsMax) return ids
  }
  throw new Error(`${path} does not end`)
}

/**
 * Checks that the lists contain every acknowledged order once, and no other. An order may be filled between
 * the reading of two pages, so a mismatch is read again.
 */
export async function verifyLists(client: Client, writers: readonly Writer[]): Promise<Violations> {
  const findings: Violations = { lost: [], doubled: [], changed: [], broken: [] }
  for (const writer of writers) {
    const read = async () => [
      ...(await listedOrders(client, writer, '/obooks/myobook-open')),
      ...(await listedOrders(client, writer, '/obooks/myobook-close')),
    ]
    let found = compareLists(writer, await read())
    if (found.lost.length + found.doubled.length > 0) found = compareLists(writer, await read())
    findings.lost.push(...found.lost)
    findings.doubled.push(...found.doubled)
  }
  return findings
}

function compareLists(
  { person: { name }, operations }: Writer,
  listed: readonly string[],
): Pick<Violations, 'lost' | 'doubled'> {
  const found: Pick<Violations, 'lost' | 'doubled'> = { lost: [], doubled: [] }
  const times = new Map<string, number>()
  for (const id of listed) times.set(id, (times.get(id) ?? 0) + 1)
  for (const { kind, knowledge, orderId } of operations) {
    if (kind !== 'place' || knowledge !== 'acked' || orderId === null) continue
    const left = times.get(orderId)
    if (left === undefined) found.lost.push(`${name}: ${orderId} is in no list`)
    else times.set(orderId, left - 1)
  }
  for (const [id, left] of times) {
    if (left !== 0) found.doubled.push(`${name}: ${id} is listed ${left} times too many`)
  }
  return found
}

/** All violations as lines; empty if there are none. */
export function findingLines({ lost, doubled, changed, broken }: Violations): string[] {
  return [
    ...lost.map((line) => `lost: ${line}`),
    ...doubled.map((line) => `doubled: ${line}`),
    ...changed.map((line) => `changed: ${line}`),
    ...broken.map((line) => `broken: ${line}`),
  ]
}

/** A planted fault: an acknowledged order that does not exist. */
export function plantLostOrder(writer: Writer): Operation {
  const last = writer.operations.findLast(
    ({ kind, knowledge }) => kind === 'place' && knowledge === 'acked',
  )
  if (last === undefined) throw new Error('nothing to make a lie from')
  const lie: Operation = {
    ...last,
    commandId: last.commandId.replace(/^.{8}/, '01900000'),
    orderId: '999999999',
  }
  writer.operations.unshift(lie)
  return lie
}

/** A planted fault: an order in the book that nobody was notified of. */
export function plantDoubledOrder(writer: Writer): void {
  const at = writer.operations.findIndex(
    ({ kind, knowledge }) => kind === 'place' && knowledge === 'acked',
  )
  if (at < 0) throw new Error('nothing to make a lie from')
  writer.operations.splice(at, 1)
}
