/**
 * The rule ids that tests prove: test names begin with them, up to a colon. A run reads them from the names;
 * before a run they are read from the sources.
 */
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../steps.mjs'

const idPattern = /\b[A-Z][A-Z0-9]*-\d+\b/g
/** A string that begins like a test name: `'R-50 INV-18: …`. */
const namePattern = /(["'`])([A-Z][A-Z0-9]*-\d+\b[^:"'`\n]*):/g
/** A test name whose ids are a constant of the module: `${routeIds}: …`. */
const constantPattern = /`\$\{(\w+)\}[^`:]*:/g
const callPattern = /^\s*(?:void |await )?(?:test|it)\(\s*(\S{3})/gm
/** A module that registers tests for a file counts as part of it. */
const suitePattern = /import \{[^}]*\bregister[A-Z][^}]*\} from '(\.[^']+)'/g

/**
 * The ids before the colon of test names, such as `R-50` and `INV-18`, each once.
 *
 * @param {readonly string[]} names
 */
export function idsIn(names) {
  const ids = names.flatMap((name) => name.split(':')[0].match(idPattern) ?? [])
  return [...new Set(ids)].toSorted((a, b) => a.localeCompare(b))
}

/**
 * The ids that the tests of a source name, with those of the suites that it registers.
 *
 * @param {string} source relative to the root
 */
export function idsOfSource(source) {
  return idsIn(textsOf(path.join(root, source)).flatMap(namesIn))
}

/**
 * How many tests of a source have no name that can be read there.
 *
 * @param {string} source relative to the root
 */
export function unreadNames(source) {
  const calls = textsOf(path.join(root, source)).flatMap((text) => [...text.matchAll(callPattern)])
  return calls.filter(([, first]) => !/^["'`](?!\$\{)/.test(first)).length
}

function namesIn(text) {
  const named = [...text.matchAll(namePattern)].map(([, , ids]) => ids)
  const constants = [...text.matchAll(constantPattern)].map(([, name]) => constantIn(text, name))
  return [...named, ...constants]
}

/** The strings in a constant. */
function constantIn(text, name) {
  const [, value = ''] = new RegExp(`^const ${name} =([^]*?)\\n\\n`, 'm').exec(text) ?? []
  const strings = value.replaceAll(/^\s*\/\/.*$/gm, '').match(/'[^']*'/g) ?? []
  return strings.join(' ')
}

function textsOf(file, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  const text = fs.readFileSync(file, 'utf8')
  // A module that registers HTTP routes is not a test suite.
  if (seen.size > 1 && !text.includes("from 'node:test'")) return []
  const suites = [...text.matchAll(suitePattern)].map(([, at]) => path.join(path.dirname(file), at))
  return [text, ...suites.flatMap((suite) => textsOf(suite, seen))]
}
