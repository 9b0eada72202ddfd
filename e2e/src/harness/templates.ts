/**
 * Exchanges as they are after their first start, which tests copy: making a database, its schema and its listing
 * takes longer than most tests. `npm test` prepares them once for all files. A file that runs alone starts from nothing.
 */
import { startServer, temporaryFolder } from './server.ts'
import { type Template, templateVariable } from './template-copies.ts'

const environments: Readonly<Record<Template, Readonly<Record<string, string>>>> = {
  quiet: { TUKAR_MAKERS: 'off' },
  lively: {},
}

/**
 * Starts an exchange of each kind once and stops it.
 *
 * @returns the environment that tells test processes where their data lie
 */
export async function prepareTemplates(): Promise<Readonly<Record<string, string>>> {
  const entries = await Promise.all([prepare('quiet'), prepare('lively')])
  return Object.fromEntries(entries)
}

async function prepare(kind: Template): Promise<readonly [string, string]> {
  const dataFolder = temporaryFolder(`exchange-${kind}`)
  const server = await startServer({ dataFolder, environment: environments[kind] })
  const code = await server.stop()
  if (code !== 0) throw new Error(`the ${kind} exchange ended with code ${code}`)
  return [templateVariable(kind), dataFolder]
}
