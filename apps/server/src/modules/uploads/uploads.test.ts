import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import sharp from 'sharp'
import { type Rig, startRig } from '../../engine/testing/rig.ts'
import { type Desk, deskOn, type Person, personAt } from '../../testing/desk.ts'
import { serverMessage } from '@tukar/i18n/server'
import { lockedDocument, pagesOf } from '../../platform/media/testing/documents.ts'
import { pngOf } from '../../platform/media/testing/pictures.ts'
import { registerUploadRoutes } from './index.ts'
import { insertFile } from './store.ts'

let rig: Rig

before(async () => {
  png = await pngOf(120, 100)
  rig = await startRig()
})

after(() => rig.stop())

type Set = Desk & { readonly citra: Person }

async function setUp(context: TestContext): Promise<Set> {
  const desk = await deskOn(context, await rig.database())
  await registerUploadRoutes(desk.http, { database: desk.database, guard: desk.sessions })
  return { ...desk, citra: await personAt(desk, 'Citra') }
}

const pdf = pagesOf({})
let png: Buffer

type Sent = { readonly token?: string; readonly field?: string; readonly type?: string }

async function send({ http }: Desk, content: Buffer, { token, field = 'file', type }: Sent) {
  const mark = 'x-mark-of-the-test'
  const head = `--${mark}\r\ncontent-disposition: form-data; name="${field}"; filename="../../a.html"\r\n`
  const answer = await http.inject({
    method: 'POST',
    url: '/users/upload',
    headers: {
      'content-type': type ?? `multipart/form-data; boundary=${mark}`,
      ...(token === undefined ? {} : { jwt: token }),
    },
    payload: Buffer.concat([
      Buffer.from(`${head}content-type: text/html\r\n\r\n`),
      content,
      Buffer.from(`\r\n--${mark}--\r\n`),
    ]),
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

type Kept = { readonly user_id: number; readonly media_type: string; readonly content: Buffer }

async function kept({ database }: Desk): Promise<readonly Kept[]> {
  const found = await database.query<Kept>(
    'select user_id, media_type, content from uploads.file order by created_at',
  )
  return found.rows
}

test('API-14 DEC-132 SRV-34: a file is stored for its owner, by content and not by name', async (t) => {
  const set = await setUp(t)
  const { token, userId } = set.citra
  const { status, body } = await send(set, png, { token })
  assert.deepEqual([status, body['success'], body['msg']], [200, 1, 'Your file is kept.'])
  assert.equal((await send(set, pdf, { token })).body['success'], 1)
  const [picture, document, ...more] = await kept(set)
  assert.deepEqual(document, { user_id: userId, media_type: 'application/pdf', content: pdf })
  assert.deepEqual([picture?.user_id, picture?.media_type, more], [userId, 'image/jpeg', []])
})

test('M-7: a PDF that cannot be drawn is refused in both languages, and nothing is stored', async (t) => {
  const set = await setUp(t)
  const { token } = set.citra
  for (const [content, code, said] of [
    [Buffer.from('%PDF-1.7 no pages'), 'upload.pdf', /picture of it/],
    [lockedDocument(), 'upload.pdf_locked', /password/],
    [pagesOf({ count: 11 }), 'upload.pdf_pages', /at most 10 pages/],
  ] as const) {
    const { body } = await send(set, content, { token })
    assert.deepEqual([body['success'], body['code']], [0, code])
    assert.match(String(body['msg']), said)
    assert.match(serverMessage('id', code, { max: 10 }), /PDF/)
  }
  assert.deepEqual(await kept(set), [])
})

test('ATT-43 SRV-34: only the visible content of an image is stored', async (t) => {
  const set = await setUp(t)
  const { token } = set.citra
  const planted = Buffer.concat([png, Buffer.from('<script>planted</script>')])
  assert.equal((await send(set, planted, { token })).body['success'], 1)
  const [picture] = await kept(set)
  assert.ok(picture && !picture.content.includes('planted'))
  const { format, width, height } = await sharp(picture.content).metadata()
  assert.deepEqual([format, width, height], ['jpeg', 120, 100])
  for (const broken of [png.subarray(0, 40), await pngOf(99, 100)]) {
    assert.equal((await send(set, broken, { token })).body['code'], 'upload.picture')
  }
  assert.equal((await kept(set)).length, 1)
})

test('SRV-10 SRV-34: other types, other fields, broken forms and oversized files are refused', async (t) => {
  const set = await setUp(t)
  const { token } = set.citra
  const page = Buffer.from('<html><script>alert(1)</script>')
  assert.equal((await send(set, page, { token })).body['code'], 'upload.type')
  assert.equal((await send(set, png, { token, field: 'other' })).status, 400)
  const large = Buffer.concat([png, Buffer.alloc(1_000_000)])
  assert.equal((await send(set, large, { token })).status, 413)
  assert.equal((await send(set, Buffer.concat([large, large]), { token })).status, 413)
  assert.equal((await send(set, png, { token, type: 'multipart/form-data' })).status, 400)
  assert.equal((await send(set, png, { token, type: 'application/json' })).status, 400)
  assert.equal((await send(set, png, { token, type: 'image/png' })).status, 415)
  assert.deepEqual(await kept(set), [])
})

test('SRV-02 SRV-34: without a session nothing is accepted', async (t) => {
  const set = await setUp(t)
  assert.equal((await send(set, png, {})).status, 401)
  assert.equal((await send(set, png, { token: 'x'.repeat(43) })).status, 401)
  assert.deepEqual(await kept(set), [])
})

test('INV-27: a user has at most twenty files, however many arrive at once', async (t) => {
  const set = await setUp(t)
  const { token, userId } = set.citra
  const file = { userId, mediaType: 'image/png', content: png } as const
  const tries = Array.from({ length: 25 }, () => insertFile(set.database, file, 20))
  assert.equal((await Promise.all(tries)).filter((isKept) => isKept).length, 20)
  assert.equal((await send(set, png, { token })).body['code'], 'upload.too_many')
  assert.equal((await kept(set)).length, 20)
})

test('ATT-20: a file that arrives after the deletion of the account is not stored', async (t) => {
  const set = await setUp(t)
  const { token, userId } = set.citra
  // Another server deleted the account: this server still has the session cached.
  await set.database.query('update accounts.users set deleted_at = now() where id = $1', [userId])
  const { status, body } = await send(set, png, { token })
  assert.deepEqual([status, body['code']], [401, 'session.invalid'])
  assert.deepEqual(await kept(set), [])
})
