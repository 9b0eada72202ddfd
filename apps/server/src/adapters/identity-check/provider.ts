/**
 * Identity verification over the provider's REST API: plain HTTP, with the key as a bearer token. Replies are
 * trusted as far as a schema validates them; any other reply counts as no check.
 */
import {
  ProviderDocument,
  ProviderFace,
  type ProviderRefusal,
  ProviderVerification,
} from '@tukar/wire'
import { createHealth } from '../../platform/external/health.ts'
import { isSigned, readCallback } from './callback.ts'
import type {
  Answer,
  DocumentCheck,
  DocumentFindings,
  FaceCheck,
  FaceFindings,
  IdentityCheck,
  NewVerification,
} from './port.ts'
import { type ProviderConnection, post, type Reach, type Reply } from './requests.ts'

/** Reading a document takes seconds, after our own verifier has started. */
const slowMs = 15_000

/** Our own verifier handles one request at a time, and has to start first. */
const timeoutMsDefault = 45_000
const root = '/v1/verification'

export type ProviderOptions = {
  /** Address and key of the provider, read at each call; null while the provider is not available. */
  readonly reach: () => Promise<Reach | null>
  readonly callbackSecret: string
  readonly timeoutMs?: number
  /** Aborts all calls. */
  readonly signal?: AbortSignal
  readonly clock?: () => number
}

/** Creates the client of a provider. Creation makes no call. */
export function createProvider(options: ProviderOptions): IdentityCheck {
  const { reach, callbackSecret, timeoutMs = timeoutMsDefault, signal } = options
  const clock = options.clock ?? Date.now
  const health = createHealth(clock, slowMs)
  const connection: ProviderConnection = {
    reach,
    timeoutMs,
    health,
    ...(signal === undefined ? {} : { signal }),
  }
  return {
    createVerification: (order) => createVerification(connection, order),
    checkDocument: (check) => checkDocument(connection, check, clock),
    checkFace: (check) => checkFace(connection, check),
    isCallback: (rawBody, signature) => isSigned(rawBody, signature, callbackSecret),
    readCallback,
    health: () => health.read(),
  }
}

async function createVerification(
  connection: ProviderConnection,
  { templateId, reference, expected }: NewVerification,
): Promise<Answer<{ readonly verificationId: string }>> {
  const { name, number, birthDate } = expected
  const reply = await post(connection, `${root}/create-verification`, {
    templateId,
    reference,
    expected: { fullName: name, documentNumber: number, birthDate },
  })
  return readAnswer(reply, ProviderVerification, ({ verification }) => ({
    verificationId: verification.id,
  }))
}

/** Sets the return flags of DEC-60: text and face scores, but no pictures. */
async function checkDocument(
  connection: ProviderConnection,
  { templateId, verificationId, front, back }: DocumentCheck,
  clock: () => number,
): Promise<Answer<DocumentFindings>> {
  const form = formOf({
    templateId,
    verificationId,
    documentVerify: 'true',
    returnImage: 'false',
    returnFace: 'true',
    returnExtract: 'true',
  })
  addPicture(form, 'imageFrontSide', front)
  if (back !== null) addPicture(form, 'imageBackSide', back)
  const reply = await post(connection, `${root}/document-verification`, form)
  return readAnswer(reply, ProviderDocument, (read) => findingsOf(read, clock()))
}

async function checkFace(
  connection: ProviderConnection,
  { templateId, verificationId, image }: FaceCheck,
): Promise<Answer<FaceFindings>> {
  const form = formOf({ templateId, verificationId })
  addPicture(form, 'image', image)
  const reply = await post(connection, `${root}/biometric-verification`, form)
  return readAnswer(reply, ProviderFace, ({ result: { copy, ...scores } }) =>
    copy === undefined || copy === null ? scores : { ...scores, copy },
  )
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Adds a picture under a file name that reveals nothing. */
function addPicture(form: FormData, field: string, jpeg: Buffer): void {
  form.set(field, new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), `${field}.jpg`)
}

const kinds: Readonly<
  Record<ProviderDocument['result']['documentType'], DocumentFindings['kind']>
> = { ID_CARD: 'ktp', PASSPORT: 'passport', UNKNOWN: 'unknown' }

/** Days are those of Jakarta. */
const dayOffsetMs = 7 * 3_600_000

function findingsOf({ result }: ProviderDocument, nowMs: number): DocumentFindings {
  const { documentType, extraction, dataCheck, face } = result
  const { expiryDate = null, gender = null } = extraction
  const today = new Date(nowMs + dayOffsetMs).toISOString().slice(0, 10)
  return {
    kind: kinds[documentType],
    name: extraction.fullName,
    number: extraction.documentNumber,
    birthDate: extraction.birthDate,
    gender,
    expired: expiryDate === null ? null : expiryDate < today,
    confidence: extraction.confidence,
    matches: dataCheck,
    face,
  }
}

type Schema<S> = {
  readonly safeParse: (
    body: unknown,
  ) => { readonly success: true; readonly data: S } | { readonly success: false }
}

function readAnswer<S, T>(reply: Reply, schema: Schema<S>, take: (read: S) => T): Answer<T> {
  switch (reply.kind) {
    case 'away':
    case 'unknown':
      return { status: 'unknown', reason: reply.reason }
    case 'missing':
      return { status: 'absent' }
    case 'refusal':
      return refusedOf(reply.said)
    case 'answer': {
      const read = schema.safeParse(reply.body)
      return read.success
        ? { status: 'done', value: take(read.data) }
        : { status: 'unknown', reason: 'invalid reply' }
    }
  }
}

function refusedOf<T>({ message, result }: ProviderRefusal): Answer<T> {
  const { probability, quality } = result ?? {}
  return {
    status: 'refused',
    message,
    ...(probability === undefined ? {} : { probability }),
    ...(quality === undefined ? {} : { quality }),
  }
}
