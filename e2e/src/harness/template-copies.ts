/** Copies of prepared exchanges, if `npm test` prepared any (`templates.ts`). */
import { execFileSync } from 'node:child_process'

/** `quiet`: no market makers and no trades. `lively`: market makers with a history of trades. */
export type Template = 'quiet' | 'lively'

/** The variable that names the folder of a prepared exchange for test processes. */
export const templateVariable = (kind: Template): string =>
  `TUKAR_TEST_EXCHANGE_${kind.toUpperCase()}`

/** These settings change a first start: a database belongs to its keys and contains its history. */
const settingsOfFirstStart = ['TUKAR_HISTORY_DAYS', 'TUKAR_SECRET_KEY', 'TUKAR_ENGINE_KEY']

/** The kind of template that matches these settings; null if none does. */
export function templateFor(environment: Readonly<Record<string, string>>): Template | null {
  if (settingsOfFirstStart.some((name) => environment[name] !== undefined)) return null
  return environment['TUKAR_MAKERS'] === 'off' ? 'quiet' : 'lively'
}

/** Copies a prepared exchange into a folder. Does nothing if none is prepared. */
export function copyTemplate(kind: Template, folder: string): void {
  const prepared = process.env[templateVariable(kind)]
  if (prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, folder])
}
