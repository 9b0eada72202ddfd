/**
 * A writer of the kill tests. It places, crosses and cancels its own orders, each under its own id, and
 * records each answer to the letter.
 */
import type { Answer, Client, JsonObject } from '../harness/http.ts'
import { withoutRequestId, newCommandId, objectAt, textAt } from '../harness/http.ts'
import type { Person } from '../harness/people.ts'

/**
 * The known outcome of an operation. `pending`: sent, without an answer or with "unknown". `not_applied`: the
 * server answered that it did nothing (overload, rate, standby).
 */
export type Knowledge = 'pending' | 'acked' | 'refused' | 'not_applied'

export type Operation = {
  readonly commandId: string
  readonly path: string
  readonly body: JsonObject
  readonly kind: 'place' | 'cancel'
  knowledge: Knowledge
  /** Known for an acknowledged order, and always for a cancel. */
  orderId: string | null
  /** The first final answer, without the parts that differ from call to call. */
  answer: string | null
}

export type Writer = {
  readonly person: Person
  readonly operations: Operation[]
  /** The writer's orders that may still be open. */
  readonly open: Set<string>
}

export type Prices = { readonly low: number; readonly high: number; readonly tick: number }

/** 503 and 429 mean that nothing was applied, except for the codes of an unknown outcome. */
const unknownCodes: readonly unknown[] = ['engine.unknown_outcome', 'server.unknown_outcome']

/** Creates a writer without operations. */
export function createWriter(person: Person): Writer {
  return { person, operations: [], open: new Set() }
}

/** Draws the writer's next operation from `random` (0 to 1). */
export function drawOperation(writer: Writer, prices: Prices, random: () => number): Operation {
  const [oldest] = writer.open
  const cancel = oldest !== undefined && (random() < 0.25 || writer.open.size > 100)
  const fresh = { commandId: newCommandId(), knowledge: 'pending' as const, answer: null }
  if (cancel) {
    writer.open.delete(oldest)
    const body = { id: Number(oldest) }
    return { ...fresh, kind: 'cancel', path: '/obooks/cancel', body, orderId: oldest }
  }
  const buy = random() < 0.5
  const crossing = random() < 0.3
  const middle = (prices.low + prices.high) / 2
  const away = (random() * (prices.high - prices.low)) / 2
  const wanted = buy === crossing ? middle + away : middle - away
  const price = Math.round(wanted / prices.tick) * prices.tick
  const quantity = Math.round((12_000 + random() * 20_000) / (price / 1e8)) / 1e8
  const amount = buy ? Math.ceil(price * quantity).toFixed(2) : quantity.toFixed(8)
  const body = {
    market_place: buy ? 'Limit Buy' : 'Limit Sell',
    market_position: String(price),
    market_amount: amount,
    market_amount_maxbalance_marking: false,
  }
  return { ...fresh, kind: 'place', path: '/exchange/1', body, orderId: null }
}

/** Sends an operation, first or again, and records the answer. */
export async function send(
  client: Client,
  writer: Writer,
  operation: Operation,
): Promise<Answer | null> {
  const { path, body, commandId } = operation
  const { token } = writer.person
  const answer = await client
    .call('POST', path, { token, body, commandId, timeoutMs: 8_000 })
    .catch(() => null)
  if (answer !== null) note(writer, operation, answer)
  return answer
}

function note(writer: Writer, operation: Operation, answer: Answer): void {
  if (answer.status >= 500 && unknownCodes.includes(answer.body['code'])) return
  if (operation.answer !== null) return
  if (answer.status === 429 || answer.status >= 500) {
    operation.knowledge = 'not_applied'
    return
  }
  if (answer.status !== 200) throw new Error(`${operation.path}: ${answer.status} ${answer.text}`)
  const accepted = answer.body['success'] === 1
  operation.knowledge = accepted ? 'acked' : 'refused'
  operation.answer = withoutRequestId(answer.body)
  if (!accepted || operation.kind !== 'place') return
  const order = objectAt(answer.body, 'data')
  operation.orderId = textAt(order, 'id')
  const status = order['market_status']
  if (status === 'open' || status === 'partial') writer.open.add(operation.orderId)
}

/** Sends one operation after another until the signal aborts or the server is gone. */
export async function trade(
  client: Client,
  writer: Writer,
  prices: Prices,
  stop: AbortSignal,
  random: () => number,
): Promise<void> {
  while (!stop.aborted) {
    const operation = drawOperation(writer, prices, random)
    writer.operations.push(operation)
    const answer = await send(client, writer, operation)
    if (answer === null) return
  }
}
