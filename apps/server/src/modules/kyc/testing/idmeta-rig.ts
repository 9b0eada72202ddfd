/** For tests: the calls of the modal and of reviewers, on a real database with a local provider. */
import type { TestContext } from 'node:test'
import { idmetaFields } from '@tukar/wire'
import { createProvider } from '../../../adapters/identity-check/index.ts'
import {
  type ContractServer,
  startContractServer,
} from '../../../adapters/identity-check/testing/contract-server.ts'
import { createMail } from '../../../platform/mail/mail.ts'
import { type TestAnswer, type Desk, deskOn, type Person, personAt } from '../../../testing/desk.ts'
import { registerIdmetaCallback } from '../idmeta/idmeta-callback.ts'
import { registerIdmetaRoutes } from '../idmeta/idmeta-routes.ts'
import type { KycDeps } from '../deps.ts'

export const templateId = 'template-of-the-tests'
/** The number of a man born on 1990-07-01 in Jakarta. */
export const nik = '3171010107900003'

export type IdmetaRig = Desk & { readonly deps: KycDeps; readonly provider: ContractServer }

/** The calls of the modal on this database; automatic approval is on unless a test disables it. */
export async function idmetaOn(
  test: TestContext,
  databaseUrl: string,
  options: Partial<Pick<KycDeps, 'machineApproves' | 'mode' | 'passportSingleSide'>> = {},
): Promise<IdmetaRig> {
  const desk = await deskOn(test, databaseUrl)
  const { database, keys, log, http, sessions } = desk
  const provider = await startContractServer(test)
  const { url, key, callbackSecret } = provider
  const check = createProvider({ reach: async () => ({ url, key }), callbackSecret })
  const deps: KycDeps = {
    database,
    keys,
    log,
    mail: createMail(keys),
    origin: 'http://localhost:3000',
    product: 'Tukar',
    mode: 'both',
    machineApproves: true,
    idFileRequired: true,
    passportSingleSide: false,
    thresholds: { probabilityMin: 0.6, qualityMin: 0.3 },
    check,
    templateId,
    clock: Date.now,
    ...options,
  }
  await registerIdmetaRoutes(http, { ...deps, guard: sessions })
  await registerIdmetaCallback(http, { ...deps, check, guard: sessions })
  return { ...desk, deps, provider }
}

type Fields = Readonly<Record<string, string | Buffer>>

/** Sends a form; buffers are files. */
export async function sendForm(
  { http }: Pick<Desk, 'http'>,
  url: string,
  token: string,
  fields: Fields,
): Promise<TestAnswer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), '../../x.html')
  }
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answer = await http.inject({
    method: 'POST',
    url,
    headers: { jwt: token, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

/** Begins a verification. */
export async function create(
  { http }: Pick<Desk, 'http'>,
  { token }: Pick<Person, 'token'>,
  body: object = { template_id: templateId },
): Promise<TestAnswer> {
  const answer = await http.inject({
    method: 'POST',
    url: '/idmeta/verification-id',
    headers: { jwt: token },
    payload: body,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

/** The id in an answer to `create`. */
export const idIn = ({ body }: TestAnswer): string => String(body['verification_id'])

/** Submits both sides of a document. */
export function sendDocument(
  rig: Pick<Desk, 'http'>,
  { token }: Pick<Person, 'token'>,
  verificationId: string,
  picture: Buffer,
  more: Fields = {},
): Promise<TestAnswer> {
  return sendForm(rig, '/idmeta/document-verification', token, {
    [idmetaFields.template]: templateId,
    [idmetaFields.verification]: verificationId,
    document_verify: 'true',
    return_image: 'true',
    [idmetaFields.front]: picture,
    [idmetaFields.back]: picture,
    ...more,
  })
}

/** Submits a face. */
export function sendFace(
  rig: Pick<Desk, 'http'>,
  { token }: Pick<Person, 'token'>,
  verificationId: string,
  picture: Buffer,
  more: Fields = {},
): Promise<TestAnswer> {
  return sendForm(rig, '/idmeta/biometric-verification', token, {
    [idmetaFields.template]: templateId,
    [idmetaFields.verification]: verificationId,
    [idmetaFields.face]: picture,
    ...more,
  })
}

/** The data that the provider reads on the KTP of a user. */
export function ktpOf(fullName: string, documentNumber: string = nik) {
  return {
    documentType: 'ID_CARD',
    extraction: { fullName, documentNumber, birthDate: '1990-07-01', confidence: 0.93 },
    dataCheck: { name: 1, number: null, birthDate: null },
  } as const
}

/** A user whose identity was verified, or is sent to a reviewer. */
export async function verifiedPerson(
  rig: IdmetaRig,
  name: string,
  picture: Buffer,
  number: string = nik,
): Promise<Person> {
  const person = await personAt(rig, name)
  rig.provider.findDocument(ktpOf(name, number))
  const id = idIn(await create(rig, person))
  await sendDocument(rig, person, id, picture)
  await sendFace(rig, person, id, picture)
  return person
}
