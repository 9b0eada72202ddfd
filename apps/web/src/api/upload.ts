/**
 * Sends files with other fields and reports the progress, which `fetch` does not support. Answers are
 * classified as for all calls.
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
  /** The files by field name. */
  readonly files: Readonly<Record<string, File>>
  /** Called with the share that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly timeoutMs?: number
}

/** A file may be large and a phone's connection slow. */
const timeoutMsDefault = 120_000

/** Sends a form with its files once, without repeats. */
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
