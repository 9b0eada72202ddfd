/**
 * The command stream of every engine: adds around a moving middle, cancels, and orders that cross it. A seed
 * and xorshift32 generate it, so all engines see the same bytes. The generator keeps its own book to know
 * which orders are open, and to choose another user where an order would match one of the same owner (not
 * every engine prevents self-trades).
 */

export type StreamSpec = {
  readonly name: string
  readonly seed: number
  /** Commands that are timed. */
  readonly commands: number
  readonly users: number
  /** Untimed adds before, to make the book deep. */
  readonly prefill: number
  /** Above this many resting orders an add becomes a cancel. */
  readonly restingTarget: number
  /** The middle moves by one tick with one in this many commands (a power of two). */
  readonly walkEvery: number
}

export const commandKinds = { limit: 0, cancel: 1 } as const

/**
 * A command stream, stored as columns. The id of a limit order is its row index. The `target` of a cancel is
 * the row of the order to cancel.
 */
export type Stream = {
  readonly spec: StreamSpec
  /** Rows of the prefill come first. */
  readonly length: number
  readonly kind: Uint8Array
  /** 1 for a buy, 0 for a sell. */
  readonly buy: Uint8Array
  /** In ticks. */
  readonly price: Int32Array
  /** In lots. */
  readonly quantity: Int32Array
  /** From 0. */
  readonly user: Int32Array
  readonly target: Int32Array
  readonly passive: number
  readonly marketable: number
  readonly cancels: number
  /** Resting orders, averaged over the timed commands. */
  readonly restingAverage: number
  /** The expected work of the timed part, according to the generator's book. */
  readonly expected: Work
}

/** The work of an engine; the comparison requires equal values. */
export type Work = {
  readonly trades: number
  readonly volumeLots: number
  readonly cancelsHit: number
  readonly resting: number
}

export const streamSpecs = {
  S1M: {
    name: 'S1M',
    seed: 12_345,
    commands: 1_000_000,
    users: 10_000,
    prefill: 0,
    restingTarget: 16_700,
    walkEvery: 4,
  },
  S1Mdeep: {
    name: 'S1Mdeep',
    seed: 777,
    commands: 1_000_000,
    users: 10_000,
    prefill: 200_000,
    restingTarget: 100_000,
    walkEvery: 8,
  },
  S1Musers: {
    name: 'S1M, 1M users',
    seed: 12_345,
    commands: 1_000_000,
    users: 1_000_000,
    prefill: 0,
    restingTarget: 16_700,
    walkEvery: 4,
  },
} as const satisfies Record<string, StreamSpec>

/** The initial middle: Rp 1,650,000,000 in ticks of Rp 1,000. */
const middleTicks = 1_650_000
const ladderTicks = 1 << 18
const ladderBase = middleTicks - (ladderTicks >> 1)
const throughTicks = 30
const distanceMedianTicks = 16
const distanceMaxTicks = 5_000
const quantityMaxLots = 100
/** Of 1,000,000 draws: a passive add below the first, a cancel below the second, else marketable. */
const passiveBelow = 608_093
const cancelBelow = 902_227
/** One cancel in this many names an order that may no longer be open. */
const blindCancelEvery = 16
const redrawsMax = 64

/** 32-bit integers, the same on every machine. */
export function xorshift32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

/** The generator's book: FIFO lists of order rows per level. */
type Ladder = {
  readonly head: Int32Array
  readonly tail: Int32Array
  readonly next: Int32Array
  readonly previous: Int32Array
  readonly remaining: Int32Array
  bestBid: number
  bestAsk: number
}

function createLadder(rows: number): Ladder {
  return {
    head: new Int32Array(ladderTicks).fill(-1),
    tail: new Int32Array(ladderTicks).fill(-1),
    next: new Int32Array(rows).fill(-1),
    previous: new Int32Array(rows).fill(-1),
    remaining: new Int32Array(rows),
    bestBid: -1,
    bestAsk: ladderTicks,
  }
}

type Draft = {
  readonly columns: Omit<
    Stream,
    'passive' | 'marketable' | 'cancels' | 'restingAverage' | 'expected'
  >
  readonly ladder: Ladder
  /** Resting rows, unordered, and the index of each. */
  readonly live: Int32Array
  readonly place: Int32Array
  liveCount: number
  trades: number
  volumeLots: number
}

function unlink(draft: Draft, row: number): void {
  const { ladder, columns } = draft
  const level = (columns.price[row] ?? 0) - ladderBase
  const before = ladder.previous[row] ?? -1
  const after = ladder.next[row] ?? -1
  if (before < 0) ladder.head[level] = after
  else ladder.next[before] = after
  if (after < 0) ladder.tail[level] = before
  else ladder.previous[after] = before
  const last = draft.live[--draft.liveCount] ?? 0
  const at = draft.place[row] ?? 0
  draft.live[at] = last
  draft.place[last] = at
  draft.place[row] = -1
  if (ladder.head[level] !== -1) return
  if (level === ladder.bestBid)
    while (ladder.bestBid >= 0 && ladder.head[ladder.bestBid] === -1) ladder.bestBid--
  if (level === ladder.bestAsk) {
    while (ladder.bestAsk < ladderTicks && ladder.head[ladder.bestAsk] === -1) ladder.bestAsk++
  }
}

/** Whether an order of this user would match an order of the same user. */
function wouldSelfTrade(
  draft: Draft,
  buy: boolean,
  level: number,
  lots: number,
  user: number,
): boolean {
  const { ladder, columns } = draft
  let left = lots
  let at = buy ? ladder.bestAsk : ladder.bestBid
  while (left > 0 && (buy ? at <= level && at < ladderTicks : at >= level && at >= 0)) {
    for (let row = ladder.head[at] ?? -1; row >= 0 && left > 0; row = ladder.next[row] ?? -1) {
      if (columns.user[row] === user) return true
      left -= ladder.remaining[row] ?? 0
    }
    at += buy ? 1 : -1
  }
  return false
}

function match(draft: Draft, row: number): void {
  const { ladder, columns } = draft
  const buy = columns.buy[row] === 1
  const level = (columns.price[row] ?? 0) - ladderBase
  let left = columns.quantity[row] ?? 0
  while (left > 0) {
    const best = buy ? ladder.bestAsk : ladder.bestBid
    if (buy ? best > level || best >= ladderTicks : best < level || best < 0) break
    const maker = ladder.head[best] ?? -1
    const resting = ladder.remaining[maker] ?? 0
    const lots = Math.min(left, resting)
    left -= lots
    ladder.remaining[maker] = resting - lots
    draft.trades++
    draft.volumeLots += lots
    if (lots === resting) unlink(draft, maker)
  }
  if (left === 0) return
  ladder.remaining[row] = left
  const tail = ladder.tail[level] ?? -1
  ladder.previous[row] = tail
  if (tail < 0) ladder.head[level] = row
  else ladder.next[tail] = row
  ladder.tail[level] = row
  draft.place[row] = draft.liveCount
  draft.live[draft.liveCount++] = row
  if (buy) ladder.bestBid = Math.max(ladder.bestBid, level)
  else ladder.bestAsk = Math.min(ladder.bestAsk, level)
}

function createDraft(spec: StreamSpec): Draft {
  const length = spec.prefill + spec.commands
  return {
    columns: {
      spec,
      length,
      kind: new Uint8Array(length),
      buy: new Uint8Array(length),
      price: new Int32Array(length),
      quantity: new Int32Array(length),
      user: new Int32Array(length),
      target: new Int32Array(length),
    },
    ladder: createLadder(length),
    live: new Int32Array(length),
    place: new Int32Array(length).fill(-1),
    liveCount: 0,
    trades: 0,
    volumeLots: 0,
  }
}

/** Draws a distance from the middle: half of them within the median, few up to the cap. */
function drawDistance(random: () => number): number {
  const share = ((random() >>> 8) + 1) / 16_777_217
  return Math.min(distanceMaxTicks, 1 + Math.floor((distanceMedianTicks - 1) * (1 / share - 1)))
}

function drawLimit(
  draft: Draft,
  row: number,
  random: () => number,
  middle: number,
  through: boolean,
): void {
  const { columns } = draft
  const buy = (random() & 1) === 1
  const away = through ? -throughTicks : drawDistance(random)
  const price = buy ? middle - away : middle + away
  const lots = 1 + (random() % quantityMaxLots)
  let user = random() % columns.spec.users
  for (let i = 0; i < redrawsMax; i++) {
    if (!wouldSelfTrade(draft, buy, price - ladderBase, lots, user)) break
    user = random() % columns.spec.users
  }
  columns.kind[row] = commandKinds.limit
  columns.buy[row] = buy ? 1 : 0
  columns.price[row] = price
  columns.quantity[row] = lots
  columns.user[row] = user
  match(draft, row)
}

/** Cancels a resting order, or sometimes any earlier row. Returns whether it was open. */
function drawCancel(draft: Draft, row: number, random: () => number): boolean {
  const { columns } = draft
  const blind = random() % blindCancelEvery === 0
  let target = blind ? random() % row : (draft.live[random() % draft.liveCount] ?? 0)
  if (columns.kind[target] !== commandKinds.limit) target = draft.live[0] ?? 0
  columns.kind[row] = commandKinds.cancel
  columns.target[row] = target
  columns.user[row] = columns.user[target] ?? 0
  const hit = (draft.place[target] ?? -1) >= 0
  if (hit) unlink(draft, target)
  return hit
}

/** Generates a stream. Deterministic: the same spec gives the same columns on every machine. */
export function generateStream(spec: StreamSpec): Stream {
  const random = xorshift32(spec.seed)
  const draft = createDraft(spec)
  const counts = { passive: 0, marketable: 0, cancels: 0, hit: 0 }
  let middle = middleTicks
  let restingSum = 0
  for (let row = 0; row < draft.columns.length; row++) {
    if (row === spec.prefill) Object.assign(draft, { trades: 0, volumeLots: 0 })
    if ((random() & (spec.walkEvery - 1)) === 0) middle += (random() & 2) - 1
    if (row >= spec.prefill) restingSum += draft.liveCount
    const draw = row < spec.prefill ? 0 : random() % 1_000_000
    const full = draft.liveCount > spec.restingTarget && row >= spec.prefill
    const cancel = draft.liveCount > 0 && (draw < passiveBelow ? full : draw < cancelBelow)
    if (cancel) {
      counts.cancels++
      if (drawCancel(draft, row, random)) counts.hit++
      continue
    }
    const through = draw >= cancelBelow
    drawLimit(draft, row, random, middle, through)
    if (row < spec.prefill) continue
    if (through) counts.marketable++
    else counts.passive++
  }
  return {
    ...draft.columns,
    passive: counts.passive,
    marketable: counts.marketable,
    cancels: counts.cancels,
    restingAverage: Math.round(restingSum / spec.commands),
    expected: {
      trades: draft.trades,
      volumeLots: draft.volumeLots,
      cancelsHit: counts.hit,
      resting: draft.liveCount,
    },
  }
}
