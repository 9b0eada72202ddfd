/**
 * Sends files with the fields around them, and tells how much has gone: the one kind of call that
 * `fetch` cannot follow while it is sent. What its answer means is read as of every other call.
 */
import { partsOf, type Route } from '@tukar/wire'
import { clientConfig } from '../app/client-config.ts'
import { language } from '../theme/preferences.ts'
import { networkFailure, type RawOutcome } from './answer.ts'
import { isRecord, parseJson } from './json.ts'
import { takeAnswer } from './request.ts'
import { currentSession } from './session.ts'

export type UploadPlan = {
  readonly route: Route
  readonly fields: Readonly<Record<string, string>>
  /** By the name of the field that holds each. */
  readonly files: Readonly<Record<string, File>>
  /** Called with the share that has gone, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly timeoutMs?: number
}

/** A file may be large and a phone's line slow. */
const timeoutMsDefault = 120_000

/** Sends a form with its files; asks once, whatever comes. */
export function upload(plan: UploadPlan): Promise<RawOutcome> {
  const { route, fields, files, onProgress } = plan
  const [, path, host] = partsOf(route)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, file] of Object.entries(files)) form.append(name, file, file.name)
  const token = currentSession()?.token ?? null
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${clientConfig.hosts[host]}${path}`)
    request.timeout = plan.timeoutMs ?? timeoutMsDefault
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('accept-language', language)
    if (token !== null) request.setRequestHeader('jwt', token)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    })
    const fail = () => resolve(networkFailure)
    for (const trouble of ['error', 'timeout', 'abort'] as const) {
      request.addEventListener(trouble, fail)
    }
    request.addEventListener('load', () => {
      const body = parseJson(request.responseText)
      resolve(takeAnswer(request.status, isRecord(body) ? body : {}, token))
    })
    request.send(form)
  })
}
