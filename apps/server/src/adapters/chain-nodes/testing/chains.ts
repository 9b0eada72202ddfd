/** Real nodes for tests, in a temporary folder, without automatic blocks. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createLog } from '../../../platform/logging/log.ts'
import { type NodesControl, nodesControl } from '../control.ts'
import {
  createLocalNodes,
  type LocalNodes,
  type LocalNodesOptions,
  type LocalNodesProcess,
} from '../local-process.ts'

export type TemporaryChains = {
  readonly nodes: LocalNodes
  readonly control: NodesControl
  readonly process: LocalNodesProcess
  readonly folder: string
  /** Stops the nodes and removes their folder. */
  end(): Promise<void>
}

/** Starts all nodes, or `only` some, and waits until they reply. */
export async function temporaryChains(
  options: Omit<LocalNodesOptions, 'log' | 'folder'> = {},
): Promise<TemporaryChains> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tukar-chains-'))
  const started = createLocalNodes({ log: createLog('fatal'), folder, ...options })
  const nodes = await started.reach()
  const end = async (): Promise<void> => {
    await started.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  if (nodes === null) {
    await end()
    throw new Error('the local nodes did not start')
  }
  return { nodes, control: nodesControl(nodes), process: started, folder, end }
}
