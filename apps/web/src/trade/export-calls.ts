/** The calls that answer with a file: loaded whole and handed to the browser. */
import type { HostName } from '@tukar/wire'
import { currentSession, endInvalidSession } from '../api/session.ts'
import { clientConfig } from '../app/client-config.ts'
import { language } from '../theme/preferences.ts'

export type FileKind = 'orders' | 'fills'

const sources: Readonly<Record<FileKind, { readonly host: HostName; readonly path: string }>> = {
  orders: { host: 'api', path: '/obooks/export' },
  fills: { host: 'sync', path: '/histories/export' },
}

export type Outcome = 'done' | 'failed' | 'tooOften'

/** Loads a file whole and hands it to the browser under a name; says how it went. */
export async function saveFile(kind: FileKind, name: string): Promise<Outcome> {
  const { host, path } = sources[kind]
  const session = currentSession()
  const response = await fetch(`${clientConfig.hosts[host]}${path}`, {
    headers: { 'accept-language': language, ...(session !== null && { jwt: session.token }) },
    credentials: 'omit',
  })
  if (response.status === 401 && session !== null) endInvalidSession(session.token)
  if (response.status === 429) return 'tooOften'
  if (!response.ok) return 'failed'
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0)
  return 'done'
}

/** The name under which a file is saved: what it is, and the day. */
export function fileNameOf(kind: FileKind): string {
  return `tukar-${kind}-${new Date().toISOString().slice(0, 10)}.csv`
}
