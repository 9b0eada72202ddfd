/** Loads answers that are files and offers them as downloads. */
import { partsOf, type Route } from '@tukar/wire'
import { clientConfig } from '../app/client-config.ts'
import { language } from '../theme/preferences.ts'
import { currentSession, endInvalidSession } from './session.ts'

/** The outcome of a download. */
export type FileOutcome = 'done' | 'failed' | 'tooOften'

export type FileSource = {
  /** A call that answers with a file. */
  readonly route: Route
  readonly query?: Readonly<Record<string, string | undefined>>
}

/** Loads a complete file and offers it under a name; returns the outcome. */
export async function saveAnswer(
  { route, query = {} }: FileSource,
  name: string,
): Promise<FileOutcome> {
  const session = currentSession()
  const [, path, host] = partsOf(route)
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
  const address = search.size === 0 ? path : `${path}?${search.toString()}`
  const response = await fetch(clientConfig.hosts[host] + address, {
    headers: { 'accept-language': language, ...(session !== null && { jwt: session.token }) },
    credentials: 'same-origin',
  })
  if (response.status === 401 && session !== null) endInvalidSession(session.token)
  if (response.status === 429) return 'tooOften'
  if (!response.ok) return 'failed'
  const file = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  // The browser starts the download within this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(file), 0)
  return 'done'
}
