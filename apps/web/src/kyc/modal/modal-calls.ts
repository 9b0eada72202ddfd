/** The calls of the verification dialog (API-72 to API-74, API-81). */
import { idmetaFields, type Route, routes } from '@tukar/wire'
import { isRecord, parseJson } from '../../api/json.ts'
import { call } from '../../api/call.ts'
import type { RawOutcome } from '../../api/request.ts'
import { upload } from '../../api/upload.ts'
import { clientConfig } from '../../app/client-config.ts'
import type { Scores } from './modal-steps.ts'
import { type Read, readCreated, readDocument, readFace, readTemplateId } from './modal-wire.ts'

/** The verifier may have to start first, and then checks pictures. */
const timeoutMs = 90_000

/** The flags of a document request (DEC-60). */
const documentFlags = ['document_verify', 'return_image', 'return_face', 'return_extract'] as const

let templateId = ''

/** Cached after the first answer; empty if the server did not name one. Its key is not secret (DEC-62). */
async function loadTemplateId(): Promise<string> {
  if (templateId !== '') return templateId
  const { hosts, configKey } = clientConfig
  try {
    const response = await fetch(`${hosts.config}/config`, {
      headers: { accept: 'application/json', 'x-api-key': configKey },
      credentials: 'omit',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = parseJson(await response.text())
    if (response.ok && isRecord(body)) templateId = readTemplateId(body)
  } catch {
    return ''
  }
  return templateId
}

/** Creates a verification with the configured template. */
export async function createVerification(): Promise<Read<string>> {
  const template = await loadTemplateId()
  if (template === '') return { kind: 'failed', cause: { kind: 'unexpected', text: '' } }
  return readCreated(
    await call(routes.createVerification, { input: { template_id: template }, timeoutMs }),
  )
}

/** Sends a document; `back` is null if it has no back side. */
export async function verifyDocument(
  verificationId: string,
  front: File,
  back: File | null,
): Promise<Read<null>> {
  const files = {
    [idmetaFields.front]: front,
    ...(back !== null && { [idmetaFields.back]: back }),
  }
  return readDocument(await post(routes.verifyDocument, verificationId, files, documentFlags))
}

/** Sends the picture of a face. */
export async function verifyFace(verificationId: string, face: File): Promise<Read<Scores>> {
  const files = { [idmetaFields.face]: face }
  return readFace(await post(routes.verifyFace, verificationId, files))
}

async function post(
  route: Route,
  verificationId: string,
  files: Readonly<Record<string, File>>,
  flags: readonly string[] = [],
): Promise<RawOutcome> {
  const fields = {
    [idmetaFields.template]: await loadTemplateId(),
    [idmetaFields.verification]: verificationId,
    ...Object.fromEntries(flags.map((flag) => [flag, 'true'])),
  }
  const onProgress = () => undefined
  return upload({ route, fields, files, onProgress, timeoutMs })
}
