/** Actions in the identity check: the pages of the steps, and the same steps by calls. */
import { kycMessages, createTranslator } from '@tukar/i18n'
import type { Visitor } from '../harness/browser.ts'
import type { FaceName, FakeCamera } from '../harness/fake-camera.ts'
import type { Person } from '../harness/people.ts'
import type { RunningServer } from '../harness/server.ts'

export type Variant = 'id' | 'global'

/** A fictional person, with the same values in the form and on the document. */
export type FictionalPerson = {
  readonly name: string
  readonly number: string
  readonly face: FaceName
}

/** The date on each of the documents (apps/verifier/fixtures). */
const birthDate = '1990-07-01'

/** The texts of the pages in the visitor's language. */
export function createIdentityTranslator({ display }: Pick<Visitor, 'display'>) {
  return createTranslator(kycMessages, display.language)
}

/** The path of a step's page. */
export const stepPath = (variant: Variant, step: 'satu' | 'dua' | 'tiga' | 'empat') =>
  `/kyc/${variant}/${step}`

/** Chooses the nationality and consents; the form of the details opens. */
export async function consentAs(
  visitor: Visitor,
  variant: Variant,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const { page } = visitor
  const translate = createIdentityTranslator(visitor)
  await page.goto('/kyc')
  const choice = page.getByRole('radio', {
    name: translate(variant === 'id' ? 'indonesia' : 'other'),
  })
  await choice.waitFor()
  await look('nationality')
  await choice.check()
  await page.getByRole('button', { name: translate('next'), exact: true }).click()
  await page.waitForURL(`**${stepPath(variant, 'satu')}`)
  await page.getByRole('checkbox').waitFor()
  await look('consent')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: translate('start'), exact: true }).click()
  await page.waitForURL(`**${stepPath(variant, 'dua')}`)
  await page.getByLabel(translate('fullName'), { exact: true }).waitFor()
}

/** Fills in the form of the details, without the picture. */
export async function fillDetails(
  visitor: Visitor,
  variant: Variant,
  { name, number }: Pick<FictionalPerson, 'name' | 'number'>,
): Promise<void> {
  const { page } = visitor
  const translate = createIdentityTranslator(visitor)
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await fill(translate('fullName'), name)
  await fill(translate('number'), number)
  await fill(translate('birthPlace'), 'Jakarta')
  await fill(translate('birthDate'), birthDate)
  await page.getByRole('radio', { name: translate('woman') }).check()
  await fill(translate('phone'), variant === 'id' ? '0812 3456 7890' : '+65 6123 4567')
  await fill(translate('profession'), 'Peneliti')
  if (variant === 'id') {
    await fill(translate('city'), 'Jakarta Pusat')
    await page.getByLabel(translate('province'), { exact: true }).selectOption('DKI Jakarta')
  } else await page.getByLabel(translate('country'), { exact: true }).selectOption('SG')
}

/** Chooses the photo of the document. */
export async function pickDocument(
  { page }: Visitor,
  file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
): Promise<void> {
  await page.locator('input[name=document]').setInputFiles(file)
}

/** A photo with a file name as phones give it. */
export const jpegFile = (buffer: Buffer) => ({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer })

/** Submits the form of the details. */
export async function sendDetails(visitor: Visitor): Promise<void> {
  const name = createIdentityTranslator(visitor)('sendDetails')
  await visitor.page.getByRole('button', { name, exact: true }).click()
}

/** Records until it may be stopped, and waits for the playback. */
export async function record(visitor: Visitor): Promise<void> {
  const { page } = visitor
  const translate = createIdentityTranslator(visitor)
  await page.getByRole('button', { name: translate('startRecording'), exact: true }).click()
  await page.getByRole('button', { name: translate('stopRecording'), exact: true }).click()
  await page.getByLabel(translate('playback'), { exact: true }).waitFor()
}

/** Uploads the recording. */
export async function sendRecording(visitor: Visitor): Promise<void> {
  const name = createIdentityTranslator(visitor)('sendRecording')
  await visitor.page.getByRole('button', { name, exact: true }).click()
}

/** Sends a form with files as a call; returns status and answer. */
export async function postForm(
  { url }: Pick<RunningServer, 'url'>,
  path: string,
  { token }: Pick<Person, 'token'>,
  parts: Readonly<Record<string, string | Buffer>>,
): Promise<{ readonly status: number; readonly code: string; readonly text: string }> {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part)
    else form.append(name, new Blob([new Uint8Array(part)]), `${name}.jpg`)
  }
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { jwt: token },
    body: form,
  })
  const text = await answer.text()
  const body: unknown = JSON.parse(text)
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
  return { status: answer.status, code, text }
}

/** The fields of an Indonesian form, as the call names them. */
export function detailFields({ name, number }: Pick<FictionalPerson, 'name' | 'number'>) {
  return {
    orang_name: name,
    orang_mobilenumber: '081234567890',
    orang_birthplace: 'Jakarta',
    orang_birthday: birthDate,
    orang_profession: 'Peneliti',
    orang_nik: number,
    orang_address_city: 'Jakarta Pusat',
    orang_address_province: 'DKI Jakarta',
  }
}

/** Chooses Indonesia and consents, by calls. */
export async function consentByCall(server: RunningServer, { token }: Person): Promise<void> {
  const warganegara = 'Indonesia'
  await succeed(server, '/kyc/nationality', token, { warganegara })
  await succeed(server, '/kyc/id/01-persetujuan', token, {})
}

async function succeed(
  { client }: RunningServer,
  path: string,
  token: string,
  body: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await client.call('POST', path, { token, body })
  if (answer.body['success'] !== 1) throw new Error(`${path}: ${answer.status} ${answer.text}`)
}

/** Completes the steps before the video by calls: only the recording is missing then. */
export async function detailsByCall(
  server: RunningServer,
  camera: FakeCamera,
  person: Person,
  invented: FictionalPerson & { readonly isBlurred?: boolean },
): Promise<void> {
  await consentByCall(server, person)
  const { isBlurred = false } = invented
  const orang_nik_file = await camera.paper({ kind: 'card', ...invented, isBlurred })
  const parts = { ...detailFields(invented), orang_nik_file }
  const answer = await postForm(server, '/kyc/id/02-basic-info', person, parts)
  if (answer.status !== 200) throw new Error(`02-basic-info: ${answer.status} ${answer.text}`)
}
