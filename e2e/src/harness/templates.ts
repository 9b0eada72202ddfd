/**
 * Prepared exchanges, in the state after their first start. Tests copy them, because creating a database with
 * schema and listing takes longer than most tests. `npm test` prepares them once for all files. A file that
 * runs alone starts from nothing.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sharedSecrets } from './secrets.ts'
import { startServer, temporaryFolder } from './server.ts'
import { type Template, templateVariable } from './template-copies.ts'

const environments: Readonly<Record<Template, Readonly<Record<string, string>>>> = {
  quiet: { TUKAR_MAKERS: 'off' },
  lively: {},
}

/**
 * Starts an exchange of each kind once and stops it.
 *
 * @returns the environment that tells test processes where the data are
 */
export async function prepareTemplates(): Promise<Readonly<Record<string, string>>> {
  const entries = await Promise.all([prepare('quiet'), prepare('lively')])
  return Object.fromEntries(entries)
}

async function prepare(kind: Template): Promise<readonly [string, string]> {
  const dataFolder = temporaryFolder(`exchange-${kind}`)
  const environment = { ...environments[kind], ...sharedSecrets }
  const server = await startServer({ dataFolder, environment })
  const code = await server.stop()
  if (code !== 0) throw new Error(`the ${kind} exchange ended with code ${code}`)
  keepSecrets(dataFolder)
  return [templateVariable(kind), dataFolder]
}

/** Stores the secrets as a simulation does. Copies with another data folder get them from the environment. */
function keepSecrets(dataFolder: string): void {
  const [acknowledged] = readdirSync(path.join(dataFolder, 'acknowledged'))
  if (acknowledged === undefined) throw new Error('the prepared exchange acknowledged nothing')
  const installation = path.basename(acknowledged, '.json')
  const folder = path.join(dataFolder, 'secrets')
  mkdirSync(folder, { mode: 0o700 })
  const kept = { server: sharedSecrets.TUKAR_SECRET_KEY, engine: sharedSecrets.TUKAR_ENGINE_KEY }
  for (const [name, secret] of Object.entries(kept)) {
    writeFileSync(path.join(folder, `${installation}.${name}`), `${secret}\n`, { mode: 0o600 })
  }
}
