/** The routes of the console: its paths, and their pages. */
import { chainDepositQueues, chainWithdrawalQueues, identityQueues, rowNumber } from '@tukar/wire'
import type { ChainPart } from '../chains/chain-cases.ts'

export type CasePart = 'deposits' | 'withdrawals'

type IdentityQueue = (typeof identityQueues)[number]

export type ConsoleRoute =
  | { readonly page: 'overview' | 'audit' | 'operators' | 'chains' }
  | {
      /** There is no page at this path. */
      readonly page: 'nowhere'
      readonly path: string
    }
  | {
      /** A page of a feature (`feature-pages.ts`). */
      readonly page: 'own'
      readonly name: string
      readonly rest: readonly string[]
    }
  | {
      readonly page: 'cases'
      readonly part: CasePart
      readonly queue: string
      /** The case that is open beside the list; null if none is. */
      readonly id: number | null
    }
  | {
      readonly page: 'chain_cases'
      readonly part: ChainPart
      readonly queue: string
      readonly id: number | null
    }
  | {
      readonly page: 'identity'
      readonly queue: IdentityQueue
      readonly id: number | null
    }

/** The queues by section; the first one is the default. */
export const queuesOf: Readonly<Record<CasePart, readonly string[]>> = {
  deposits: ['proof', 'quarantined', 'all'],
  withdrawals: ['waiting', 'unknown', 'all'],
}

/** The queues of coins by section. */
export const chainQueuesOf: Readonly<Record<ChainPart, readonly string[]>> = {
  'chain-deposits': chainDepositQueues,
  'chain-withdrawals': chainWithdrawalQueues,
}

/** The root path of the console. */
const deskPath = '/executor'

const featureGrammar = /^[a-z][a-z-]{0,30}$/
const restGrammar = /^[\w.:-]{1,60}$/

/** The route of a path; a section without a queue shows its first one. */
export function parsePath(path: string): ConsoleRoute {
  const nowhere = { page: 'nowhere', path } as const
  const [, root, part = '', ...rest] = path.replace(/\/+$/, '').split('/')
  if (`/${root}` !== deskPath) return nowhere
  if (part === '' && rest.length === 0) return { page: 'overview' }
  if (part === 'audit' || part === 'operators' || part === 'chains') {
    return rest.length === 0 ? { page: part } : nowhere
  }
  if (part === 'identity') {
    const at = parseQueue(identityQueues, rest)
    return at === null ? nowhere : { page: part, ...at }
  }
  if (part === 'chain-deposits' || part === 'chain-withdrawals') {
    const at = parseQueue(chainQueuesOf[part], rest)
    return at === null ? nowhere : { page: 'chain_cases', part, ...at }
  }
  if (part === 'deposits' || part === 'withdrawals') {
    const at = parseQueue(queuesOf[part], rest)
    return at === null ? nowhere : { page: 'cases', part, ...at }
  }
  const isFeature = featureGrammar.test(part) && rest.every((one) => restGrammar.test(one))
  return isFeature ? { page: 'own', name: part, rest } : nowhere
}

/** The queue and the case in the rest of a path; null if either is invalid. */
function parseQueue<Queue extends string>(
  queues: readonly Queue[],
  [segment, id, ...beyond]: readonly string[],
): { readonly queue: Queue; readonly id: number | null } | null {
  const queue = segment === undefined ? queues[0] : queues.find((one) => one === segment)
  if (queue === undefined || beyond.length > 0) return null
  if (id === undefined) return { queue, id: null }
  const caseId = rowNumber(id)
  return caseId === null ? null : { queue, id: caseId }
}

/** The path of a route. */
export function toPath(route: ConsoleRoute): string {
  if (route.page === 'overview') return deskPath
  if (route.page === 'nowhere') return route.path
  if (route.page === 'own') return [deskPath, route.name, ...route.rest].join('/')
  if (route.page !== 'cases' && route.page !== 'identity' && route.page !== 'chain_cases') {
    return `${deskPath}/${route.page}`
  }
  const { queue, id } = route
  const part = route.page === 'identity' ? route.page : route.part
  return [deskPath, part, queue, ...(id === null ? [] : [id])].join('/')
}

/** The queue of role changes, as the overview names it. */
export const proposalsQueue = 'operators.proposals'

/** The route of a queue name of the overview, such as "deposits.proof"; null if it is unknown. */
export function findQueueRoute(name: string): ConsoleRoute | null {
  if (name === proposalsQueue) return { page: 'operators' }
  const [part = '', queue = ''] = name.split('.')
  if (part === 'chains') return { page: 'chains' }
  if (part === 'chain_deposits' || part === 'chain_withdrawals') {
    const section = part === 'chain_deposits' ? 'chain-deposits' : 'chain-withdrawals'
    const isKnown = chainQueuesOf[section].includes(queue)
    return isKnown ? { page: 'chain_cases', part: section, queue, id: null } : null
  }
  if (part === 'identity') {
    const known = identityQueues.find((one) => one === queue)
    return known === undefined ? null : { page: part, queue: known, id: null }
  }
  if (part !== 'deposits' && part !== 'withdrawals') return null
  return queuesOf[part].includes(queue) ? { page: 'cases', part, queue, id: null } : null
}
