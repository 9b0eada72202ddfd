/** What operators do to articles and announcements, and what users see of it. */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { DeskAnnouncement, DeskArticle, DeskRole } from '@tukar/wire'
import { temporaryCluster, type TestCluster } from '../../platform/database/testing/cluster.ts'
import { type TestAnswer, ask, deskOn, giveRole, personAt } from '../../testing/desk.ts'
import { until } from '../../engine/testing/until.ts'
import { createDesk } from '../desk/index.ts'
import {
  openBoard,
  registerAnnouncements,
  registerArticleDesk,
  registerNewsRoutes,
} from './index.ts'

let cluster: TestCluster

before(async () => {
  cluster = await temporaryCluster()
})

after(() => cluster.stop())

async function consoleOn(test: TestContext) {
  const own = await deskOn(test, await cluster.database())
  const { database, sessions, log, http, keys } = own
  const desk = createDesk({ database, sessions, log, keys, isSimulation: true, executorEmails: [] })
  let nowMs = Date.now()
  let changes = 0
  const clock = () => nowMs
  const board = await openBoard({ database, log, clock, onChange: () => (changes += 1) })
  test.after(() => board.stop())
  registerNewsRoutes(http, { database, guard: sessions })
  registerArticleDesk(http, desk)
  const isListed = (symbol: string) => symbol === 'BTC'
  registerAnnouncements(http, { desk, guard: sessions, board, isListed, clock })
  const operatorAt = async (name: string, role: DeskRole) => {
    const person = await personAt(own, name)
    await giveRole(database, person.userId, role)
    await database.query('update accounts.users set demo_name = $1 where id = $2', [
      name,
      person.userId,
    ])
    return person
  }
  const support = await operatorAt('Sari', 'support')
  const post = (path: string, body: object, token = support.token) =>
    ask(own, 'POST', `/desk/${path}`, { token, body })
  const get = async <Data>(path: string, token = support.token) =>
    dataOf<Data>(await ask(own, 'GET', path, { token }))
  return {
    ...own,
    support,
    board,
    operatorAt,
    post,
    get,
    changes: () => changes,
    setClock: (momentMs: number) => {
      nowMs = momentMs
    },
    entries: async () => {
      const text = `select action, subject, before is not null as b, after is not null as a
        from desk.audit_entry order by no`
      const { rows } = await database.query<{ action: string; b: boolean; a: boolean }>(text)
      return rows.map(({ action, b, a }) => `${action}${b ? ' before' : ''}${a ? ' after' : ''}`)
    },
    shown: async () =>
      (await get<{ datas: readonly { title: string; body: string }[] }>('/articles')).datas,
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what is answered
function dataOf<Data>({ status, body }: TestAnswer): Data {
  assert.equal(status, 200, JSON.stringify(body))
  return body['data'] as Data
}

const codeOf = ({ status, body }: TestAnswer) => [status, body['code']]

const article = {
  title: { en: 'Fees', id: 'Biaya' },
  body: { en: '<p>Lower</p>', id: '<p>Turun</p>' },
  ext_link: null,
  state: 'published',
  published_at: '2026-08-17T03:00:00Z',
}

test('SRV-86 NEWS-01: an article is drafted, published, changed, removed and restored, each with an audit entry', async (t) => {
  const { post, get, shown, entries } = await consoleOn(t)
  const draft = { ...article, state: 'draft', body: { en: '', id: '' } }
  const { id } = dataOf<{ id: number }>(await post('articles', draft))
  assert.deepEqual(await shown(), [])
  assert.deepEqual(codeOf(await post(`articles/${id}`, { ...article, version: 7 })), [
    409,
    'content.changed',
  ])
  const empty = { ...draft, state: 'published', version: 1 }
  assert.deepEqual(codeOf(await post(`articles/${id}`, empty)), [400, 'content.body'])
  assert.equal((await post(`articles/${id}`, { ...article, version: 1 })).status, 200)
  assert.deepEqual(
    (await shown()).map(({ title, body }) => [title, body]),
    [['Fees', '<p>Lower</p>']],
  )
  const renamed = { ...article, title: { en: 'Lower fees', id: 'Biaya turun' }, version: 2 }
  assert.equal((await post(`articles/${id}`, renamed)).status, 200)
  assert.equal((await post(`articles/${id}/remove`, { version: 3 })).status, 200)
  assert.deepEqual(await shown(), [])
  const bin = await get<{ datas: readonly { id: number }[] }>('/desk/articles?place=bin')
  assert.deepEqual(
    bin.datas.map((one) => one.id),
    [id],
  )
  assert.deepEqual(codeOf(await post(`articles/${id}`, { ...renamed, version: 4 })), [
    404,
    'content.unknown',
  ])
  assert.equal((await post(`articles/${id}/restore`, { version: 4 })).status, 200)
  assert.equal((await shown())[0]?.title, 'Lower fees')
  assert.deepEqual(await entries(), [
    'article.draft after',
    'article.publish before after',
    'article.change before after',
    'article.remove before',
    'article.restore before',
  ])
})

test("SRV-86: each fault in an operator's text has its own code, with the language", async (t) => {
  const { post } = await consoleOn(t)
  const faults = [
    ['', 'content.title', 'content.text', {}],
    [' \u200B ', 'content.title', 'content.text', {}],
    ['x'.repeat(301), 'content.title_long', 'content.text_long', { max: 200 }],
    ['a\u0007b', 'content.title_letter', 'content.text_letter', { letter: 'U+0007' }],
  ] as const
  for (const [text, ofTitle, ofText, params] of faults) {
    const named = { language: 'ID', ...params }
    const titled = await post('articles', { ...article, title: { en: 'Fees', id: text } })
    assert.deepEqual([...codeOf(titled), titled.body['params']], [400, ofTitle, named])
    const announced = await post('announcements', { ...notice, text: { en: 'Fees', id: text } })
    const most = 'max' in params ? { max: 300 } : {}
    const { params: given } = announced.body
    assert.deepEqual([...codeOf(announced), given], [400, ofText, { ...named, ...most }])
  }
  const long = { ...article, body: { en: 'x'.repeat(50_001), id: 'x' } }
  assert.deepEqual(codeOf(await post('articles', long)), [400, 'content.body_long'])
  const emoji = { ...article, title: { en: '\u{1f600}'.repeat(200), id: 'x' } }
  assert.equal(
    (await post('articles', emoji)).status,
    200,
    'characters are counted, not their halves',
  )
})

test('NEWS-04: an article with a future date is not visible before it', async (t) => {
  const { post, shown, database } = await consoleOn(t)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await post('articles', { ...article, published_at: later })
  assert.deepEqual(await shown(), [])
  await database.query(`update news.article set created_at = now() - interval '1 second'`)
  assert.equal((await shown()).length, 1)
})

test("ATT-34 ATT-103 SRV-86: an operator's text is cleaned in both languages, for users and in the console", async (t) => {
  const { post, get, shown, entries } = await consoleOn(t)
  const hostile = '<p onclick="alert(1)">Hi</p><script>alert(1)</script><svg onload=alert(1)>'
  const body = { en: hostile, id: hostile }
  const { id } = dataOf<{ id: number }>(await post('articles', { ...article, body }))
  const stored = await get<DeskArticle>(`/desk/articles/${id}`)
  assert.deepEqual(stored.body, { en: '<p>Hi</p>', id: '<p>Hi</p>' })
  assert.equal((await shown())[0]?.body, '<p>Hi</p>')
  for (const extLink of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'ftp://a.b',
  ]) {
    const answer = await post('articles', { ...article, ext_link: extLink })
    assert.deepEqual(codeOf(answer), [400, 'content.link'], extLink)
  }
  const bidi = { ...article, title: { en: 'Fees \u202Egpj', id: 'Biaya' } }
  const turned = dataOf<{ id: number }>(await post('articles', bidi))
  assert.equal((await get<DeskArticle>(`/desk/articles/${turned.id}`)).title.en, 'Fees gpj')
  assert.deepEqual(await entries(), ['article.publish after', 'article.publish after'])
})

test('SRV-86: of twenty concurrent saves of one version one succeeds, and nothing is overwritten', async (t) => {
  const { post, get } = await consoleOn(t)
  const { id } = dataOf<{ id: number }>(await post('articles', article))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      post(`articles/${id}`, {
        ...article,
        title: { en: `Fees ${at}`, id: `Biaya ${at}` },
        version: 1,
      }),
    ),
  )
  const saved = answers.findIndex(({ status }) => status === 200)
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const stored = await get<DeskArticle>(`/desk/articles/${id}`)
  assert.deepEqual([stored.title.en, stored.version], [`Fees ${saved}`, 2])
})

const notice = {
  level: 'warning',
  text: { en: 'Withdrawals of BTC are paused.', id: 'Penarikan BTC dijeda.' },
  link: '/pages/contact-us',
  currency: 'BTC',
  starts_at: '2026-08-17T03:00:00Z',
  ends_at: null,
}

test('an announcement is shown from its start to its end, in the reader’s language, and open pages are notified', async (t) => {
  const desk = await consoleOn(t)
  const { post, get, setClock, board, changes } = desk
  const startMs = Date.now() + 60_000
  setClock(startMs - 1)
  const period = {
    starts_at: new Date(startMs).toISOString(),
    ends_at: new Date(startMs + 60_000).toISOString(),
  }
  const { id } = dataOf<{ id: number }>(await post('announcements', { ...notice, ...period }))
  assert.deepEqual(await get('/announcements', ''), [])
  setClock(startMs)
  await board.refresh()
  assert.equal(changes(), 1)
  const [english] = dataOf<readonly object[]>(await ask(desk, 'GET', '/announcements'))
  const [indonesian] = dataOf<readonly { text: string }[]>(
    await ask(desk, 'GET', '/announcements', { language: 'id' }),
  )
  const { link, currency, level } = notice
  assert.deepEqual(english, {
    id,
    version: 1,
    level,
    text: notice.text.en,
    link,
    currency,
    ...period,
  })
  assert.equal(indonesian?.text, notice.text.id)
  setClock(startMs + 60_000)
  await board.refresh()
  assert.deepEqual([await get('/announcements', ''), changes()], [[], 2])
})

test('ATT-103: an announcement is plain text and links to our pages alone; its changes are recorded', async (t) => {
  const { post, get, entries } = await consoleOn(t)
  for (const link of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'x']) {
    const answer = await post('announcements', { ...notice, link })
    assert.deepEqual(codeOf(answer), [400, 'content.link'], link)
  }
  const over = { ...notice, ends_at: '2026-08-18T03:00:00Z' }
  assert.deepEqual(codeOf(await post('announcements', over)), [400, 'content.period'])
  const foreign = { ...notice, currency: 'XYZ' }
  assert.deepEqual(codeOf(await post('announcements', foreign)), [400, 'content.currency'])
  const lines = { ...notice, text: { ...notice.text, en: 'a\nb' } }
  assert.deepEqual(codeOf(await post('announcements', lines)), [400, 'content.text_letter'])
  const { id } = dataOf<{ id: number }>(await post('announcements', notice))
  const everywhere = { ...notice, currency: null, version: 1 }
  assert.equal((await post(`announcements/${id}`, everywhere)).status, 200)
  assert.deepEqual(codeOf(await post(`announcements/${id}`, everywhere)), [409, 'content.changed'])
  const [stored] = await get<readonly DeskAnnouncement[]>('/desk/announcements')
  assert.deepEqual([stored?.currency, stored?.changed_by], [null, 'Sari'])
  const gone = { version: 2, reason: 'it is over' }
  assert.equal((await post(`announcements/${id}/remove`, gone)).status, 200)
  assert.deepEqual(await get('/announcements', ''), [])
  assert.deepEqual(await entries(), [
    'announcement.publish after',
    'announcement.change before after',
    'announcement.remove before',
  ])
})

test('ATT-99: only support and admin write content', async (t) => {
  const { post, operatorAt } = await consoleOn(t)
  const finance = await operatorAt('Fitri', 'finance')
  for (const [path, body] of [
    ['articles', article],
    ['announcements', notice],
  ] as const) {
    assert.deepEqual(codeOf(await post(path, body, finance.token)), [403, 'desk.forbidden'])
    assert.equal((await post(path, body)).status, 200)
  }
})

test('an announcement that could not be read when it was saved is shown later', async (t) => {
  const { database, board, support } = await consoleOn(t)
  const rename = (from: string, to: string) =>
    database.query(`alter table news.${from} rename to ${to}`)
  await rename('announcement', 'away')
  await board.refresh()
  await database.query(
    `insert into news.away (level, text_en, text_id, starts_at, changed_by)
     values ('info', 'Soon', 'Segera', now() - interval '1 hour', $1)`,
    [support.userId],
  )
  await rename('away', 'announcement')
  await until('it stands', async () => board.current().length === 1)
})
