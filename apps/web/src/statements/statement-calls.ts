/** The calls of statements: a page of lines, and the whole as a file. */
import { type FileOutcome, saveAnswer } from '../api/save-file.ts'
import { send } from '../api/request.ts'
import { CallFailed } from '../api/call.ts'
import type { Days } from './statement-days.ts'
import { type Kind, readStatement, type Statement } from './statement-wire-reading.ts'

/** Lines on a page. */
export const statementRows = 20

export type Chosen = Days & {
  /** Undefined for all. */
  readonly currency: string | undefined
  readonly kind: Kind | undefined
}

/** Loads a page, newest first. Throws where the call failed. */
export async function loadStatement(chosen: Chosen, page: number): Promise<Statement> {
  const outcome = await send({
    host: 'api',
    method: 'GET',
    path: '/statements',
    query: { ...chosen, page, rows: statementRows },
  })
  if (!outcome.ok) throw new CallFailed(outcome)
  return readStatement(outcome.body)
}

/** Loads the whole statement and hands it to the browser under a name. */
export function saveStatement(
  chosen: Chosen,
  form: 'csv' | 'pdf',
  name: string,
): Promise<FileOutcome> {
  return saveAnswer({ host: 'api', path: `/statements/${form}`, query: { ...chosen } }, name)
}
