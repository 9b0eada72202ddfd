/**
 * The memory that the trading page retains after an hour of messages. Some of the server's messages are
 * recorded in the feed's worker and replayed through its own socket, faster than they came, with advancing
 * numbers and times, so that books, trades and figures are as new as in a real hour.
 */
import { desktop, type Visitor } from '@tukar/e2e/harness/browser'
import { untilLive } from '@tukar/e2e/harness/product'
import { until } from '@tukar/e2e/harness/until'
import type { Memory } from './lens.ts'
import type { Scene } from './scene.ts'

const hourSeconds = 3_600
const replayedPerSecond = 1_000
/** A quick run takes this part of an hour. */
const quickShare = 20
const replayMaxMs = 400_000

export type Hour = {
  readonly messages: number
  readonly livePerSecond: number
  readonly replaySeconds: number
  readonly before: Memory
  readonly after: Memory
}

/** Captures the worker's socket at its next message, and records incoming messages. */
const hold = `(() => {
  const bench = { recorded: [], socket: null, deliver: null, isMuted: false, replayed: 0, rounds: 1 }
  self.bench = bench
  const { send } = WebSocket.prototype
  WebSocket.prototype.send = function (data) {
    WebSocket.prototype.send = send
    bench.socket = this
    bench.deliver = this.onmessage
    this.onmessage = (event) => {
      const isEvent = typeof event.data === 'string' && event.data.startsWith('42')
      if (isEvent && bench.isMuted) return
      if (isEvent) bench.recorded.push(event.data)
      bench.deliver.call(this, event)
    }
    return send.call(this, data)
  }
})()`

/** From here on nothing new arrives; the connection stays alive by the last heartbeat. */
const mute = `(() => {
  const { bench } = self
  bench.isMuted = true
  const wanted = ['buys', 'sells', 'histories', 'market_update']
  const all = bench.recorded.map((text) => JSON.parse(text.slice(2)))
  const beat = all.findLast(([name]) => name === 'heartbeat')
  setInterval(() => bench.deliver.call(bench.socket, { data: '42' + JSON.stringify(beat) }), 1000)
  bench.events = all.filter(([name, payload]) =>
    wanted.includes(name) && payload.jsontable === undefined && payload.prepended !== false)
  bench.recorded = []
  const numbers = (values) => [...values].filter(Number.isFinite)
  const seqs = numbers(bench.events.map(([, { seq }]) => seq))
  const nos = numbers(bench.events.flatMap(([name, { data }]) =>
    name === 'histories' ? data.map(({ no }) => Number(no)) : []))
  const span = (values) => values.length === 0 ? 0 : Math.max(...values) - Math.min(...values) + 1
  bench.spans = { seq: span(seqs), no: span(nos) }
  return bench.events.length
})()`

/** Replays the recorded events to the page, in whole rounds, up to a total number. */
const replay = `(count, perSecond, windowMs) => {
  const { bench } = self
  const begin = performance.now()
  bench.replayed = 0
  const shifted = ([name, payload], round) => {
    const next = { ...payload }
    if (typeof next.seq === 'number') next.seq += round * bench.spans.seq
    if (name === 'histories') next.data = payload.data.map((row) => ({
      ...row,
      no: Number(row.no) + round * bench.spans.no,
      created_at: new Date(Date.parse(row.created_at) + round * windowMs).toISOString(),
    }))
    return '42' + JSON.stringify([name, next])
  }
  const step = () => {
    const due = Math.min(count, ((performance.now() - begin) * perSecond) / 1000)
    for (let i = 0; i < 50 && bench.replayed < due; i++) {
      const at = bench.replayed++
      const event = bench.events[at % bench.events.length]
      const data = shifted(event, bench.rounds + Math.floor(at / bench.events.length))
      bench.deliver.call(bench.socket, { data })
    }
    if (bench.replayed < count) setTimeout(step, 5)
    else bench.rounds += count / bench.events.length
  }
  step()
}`

/** Opens the page, lets it warm up, and compares its memory before and after. */
export async function measureHour(scene: Scene, quick: boolean): Promise<Hour> {
  const mark = 'hour'
  const visitor = await scene.openTrading(mark, desktop)
  try {
    await visitor.page.frameLocator('iframe[src*="/chart/"]').locator('canvas').first().waitFor()
    return await passHour(scene, visitor, mark, quick)
  } finally {
    await visitor.close()
  }
}

async function passHour(
  scene: Scene,
  visitor: Visitor,
  mark: string,
  quick: boolean,
): Promise<Hour> {
  const worker = visitor.page.workers().find((one) => /worker/.test(one.url()))
  if (worker === undefined) throw new Error('the page has no feed')
  await worker.evaluate(hold)
  const seconds = quick ? 6 : 20
  await until('the feed to send something', () =>
    worker.evaluate<boolean>('self.bench.socket !== null'),
  )
  const begin = performance.now()
  await scene.busyFor(seconds)
  const windowMs = performance.now() - begin
  const recorded = await worker.evaluate<number>(mute)
  const livePerSecond = recorded / (windowMs / 1_000)
  const hour = livePerSecond * (quick ? hourSeconds / quickShare : hourSeconds)
  // Whole rounds, so that the numbers of trades have no gap.
  const messages = Math.ceil(hour / recorded) * recorded
  const play = async (count: number) => {
    const args = [count, replayedPerSecond, windowMs].join(', ')
    await worker.evaluate(`(${replay})(${args})`)
    await until(
      'the messages to be read',
      () => worker.evaluate<boolean>(`self.bench.replayed >= ${count}`),
      { withinMs: replayMaxMs, everyMs: 500 },
    )
  }
  // Growth that happens once, such as compiled code, happens before the measurement.
  await play(recorded * 4)
  const before = await scene.lens.memory(mark)
  const replayBegin = performance.now()
  await play(messages)
  const replaySeconds = (performance.now() - replayBegin) / 1_000
  await untilLive(visitor)
  const after = await scene.lens.memory(mark)
  return { messages, livePerSecond, replaySeconds, before, after }
}
