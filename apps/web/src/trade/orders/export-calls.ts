/** Files of all orders and fills of the user. */
import { routes } from '@tukar/wire'
import { type FileOutcome, type FileSource, saveAnswer } from '../../api/save-file.ts'

export type FileKind = 'orders' | 'fills'

const sources: Readonly<Record<FileKind, FileSource>> = {
  orders: { route: routes.exportOrders },
  fills: { route: routes.exportFills },
}

export type Outcome = FileOutcome

/** Loads a complete file and offers it under a name; returns the outcome. */
export function saveFile(kind: FileKind, name: string): Promise<Outcome> {
  return saveAnswer(sources[kind], name)
}

/** The file name: its content and the date. */
export function buildFileName(kind: FileKind): string {
  return `tukar-${kind}-${new Date().toISOString().slice(0, 10)}.csv`
}
