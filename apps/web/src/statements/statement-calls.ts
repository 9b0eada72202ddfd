/** The calls of statements: a page of lines, and the whole statement as a file. */
import { routes } from '@tukar/wire'
import { type FileOutcome, saveAnswer } from '../api/save-file.ts'
import { load } from '../api/call.ts'
import type { Days } from './statement-days.ts'
import { type Kind, readStatement, type Statement } from './statement-wire.ts'

/** Lines per page. */
export const statementRows = 20

export type Chosen = Days & {
  /** Undefined for all. */
  readonly currency: string | undefined
  readonly kind: Kind | undefined
}

/** Loads a page, newest first. Throws if the call failed. */
export function loadStatement(chosen: Chosen, page: number): Promise<Statement> {
  const input = { ...chosen, page, rows: statementRows }
  return load(routes.statement, { input }, ({ data }) => readStatement(data))
}

/** Loads the whole statement and passes it to the browser under a name. */
export function saveStatement(
  chosen: Chosen,
  form: 'csv' | 'pdf',
  name: string,
): Promise<FileOutcome> {
  const route = form === 'csv' ? routes.statementCsv : routes.statementPdf
  return saveAnswer({ route, query: { ...chosen } }, name)
}
