/** The pages of docs/reference and the last column of docs/rules, made from the sources that they describe. */
import { calls, errors, isErrorCode } from '@tukar/wire'
import { asyncApiDocument, namedSchemas, openApiDocument } from '@tukar/wire/openapi'
import { serverSentences } from '@tukar/i18n/server'
import type { Tree } from '../guards/tree.ts'
import { type Declared, kindsIn, settingsIn } from './declarations.ts'
import { rulesPages } from './rules.ts'
import { type Field, listFields } from './schemas.ts'

export type Page = { readonly file: string; readonly text: string }

const settingsFolder = 'apps/server/src/platform/config'
const settingsFirst = `${settingsFolder}/settings.ts`
/** Modules whose settings are part of the first one's. */
const settingsPart = new RegExp(`^${settingsFolder}/[a-z-]+-settings\\.ts$`)
const commandsFile = 'packages/core/src/commands.ts'
const eventsFile = 'packages/core/src/events.ts'
const contractDepth = 3
const made = 'Made by `npm run docs`; a guard in `npm test` holds it to the sources.'

/** All pages, with their text. */
export function referencePages(tree: Tree): readonly Page[] {
  return [
    page('api', callsPage()),
    page('errors', errorsPage()),
    page('configuration', configurationPage(settingsTable(tree))),
    page('commands-and-events', corePage(tree.read(commandsFile), tree.read(eventsFile))),
    contractPage('openapi', openApiDocument()),
    contractPage('asyncapi', asyncApiDocument()),
    ...rulesPages(tree),
  ]
}

/** All sources that document settings. */
function settingsTable(tree: Tree): string {
  const parts = tree.files.filter((file) => settingsPart.test(file)).toSorted()
  return [settingsFirst, ...parts].map((file) => tree.read(file)).join('')
}

function page(name: string, lines: readonly string[]): Page {
  return { file: `docs/reference/${name}.md`, text: `${lines.join('\n')}\n` }
}

function contractPage(name: string, document: object): Page {
  return { file: `docs/reference/${name}.json`, text: `${linesOf(document, contractDepth)}\n` }
}

/** JSON with its outer levels on lines of their own: a call is a line, so that a change of it is one too. */
function linesOf(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return JSON.stringify(value)
  }
  const entries = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${linesOf(inner, depth - 1)}`,
  )
  return `{\n${entries.join(',\n')}\n}`
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const rule = heads.map(() => '---')
  return [row(...heads), row(...rule), ...rows.map((cells) => row(...cells))]
}

const readers = { open: 'anybody', session: 'signed in', operator: 'operator' } as const

function callsPage(): readonly string[] {
  const all = Object.entries(calls)
  const heads = ['call', 'path', 'host', 'who', 'takes', 'gives']
  const rows = all.map(([name, { method, path, host, access, takes, gives }]) => [
    name,
    `\`${method} ${path}\``,
    host,
    readers[access],
    fieldWords(listFields(takes)),
    typeof gives === 'string' ? gives : fieldWords(listFields(gives)),
  ])
  return [
    '# Calls',
    '',
    `${made} Source: \`packages/wire/src/calls/index.ts\`. The realtime events are described in`,
    '`asyncapi.json` and `docs/wire-additions.md`, and held by `e2e/src/conformance`.',
    '',
    'A POST takes its fields in a JSON body, a GET in the query; `?` marks what may be left out, and',
    'unknown fields are dropped. A session is sent as the header `jwt`. Every answer has `success`,',
    '`msg`, `code`, `params` and `request_id`; the codes stand in [errors](errors.md).',
    '',
    ...table(heads, rows),
    '',
    '## Rows and other parts of answers',
    '',
    'What a call gives stands beside the envelope. No field is left out; `openapi.json` says the same to tools.',
    '',
    ...table(
      ['name', 'fields'],
      namedSchemas()
        .filter(([, schema]) => listFields(schema).length > 0)
        .map(([name, schema]) => [`\`${name}\``, fieldWords(listFields(schema))]),
    ),
  ]
}

function fieldWords(fields: readonly Field[]): string {
  const words = fields.map(
    ({ name, takes, isOptional }) => `\`${name}\`${isOptional ? '?' : ''}: ${takes}`,
  )
  return words.join('; ') || 'nothing'
}

function errorsPage(): readonly string[] {
  const rows = Object.entries(serverSentences).map(([code, { en, id }]) => [
    `\`${code}\``,
    String(isErrorCode(code) ? errors[code].status : 200),
    en,
    id,
  ])
  return [
    '# Codes and texts of answers',
    '',
    `${made} Sources: \`packages/wire/src/errors\`, \`packages/i18n/src/server.ts\`.`,
    '',
    'A code is stable; texts may be reworded. What the exchange itself refuses is answered with 200.',
    '',
    ...table(['code', 'HTTP', 'English', 'Indonesian'], rows),
  ]
}

function configurationPage(source: string): readonly string[] {
  const rows = settingsIn(source).map(({ name, default: byDefault, meaning }) => [
    `\`${name}\``,
    `\`${byDefault}\``,
    meaning,
  ])
  return [
    '# Settings',
    '',
    `${made} Source: \`${settingsFolder}\`.`,
    '',
    'All settings are environment variables.',
    '',
    ...table(['name', 'default', 'meaning'], rows),
  ]
}

function corePage(commands: string, events: string): readonly string[] {
  return [
    '# Commands and events of the core',
    '',
    `${made} Sources: \`${commandsFile}\`, \`${eventsFile}\`.`,
    '',
    'Amounts are whole units of their currency. The same commands always give the same events.',
    '',
    '## Commands',
    '',
    ...kindsIn(commands).flatMap(kindLines),
    '## Events',
    '',
    ...kindsIn(events).flatMap(kindLines).slice(0, -1),
  ]
}

function kindLines({ kind, doc, fields }: Declared): readonly string[] {
  const rows = fields.map(({ name, type, doc: about }) => [`\`${name}\``, `\`${type}\``, about])
  return [
    `### \`${kind}\``,
    '',
    ...(doc === '' ? [] : [doc, '']),
    ...(rows.length === 0 ? [] : [...table(['field', 'type', ''], rows), '']),
  ]
}
