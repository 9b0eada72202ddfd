/** Answers that are files: loaded whole and handed to the browser. */
import { partsOf, type Route } from '@tukar/wire'
import { clientConfig } from '../app/client-config.ts'
import { language } from '../theme/preferences.ts'
import { currentSession, endInvalidSession } from './session.ts'

/** What became of a file that was asked for. */
export type FileOutcome = 'done' | 'failed' | 'tooOften'

export type FileSource = {
  /** Of a call that answers with a file. */
  readonly route: Route
  readonly query?: Readonly<Record<string, string | undefined>>
}

/** Loads a file whole and hands it to the browser under a name; says how it went. */
export async function saveAnswer(
  { route, query = {} }: FileSource,
  name: string,
): Promise<FileOutcome> {
  const session = currentSession()
  const [, path, host] = partsOf(route)
  const asked = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
  const address = asked.size === 0 ? path : `${path}?${asked.toString()}`
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
  // The browser has taken the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(file), 0)
  return 'done'
}
