/** Articles for everybody, and the month's bonus for signed-in people. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../harness/http.ts'
import { listRows, objectAt, rowsAt, textAt } from '../../harness/http.ts'
import type { Fixture } from '../fixture.ts'
import { assertFrame, assertRefused } from './frame.ts'

const newest = { page: 1, rows: 10, sort: 'id', order: 'desc', filter_rules: '[]' }
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** HTML that a client may insert unchanged: text elements and external links. */
const cleanBody =
  /^(?:<\/?(?:p|h3|ul|ol|li|strong|em|a)>|<a href="https?:\/\/[^"<>\s]+" rel="noopener noreferrer">|[^<>])*$/

/** Asserts that a row has the fields of an article (DATA-23). */
function assertArticle(row: JsonObject): void {
  assert.ok(Number.isInteger(row['id']), JSON.stringify(row))
  assert.notEqual(textAt(row, 'title'), '')
  assert.match(textAt(row, 'body'), cleanBody)
  assert.match(textAt(row, 'created_at'), isoTime)
  const link = row['ext_link']
  assert.ok(link === null || /^https?:\/\//.test(textAt(row, 'ext_link')), JSON.stringify(row))
}

function registerArticles(fixture: () => Fixture): void {
  const ask = (query: Record<string, string | number> = {}, language = 'en') =>
    fixture().client.call('GET', '/articles', {
      query: { ...newest, ...query },
      headers: { 'accept-language': language },
    })

  test('NEWS-04 API-26 DATA-23 TRADE-12: a guest gets articles, newest first, in his language', async () => {
    const answer = await ask()
    assertFrame(answer, 1)
    const rows = listRows(answer)
    rows.forEach(assertArticle)
    assert.ok(rows.length > 0 && rows.length <= 10)
    const ids = rows.map((row) => Number(row['id']))
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    )
    const indonesian = listRows(await ask({}, 'id'))
    assert.deepEqual(
      indonesian.map((row) => row['id']),
      ids,
    )
    assert.notDeepEqual(
      indonesian.map((row) => row['title']),
      rows.map((row) => row['title']),
    )
  })

  test('DEC-91 API-03: pages follow each other without gaps, up to the total', async () => {
    const all = listRows(await ask({ rows: 100 }))
    assert.equal(objectAt((await ask()).body, 'data')['total'], all.length)
    const paged: JsonObject[] = []
    for (let page = 1; page <= Math.ceil(all.length / 5); page += 1) {
      paged.push(...listRows(await ask({ page, rows: 5 })))
    }
    assert.deepEqual(paged, all)
    assert.deepEqual(listRows(await ask({ page: 900, rows: 100 })), [])
  })

  test('ATT-22 ATT-25: a name that is no field of an article neither sorts nor filters', async () => {
    for (const sort of ['body', 'ext_link', 'title_en', 'id desc']) {
      assertRefused(await ask({ sort }), 400)
    }
    const rules = JSON.stringify([{ field: 'body', op: 'contains', value: 'x' }])
    assertRefused(await ask({ filter_rules: rules }), 400)
    assertRefused(await ask({ filter_rules: '{' }), 400)
  })
}

function registerAnnouncements(fixture: () => Fixture): void {
  test('a guest gets the announcements as plain texts, with links to pages alone', async () => {
    const answer = await fixture().client.call('GET', '/announcements')
    assertFrame(answer, 1)
    for (const row of rowsAt(answer.body, 'data')) {
      assert.ok(Number.isInteger(row['id']) && Number.isInteger(row['version']), answer.text)
      assert.match(textAt(row, 'level'), /^(?:info|warning)$/)
      assert.notEqual(textAt(row, 'text'), '')
      assert.match(textAt(row, 'starts_at'), isoTime)
      assert.ok(row['link'] === null || /^(?:\/(?!\/)|https?:\/\/)/.test(textAt(row, 'link')))
    }
  })
}

function registerBonus(fixture: () => Fixture): void {
  test('BONUS-02 API-64 DEC-128 CONST-23: the period is a month of Jakarta with 30 orders to fill', async () => {
    const { client, person } = fixture()
    const { token } = await person('kartika')
    const answer = await client.call('GET', '/bonus/current-period', { token })
    assertFrame(answer, 1)
    const data = objectAt(answer.body, 'data')
    assert.equal(data['target'], 30)
    assert.match(textAt(data, 'amount'), /^\d+\.\d\d$/)
    const [start, end] = [textAt(data, 'start'), textAt(data, 'end')]
    for (const moment of [start, end]) {
      assert.match(moment, isoTime)
      const inJakarta = new Date(Date.parse(moment) + 7 * 3_600_000).toISOString()
      assert.match(inJakarta, /-01T00:00:00\.000Z$/)
    }
    const days = (Date.parse(end) - Date.parse(start)) / 86_400_000
    assert.ok(days >= 28 && days <= 31, `${days} days`)
    const now = Date.parse(answer.headers.get('date') ?? '')
    assert.ok(Date.parse(start) <= now && now < Date.parse(end) + 60_000)
  })

  test("BONUS-02 API-65 SRV-02: the count is the user's own, and requires a session", async () => {
    const { client, person } = fixture()
    const { token } = await person('kartika')
    const answer = await client.call('GET', '/bonus/order-complete', { token })
    assertFrame(answer, 1)
    const { count } = objectAt(answer.body, 'data')
    assert.ok(Number.isInteger(count) && Number(count) >= 0, answer.text)
    for (const path of ['/bonus/current-period', '/bonus/order-complete']) {
      assertRefused(await client.call('GET', path), 401)
    }
  })
}

/** Registers the tests. */
export function registerNewsSuite(fixture: () => Fixture): void {
  registerArticles(fixture)
  registerAnnouncements(fixture)
  registerBonus(fixture)
}
