import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { outerLink, readArticleBody, writeArticleBody } from '@tukar/wire'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { ask, type Desk, deskOn } from '../../testing/desk.ts'
import { type ArticleDraft, publishArticle, registerNewsRoutes, seedArticles } from './index.ts'

let rig: Rig

before(async () => {
  rig = await startRig()
})

after(() => rig.stop())

async function setUp(context: TestContext): Promise<Desk> {
  const desk = await deskOn(context, await rig.database())
  registerNewsRoutes(desk.http, { ...desk, guard: desk.sessions })
  return desk
}

type Row = {
  readonly id: number
  readonly title: string
  readonly body: string
  readonly ext_link: string | null
  readonly created_at: string
}

async function articles(desk: Desk, query: object = {}, language: 'en' | 'id' = 'en') {
  const search = new URLSearchParams({ ...query }).toString()
  const { status, body } = await ask(desk, 'GET', `/articles?${search}`, { language })
  assert.equal(status, 200, JSON.stringify(body))
  return body['data'] as { readonly total: number; readonly datas: readonly Row[] }
}

const draft = (body: string, extLink: string | null = null): ArticleDraft => {
  return { title: { en: 'Fees', id: 'Biaya' }, body: { en: body, id: body }, extLink }
}

const nowMs = Date.parse('2026-08-17T03:00:00Z')

test('NEWS-04 API-26 DATA-23: guests get articles by page, newest first, in their language', async (t) => {
  const desk = await setUp(t)
  await seedArticles(desk.database, nowMs)
  const first = await articles(desk, { page: 1, rows: 10, sort: 'id', order: 'desc' })
  assert.equal(first.total, 12)
  assert.equal(first.datas.length, 10)
  const second = await articles(desk, { page: 2, rows: 10, sort: 'id', order: 'desc' })
  assert.equal(second.datas.length, 2)
  const ids = [...first.datas, ...second.datas].map(({ id }) => id)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  )
  const [newest] = first.datas
  assert.ok(newest !== undefined)
  assert.deepEqual(Object.keys(newest), ['id', 'title', 'body', 'ext_link', 'created_at'])
  assert.equal(newest.created_at, '2026-08-17T02:00:00.000Z')
  const [same] = (await articles(desk, { rows: 1 }, 'id')).datas
  assert.equal(same?.id, newest.id)
  assert.notEqual(same?.title, newest.title)
  assert.notEqual(same?.body, newest.body)
})

test('R-43: a simulation has twelve complete first articles, stored unchanged, in the past', async (t) => {
  const desk = await setUp(t)
  await seedArticles(desk.database, nowMs)
  for (const language of ['en', 'id'] as const) {
    const { datas } = await articles(desk, { rows: 100 }, language)
    assert.equal(datas.length, 12)
    assert.equal(new Set(datas.map(({ title }) => title)).size, 12)
    for (const { title, body, ext_link, created_at } of datas) {
      assert.equal(body, writeArticleBody(readArticleBody(body)), title)
      assert.ok(body.length > 800 && /<p>/.test(body) && /<li>/.test(body), title)
      assert.ok(ext_link === null || outerLink(ext_link) === ext_link, title)
      assert.ok(Date.parse(created_at) <= nowMs, title)
    }
  }
})

test('SRV-86: articles that an operator removed do not return', async (t) => {
  const desk = await setUp(t)
  await seedArticles(desk.database, nowMs)
  await desk.database.query('delete from news.article')
  await seedArticles(desk.database, nowMs)
  assert.equal((await articles(desk)).total, 0)
})

test('ATT-34 SRV-86: a hostile body is cleaned before it is stored', async (t) => {
  const desk = await setUp(t)
  const hostile = [
    '<p onclick="alert(1)">Hello</p><script>alert(1)</script>',
    '<svg onload=alert(1)></svg><p>Hello</p><iframe src="//evil.example"></iframe>',
    '<math><mtext><table><mglyph><style><!--</style></math><p>Hello</p>--><img src=x onerror=alert(1)>',
    '<style>*{display:none}</style><p style="position:fixed">Hello</p><form action=//evil.example>',
    '<p>Hello</p><a href="javascript:alert(1)"></a><template><script>alert(1)</script></template>',
  ]
  for (const body of hostile) await publishArticle(desk.database, draft(body), nowMs)
  const stored = await desk.database.query<{ body_en: string; body_id: string }>(
    'select body_en, body_id from news.article order by id',
  )
  assert.equal(stored.rows.length, hostile.length)
  for (const { body_en, body_id } of stored.rows) {
    assert.match(body_en, /Hello/)
    assert.match(body_en, /^(?:<\/?p>|[^<>])*$/)
    assert.equal(body_id, body_en)
  }
})

test('ATT-35 SRV-86 LOW-5: a link without an https address, or an empty article, is not stored', async (t) => {
  const { database } = await setUp(t)
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'ftp://a.example',
    'http://www.ojk.go.id/',
    '',
  ]) {
    await assert.rejects(publishArticle(database, draft('<p>x</p>', link), nowMs), link)
    const insert = `insert into news.article (title_en, title_id, body_en, body_id, ext_link)
      values ('x', 'x', 'x', 'x', $1)`
    await assert.rejects(database.query(insert, [link]), `the table takes ${link}`)
  }
  await assert.rejects(publishArticle(database, draft('<script>alert(1)</script>'), nowMs))
  await assert.rejects(publishArticle(database, draft(`<p>${'x'.repeat(60_000)}</p>`), nowMs))
  const title = { en: 'two\nlines', id: 'x' }
  await assert.rejects(publishArticle(database, { ...draft('<p>x</p>'), title }, nowMs))
  await publishArticle(database, draft('<p>x</p>', 'https://www.ojk.go.id/'), nowMs)
})

test('NEWS-04 ATT-25: the list can be sorted and filtered by id, title and time alone', async (t) => {
  const desk = await setUp(t)
  await seedArticles(desk.database, nowMs)
  const rules = (...filters: readonly object[]) => ({ filter_rules: JSON.stringify(filters) })
  const found = async (query: object, language: 'en' | 'id' = 'en') =>
    (await articles(desk, query, language)).datas.map(({ title }) => title)
  const phishing = { field: 'title', op: 'contains', value: 'recognize phishing' }
  assert.deepEqual(await found(rules(phishing)), ['How to recognize phishing'])
  assert.deepEqual(await found(rules(phishing), 'id'), [], 'the title is that of the language')
  const late = { field: 'created_at', op: 'greater', value: '2026-08-01T00:00:00Z' }
  assert.equal((await found(rules(late))).length, 3)
  assert.equal((await found({ sort: 'created_at', order: 'asc' })).length, 12)
  for (const query of [{ sort: 'body' }, { sort: 'title_en' }, rules({ ...late, field: 'body' })]) {
    const url = `/articles?${new URLSearchParams({ ...query }).toString()}`
    assert.equal((await ask(desk, 'GET', url)).status, 400, url)
  }
})
