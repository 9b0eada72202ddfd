/** The files of all own orders and fills. */
import { routes } from '@tukar/wire'
import { type FileOutcome, type FileSource, saveAnswer } from '../../api/save-file.ts'

export type FileKind = 'orders' | 'fills'

const sources: Readonly<Record<FileKind, FileSource>> = {
  orders: { route: routes.exportOrders },
  fills: { route: routes.exportFills },
}

export type Outcome = FileOutcome

/** Loads a file whole and hands it to the browser under a name; says how it went. */
export function saveFile(kind: FileKind, name: string): Promise<Outcome> {
  return saveAnswer(sources[kind], name)
}

/** The name under which a file is saved: what it is, and the day. */
export function buildFileName(kind: FileKind): string {
  return `tukar-${kind}-${new Date().toISOString().slice(0, 10)}.csv`
}
