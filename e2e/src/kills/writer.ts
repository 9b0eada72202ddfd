/**
 * One of the people who trade while the server is being killed: places, crosses and cancels orders
 * of his own, each under an id of its own, and writes down what he was told of each, to the letter.
 */
import type { Answer, Client, JsonObject } from '../harness/http.ts'
import { withoutRequestId, newCommandId, objectAt, textAt } from '../harness/http.ts'
import type { Person } from '../harness/people.ts'

/**
 * What he knows of an operation. `pending`: sent, and never answered, or answered with "unknown".
 * `not_applied`: the server said that it did nothing (overload, rate, standby).
 */
export type Knowledge = 'pending' | 'acked' | 'refused' | 'not_applied'

export type Operation = {
  readonly commandId: string
  readonly path: string
  readonly body: JsonObject
  readonly kind: 'place' | 'cancel'
  knowledge: Knowledge
  /** Known where a placement was acknowledged, and always for a cancel. */
  orderId: string | null
  /** The first final answer, without what differs from call to call. */
  answer: string | null
}

export type Writer = {
  readonly person: Person
  readonly operations: Operation[]
  /** Orders of his that may still be open. */
  readonly open: Set<string>
}

export type Prices = { readonly low: number; readonly high: number; readonly tick: number }

/** 503 and 429 say that nothing was applied, but for the codes that say it is not known. */
const unknownCodes: readonly unknown[] = ['engine.unknown_outcome', 'server.unknown_outcome']

/** A person who begins with a clean sheet. */
export function createWriter(person: Person): Writer {
  return { person, operations: [], open: new Set() }
}

/** The next operation that he sends, drawn from `random` (0 to 1). */
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

/** Sends an operation, or sends it again, and writes down what came back. */
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

/** Sends one operation after another until told to stop or until the server is gone. */
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
