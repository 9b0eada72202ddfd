/** The operator's endpoints: health and metrics. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, createLocalClient, textAt } from '../../harness/http.ts'
import { cancel, placedOrder, placeOrder, priceAt, type Fixture } from '../fixture.ts'
import { assertRefused } from './frame.ts'

/** A line of Prometheus's text format: a name, optional labels in braces, a number. */
const sample =
  /^[a-zA-Z_:][a-zA-Z0-9_:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})? (?:[+-]?Inf|NaN|[-+\d.eE]+)$/
const comment = /^# (?:HELP [a-zA-Z_:][\w:]* .+|TYPE [a-zA-Z_:][\w:]* (?:counter|gauge|histogram))$/

const figures = ({ client }: Fixture, headers: Record<string, string> = {}): Promise<Answer> =>
  client.call('GET', '/metrics', { headers })

/** The metrics; null if the server does not show them to this caller, such as a remote server. */
async function readFigures(fixture: Fixture): Promise<string | null> {
  const answer = await figures(fixture)
  if (answer.status === 200) {
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
    return answer.text
  }
  assertRefused(answer, 404)
  return null
}

const samplesOf = (text: string) =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** How many requests of a route were answered, over all series. */
function countOf(text: string, route: string): number {
  const lines = samplesOf(text).filter(
    (line) => line.startsWith('tukar_http_requests_total{') && line.includes(`route="${route}"`),
  )
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

function registerHealth(fixture: () => Fixture): void {
  test('R-53: the health answer says whether orders are accepted, and counts the commands', async () => {
    const w = fixture()
    const person = await w.person('kesehatan')
    assert.equal((await w.client.call('GET', '/healthz')).status, 200)
    const localClient = await createLocalClient(w.client)
    if (localClient === null) return
    const health = async () => {
      const answer = await localClient.call('GET', '/healthz')
      assert.equal(answer.status, 200, answer.text)
      assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
      assert.equal(textAt(answer.body, 'state'), 'leading')
      for (const key of ['epoch', 'last_seq', 'lag', 'waiting']) {
        assert.ok(Number.isInteger(answer.body[key]), `${key} in ${answer.text}`)
        assert.ok(Number(answer.body[key]) >= 0)
      }
      return Number(textAt(answer.body, 'last_seq'))
    }
    const before = await health()
    const price = await priceAt(w, 863n)
    const order = placedOrder(
      await placeOrder(w, person, { side: 'buy', price, quantity: 20_000n }),
    )
    const placed = await health()
    assert.ok(placed > before, 'an order is a command')
    await cancel(w, person, textAt(order, 'id'))
    assert.ok((await health()) > placed)
  })
}

function registerFigures(fixture: () => Fixture): void {
  test('R-53: the metrics are lines of the text format, each after its type', async () => {
    const text = await readFigures(fixture())
    if (text === null) return
    assert.ok(text.endsWith('\n'))
    const kinds = new Set<string>()
    for (const line of text.split('\n').filter((one) => one !== '')) {
      if (line.startsWith('#')) {
        assert.match(line, comment)
        if (line.startsWith('# TYPE ')) kinds.add(line.split(' ')[2] ?? '')
        continue
      }
      assert.match(line, sample)
      const name = /^[\w:]+/.exec(line)?.[0] ?? ''
      assert.ok(kinds.has(name) || kinds.has(name.replace(/_(?:bucket|sum|count)$/, '')), line)
    }
    const names = samplesOf(text).map((line) => line.replace(/ \S+$/, ''))
    assert.equal(new Set(names).size, names.length, 'each figure once')
    for (const line of ['tukar_engine_leading 1', 'tukar_maintenance 0']) {
      assert.ok(samplesOf(text).includes(line), line)
    }
  })

  test('R-53: each answered request is counted under its route, whatever its parameters', async () => {
    const w = fixture()
    const before = await readFigures(w)
    if (before === null) return
    for (const id of ['1', '2', '999']) await w.client.call('GET', `/markets/${id}`)
    const after = (await readFigures(w)) ?? ''
    assert.ok(countOf(after, '/markets/:id') >= countOf(before, '/markets/:id') + 3)
    assert.equal(countOf(after, '/markets/999'), 0, 'the route is named, not the address')
  })

  test('R-53 ATT-39: no figure names a person, an address or a token', async () => {
    const w = fixture()
    const person = await w.person('alice')
    const canary = 'kenari-8d1f'
    await w.client.call('GET', `/${canary}`, { query: { q: canary }, token: person.token })
    const text = await readFigures(w)
    if (text === null) return
    for (const secret of [canary, person.email, person.name, person.token]) {
      assert.ok(!text.includes(secret), secret)
    }
    assert.doesNotMatch(text, /127\.0\.0\.1|@/)
  })

  test('ATT-40: the metrics are refused to forwarded requests and to guessed tokens', async () => {
    const w = fixture()
    for (const headers of [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { 'x-forwarded-for': '127.0.0.1', authorization: 'Bearer guess' },
    ]) {
      assertRefused(await figures(w, headers), 404)
    }
  })
}

/** Registers the tests of the operator's endpoints. */
export function registerOperatorSuite(fixture: () => Fixture): void {
  registerHealth(fixture)
  registerFigures(fixture)
}
