/** For tests of the steps: their calls on a database, an identity check by its contract, and users. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { createProvider } from '../../../adapters/identity-check/index.ts'
import {
  type ContractServer,
  startContractServer,
} from '../../../adapters/identity-check/testing/contract-server.ts'
import type { Rig } from '../../../engine/testing/rig.ts'
import { createMail } from '../../../platform/mail/mail.ts'
import { jpegOf } from '../../../platform/media/testing/pictures.ts'
import { testKeys } from '../../../platform/secrets/testing/secrets.ts'
import {
  type TestAnswer,
  ask,
  type Desk,
  deskOn,
  type Lasting,
  type Person,
  personAt,
  shortly,
} from '../../../testing/desk.ts'
import { checkRecord } from '../record/check-record.ts'
import type { KycDeps } from '../deps.ts'
import { registerSteps } from '../steps/step-routes.ts'
import { type KycWorker, startKycWorker } from '../worker.ts'

export const recording = readFileSync(
  path.join(import.meta.dirname, '../../../../src/platform/media/testing/recording.webm'),
)
export const picture = await jpegOf(640, 400)

export type StepsDesk = Desk & {
  readonly deps: KycDeps
  readonly server: ContractServer
  /** The number of submissions. */
  readonly submitted: () => number
}

export type StepSettings = Partial<
  Pick<KycDeps, 'mode' | 'machineApproves' | 'idFileRequired' | 'clock' | 'check'>
>

/** Serves the steps; submissions are not checked unless `machineAt` starts the worker. */
export async function stepsDesk(
  test: Lasting,
  databaseUrl: string,
  rules: StepSettings = {},
): Promise<StepsDesk> {
  const desk = await deskOn(test, databaseUrl)
  const server = await startContractServer(test)
  const keys = testKeys
  const { url, key, callbackSecret } = server
  const deps: KycDeps = {
    ...desk,
    keys,
    mail: createMail(keys),
    origin: 'https://tukar.example',
    product: 'Tukar',
    mode: 'both',
    machineApproves: true,
    idFileRequired: true,
    passportSingleSide: false,
    thresholds: { probabilityMin: 0.6, qualityMin: 0.3 },
    check: createProvider({ reach: async () => ({ url, key }), callbackSecret }),
    templateId: 'tukar-identity',
    clock: Date.now,
    ...rules,
  }
  let submitted = 0
  const onSubmitted = (): void => void submitted++
  await registerSteps(desk.http, { ...deps, sessions: desk.sessions, onSubmitted })
  return { ...desk, deps, server, submitted: () => submitted }
}

/** The worker, which ends with the test and retries quickly. */
export function machineAt(test: TestContext, { deps }: Pick<StepsDesk, 'deps'>): KycWorker {
  const look = (userId: number) => checkRecord(deps, userId)
  const worker = startKycWorker({ ...deps, runOnce: look, pollMs: 20, backoffMs: 20 })
  test.after(() => worker.stop())
  return worker
}

export type FormFields = Readonly<Record<string, string | undefined>>
export type Files = Readonly<Record<string, Buffer>>

/** The input of a user from Indonesia; undefined fields are not sent. */
export const indonesian: FormFields = {
  orang_name: 'Dewi Lestari',
  orang_mobilenumber: '0812 3456 7890',
  orang_birthplace: 'Bandung',
  orang_birthday: '1990-07-01',
  orang_gender: 'F',
  orang_address: 'Jalan Contoh 1',
  orang_profession: 'Guru',
  orang_nik: '3273014107900003',
  orang_npwp_number: '',
  orang_address_city: 'Bandung',
  orang_address_province: 'Jawa Barat',
}

/** The input of a user from elsewhere. */
export const foreign: FormFields = {
  orang_name: 'Anna Muster',
  orang_mobilenumber: '+49 170 1234567',
  orang_birthplace: 'Kassel',
  orang_birthday: '1985-02-28',
  orang_gender: '',
  orang_address: '',
  orang_profession: 'Engineer',
  orang_nik: 'c01x00t47',
  orang_warganegara: 'DE',
}

const mark = '----form-of-the-test'

/** A form as browsers send it. */
export function formOf(fields: FormFields, files: Files = {}): Buffer {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`--${mark}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`],
  )
  const parts = Object.entries(files).flatMap(([name, content]) => [
    `--${mark}\r\ncontent-disposition: form-data; name="${name}"; filename="../../x.html"\r\n` +
      'content-type: text/html\r\n\r\n',
    content,
    '\r\n',
  ])
  return Buffer.concat([...texts, ...parts, `--${mark}--\r\n`].map((part) => Buffer.from(part)))
}

/** Sends a form. */
export async function send(
  { http }: Pick<Desk, 'http'>,
  { token }: Pick<Person, 'token'>,
  url: string,
  payload: Buffer,
): Promise<TestAnswer> {
  const answer = await http.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': `multipart/form-data; boundary=${mark}`,
      'accept-language': 'en',
      jwt: token,
    },
    payload,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

export type Variant = 'id' | 'global'

const kinds = { id: 'Indonesia', global: 'Non Indonesia' } as const
const written = { id: indonesian, global: foreign } as const

/** Chooses the nationality. */
export function choose(desk: Desk, { token }: Person, variant: Variant): Promise<TestAnswer> {
  return ask(desk, 'POST', '/kyc/nationality', { token, body: { warganegara: kinds[variant] } })
}

/** Consents on the first page. */
export function agree(desk: Desk, { token }: Person, variant: Variant): Promise<TestAnswer> {
  return ask(desk, 'POST', `/kyc/${variant}/01-persetujuan`, { token, body: {} })
}

/** Sends the personal data; a test may change fields. */
export function describe(
  desk: Desk,
  person: Person,
  variant: Variant,
  fields: FormFields = {},
  files: Files = { orang_nik_file: picture },
): Promise<TestAnswer> {
  const form = formOf({ ...written[variant], ...fields }, files)
  return send(desk, person, `/kyc/${variant}/02-basic-info`, form)
}

/** Sends the recording. */
export function record(
  desk: Desk,
  person: Person,
  variant: Variant,
  content: Buffer = recording,
): Promise<TestAnswer> {
  const form = formOf({}, { orang_video_file: content })
  return send(desk, person, `/kyc/${variant}/03-video-upload`, form)
}

/** The current step of a user, as the pages read it. */
export async function stepOf(
  desk: Desk,
  { token }: Person,
): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await ask(desk, 'POST', '/kyc/checking-step', { token, body: {} })
  return body['data'] as Readonly<Record<string, unknown>>
}

let people = 0

/** A user at a step: 1 consented, 2 with personal data, 3 submitted. */
export async function personAtStep(
  desk: Desk,
  step: 0 | 1 | 2 | 3,
  variant: Variant = 'id',
  fields: FormFields = {},
): Promise<Person> {
  const person = await personAt(desk, `Person${people++}`)
  await succeed(choose(desk, person, variant))
  if (step > 0) await succeed(agree(desk, person, variant))
  if (step > 1) await succeed(describe(desk, person, variant, { ...newNumber(), ...fields }))
  if (step > 2) await succeed(record(desk, person, variant))
  return person
}

/** An unused number. */
export function newNumber(): FormFields {
  return { orang_nik: `32730141079${String(10_000 + people++).padStart(5, '0')}` }
}

/** The body of a call that must succeed. */
export async function succeed(answering: Promise<TestAnswer>): Promise<TestAnswer['body']> {
  const { body } = await answering
  if (body['success'] !== 1) throw new Error(JSON.stringify(body))
  return body
}

export type HandedIn = {
  readonly person: Person
  /** The URL of a new database in which this user has just submitted everything. */
  readonly database: () => Promise<string>
}

/**
 * Submits everything for one user once, as a start for many tests, because processing the files takes time.
 */
export async function handedInOnce({ cluster }: Rig): Promise<HandedIn> {
  const url = await cluster.database()
  const scope = shortly()
  const person = await personAtStep(await stepsDesk(scope, url), 3)
  await scope.end()
  return { person, database: () => cluster.database(new URL(url).pathname.slice(1)) }
}
